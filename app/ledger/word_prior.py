"""How common words are in other people's notes: what a vault with few notes cannot tell of itself.

Counted in the 1028 dated notes of the 48 blueprints (see `betimes eval blueprints`), English, 9.8 content words a note.
"""

from __future__ import annotations

from collections.abc import Iterator

PRIOR_NOTES = 1028
"""Notes that were counted."""
PRIOR_LENGTH = 9.8
"""Content words of such a note, each counted once."""

_COUNTS = """
    87: day
    83: two
    74: not
    71: back
    62: want
    61: first
    59: new
    55: week
    52: no
    45: say
    44: 1
    43: thre
    41: book
    37: year
    35: cam half
    34: 4
    33: mum work
    32: last
    31: four second took
    30: hour july
    28: hom month night
    27: 2 ask order said six tim
    26: mov
    25: car went
    24: jun need next still
    23: 3 put
    22: 14 call found march minut sent start thing
    21: 11 12 31 9 pag peopl
    20: door go told
    19: com even fin good left long look old paid september third
    18: 40 end october read till way
    17: 20 6 both going nobody rang right run
    16: box card cold lunch thursday yes yesterday
    15: ate dog easter email form gon hall hand holiday man nin november round soup tak train
    14: 10 19 22 5 8 april august bought dad hous lot mad school see tabl ten test x
    13: 30 bank eleven fiv fix goe leav letter list lost noth photo sam weekend whol word wrot
    12: anyth boiler dat finish friday gav ine key kid kitchen morn never open pick quot sign slept summer tax water
    11: 15 7 clean club dentist dropp group liv pay ran ring room shed shop talk turn
    10: 18 60 already bean biscuit board boot chang cours keep light miss monday pack phon plac post rain stay
    9: 28 aid big bus cover decid early interview january lat mak meet paper parent plan return sat shift short show
    9: sister tin tuesday tyr wash wedd written
    8: 150 16 apparently bag bed bit ca check choir claim class clock copy dinner due eye finally floor front full
    8: hat job lovely machin nam nic notic number park pressur report roof row sampl set seven sid sit someon sunday
    8: term think til twelv walk
    7: 100 account another best bik bin bottl cak christma clear coat collect council cri cut december draft egg
    7: everyth fair fil fre fridg gas green hold jo less library lift mark medium mostly mother non offic pass
    7: passport plu pump question queu receipt record replac rota seed slow spar story tea thank video wait
    7: wednesday well winter without workshop
    6: 212 214 24 29 address agent along answer arm arriv asleep autumn away band bathroom behind ben bill birthday
    6: blood break brother cat chapter clos coast desk dress dry eat eight fifty film garag guy hear heat held hot
    6: insuranc kettl lik lin lov mil nois oven pan part person plat rais ready rent runn sal saturday sawmill seat
    6: servic sho shoulder singl small stag step tap tender toma tomato trip twic vet volunteer watch window
    5: 0 000 200 300 38 400 90 900 audit baby bar bee better block bowl camp canal certificat ch chair chicken
    5: committe contract count cousin crack cross degr deposit dot doubl dozen els energy estat extra fan far feed
    5: ferry field fill firm fit fitt flat flight flu foot freezer gett glass grant hatti hedg ice instead kne know
    5: leak littl loft map marathon marta mean mill mock nadia noah novel one pair parcel physio pie pleas podcast
    5: pot potato pound promis pull quiet rat reply review roll roofer rsvp salt seal section sick snow sofa someth
    5: sort spr stair stand star street suit survey suspect toast tomorrow twenty unit visit weight writ wrong
    4: 140 21 23 25 25th 26 27 27th 30th 35 45 80 94 95 against agm agr air alarm appraisal approv around assessment
    4: b barbecu bc between blok blu bonfir bread brewery bring broker brought burnt cath caught celebrat chain
    4: chimney cillian coffe compost confirm cool cost cottag crumbl curry deliver delivery denis doctor drawer drop
    4: enough ever everyon extension family father february fed feet fenc fern figur find fram garden gat giv goat
    4: great gutter gym harbour heel hen hir hotel hunt idea inch insid invoic jumper kath kept kind laptop laugh
    4: leek lemon lighthous lindqvist listen low mayb middl migration min money mot much n nail neighbour onion op
    4: optician paint path perfect planetarium plant plot point pol pric print properly quiz renewal river rul
    4: scream season shar sleep smell somebody sound spent spoon stall stop swapp taken taught team tear thirty
    4: ticket today tonight tub vent view vot w wheel wo wrist yoga
    3: 110 13th 16th 17th 1am 2023 2025 260 310 34 3am 41 420 48 480 600 61 640 800 84 8am accept allotment alway
    3: apology appointment archiv aunt bad badly balanc bath bedroom beer bev boat body boil borrow boss bridg
    3: broken brown bucket budget bun buyer camper cardboard carry centr chap chart chat children chip church clara
    3: client clinic colour comment conferenc cook corner cough crat cricket crutch customer dal dana data dead
    3: decent delet depot des diagram diary discount drain drov elli emin exercis exit expect explain fail fast feb
    3: fell felt final financ fir firework float folder food fortnight forty forward frost froz ftp furnac glov god
    3: gp grad grandson halvorsen ham handover happy head himself hip hit holli hospital id includ inspection invit
    3: iron jab jar jean jona k kayak label lad lak lamb land landlord launch learn leas least ledger leg lesson lid
    3: load local log logger longer m manual marcu marisol marla memorial memory mom mould mouth mr myself near
    3: nearly nephew nest noon noor ok onlin opinion owe owen pancak pantry parad parish password past pencil petra
    3: pizza pool poor postag poster power practic practis present proof public punctur purpl radiator railway
    3: rather reader reading register registrar rene replacement rest retest roast rock rory sand sav saw secret
    3: secretary seminar send session settl shap sheet shelf shut sixth siz ski skin slid slug soak soft spreadsheet
    3: st staff stain stairlift stat stock strawberry stuff suggest supervision support surgery surviv sweet system
    3: tablet tank tash tast teach technician teeth tester text thanksgiv thaw theory threw timelin together topp
    3: towel trailer tre tri trouser typ uniform upload use used using van vat version ward weigh wif wir within
    3: woman won wors wrapp yard zero
"""
"""Number of notes, and the stems that so many notes have; stems of fewer than three notes are left out."""


def prior_shares() -> dict[str, float]:
    """Return the share of other people's notes that have a stem."""
    return {stem: count / PRIOR_NOTES for count, stem in _counted()}


def _counted() -> Iterator[tuple[int, str]]:
    for line in _COUNTS.split("\n"):
        count, _, stems = line.partition(": ")
        for stem in stems.split():
            yield int(count), stem
