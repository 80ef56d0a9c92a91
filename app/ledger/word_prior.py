"""How common words are in other people's notes: what a vault with few notes cannot tell of itself.

Counted in the 1028 dated notes of the 48 blueprints (see `betimes eval blueprints`), English, 9.8 content words a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

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
    8: 150 16 apparently bag bed bit ca check choir claim class clock copy dinner due eye finally floor front full hat
    8: job lovely machin nam nic notic number park pressur report roof row sampl set seven sid sit someon sunday term
    8: think til twelv walk
    7: 100 account another best bik bin bottl cak christma clear coat collect council cri cut december draft egg everyth
    7: fair fil fre fridg gas green hold jo less library lift mark medium mostly mother non offic pass passport plu pump
    7: question queu receipt record replac rota seed slow spar story tea thank video wait wednesday well winter without
    7: workshop
    6: 212 214 24 29 address agent along answer arm arriv asleep autumn away band bathroom behind ben bill birthday
    6: blood break brother cat chapter clos coast desk dress dry eat eight fifty film garag guy hear heat held hot
    6: insuranc kettl lik lin lov mil nois oven pan part person plat rais ready rent runn sal saturday sawmill seat
    6: servic sho shoulder singl small stag step tap tender toma tomato trip twic vet volunteer watch window
    5: 0 000 200 300 38 400 90 900 audit baby bar bee better block bowl camp canal certificat ch chair chicken committe
    5: contract count cousin crack cross degr deposit dot doubl dozen els energy estat extra fan far feed ferry field
    5: fill firm fit fitt flat flight flu foot freezer gett glass grant hatti hedg ice instead kne know leak littl loft
    5: map marathon marta mean mill mock nadia noah novel one pair parcel physio pie pleas podcast pot potato pound
    5: promis pull quiet rat reply review roll roofer rsvp salt seal section sick snow sofa someth sort spr stair stand
    5: star street suit survey suspect toast tomorrow twenty unit visit weight writ wrong
    4: 140 21 23 25 25th 26 27 27th 30th 35 45 80 94 95 against agm agr air alarm appraisal approv around assessment b
    4: barbecu bc between blok blu bonfir bread brewery bring broker brought burnt cath caught celebrat chain chimney
    4: cillian coffe compost confirm cool cost cottag crumbl curry deliver delivery denis doctor drawer drop enough ever
    4: everyon extension family father february fed feet fenc fern figur find fram garden gat giv goat great gutter gym
    4: harbour heel hen hir hotel hunt idea inch insid invoic jumper kath kept kind laptop laugh leek lemon lighthous
    4: lindqvist listen low mayb middl migration min money mot much n nail neighbour onion op optician paint path
    4: perfect planetarium plant plot point pol pric print properly quiz renewal river rul scream season shar sleep
    4: smell somebody sound spent spoon stall stop swapp taken taught team tear thirty ticket today tonight tub vent
    4: view vot w wheel wo wrist yoga
    3: 110 13th 16th 17th 1am 2023 2025 260 310 34 3am 41 420 48 480 600 61 640 800 84 8am accept allotment alway
    3: apology appointment archiv aunt bad badly balanc bath bedroom beer bev boat body boil borrow boss bridg broken
    3: brown bucket budget bun buyer camper cardboard carry centr chap chart chat children chip church clara client
    3: clinic colour comment conferenc cook corner cough crat cricket crutch customer dal dana data dead decent delet
    3: depot des diagram diary discount drain drov elli emin exercis exit expect explain fail fast feb fell felt final
    3: financ fir firework float folder food fortnight forty forward frost froz ftp furnac glov god gp grad grandson
    3: halvorsen ham handover happy head himself hip hit holli hospital id includ inspection invit iron jab jar jean
    3: jona k kayak label lad lak lamb land landlord launch learn leas least ledger leg lesson lid load local log logger
    3: longer m manual marcu marisol marla memorial memory mom mould mouth mr myself near nearly nephew nest noon noor
    3: ok onlin opinion owe owen pancak pantry parad parish password past pencil petra pizza pool poor postag poster
    3: power practic practis present proof public punctur purpl radiator railway rather reader reading register
    3: registrar rene replacement rest retest roast rock rory sand sav saw secret secretary seminar send session settl
    3: shap sheet shelf shut sixth siz ski skin slid slug soak soft spreadsheet st staff stain stairlift stat stock
    3: strawberry stuff suggest supervision support surgery surviv sweet system tablet tank tash tast teach technician
    3: teeth tester text thanksgiv thaw theory threw timelin together topp towel trailer tre tri trouser typ uniform
    3: upload use used using van vat version ward weigh wif wir within woman won wors wrapp yard zero
    2: 10a 10k 120 13 14th 164 17 180 186 18th 2024 20th 24th 28th 2nd 2pm 32 3rd 40p 42 46 4th 50 500 540 58 5k 5th 62
    2: 65 70 81 85 950 abov accountant achill actually advisory agreement ahead alga alley alon amadou ambulanc
    2: anniversary annual anyon apologis appear appl aquarium archi argu argument assistant associat attempt
    2: authorisation avoid backpack bagg bak bakery balcony banner bas baselin battery bay bear believ bench bird
    2: blackberry blackbird blad bled bless blind blister booking bor boundary bow bp brak brass breakfast breath brian
    2: bridge2 bright brilliant brok brunch bubbl build built burger burglar business butter buzz c cabin café calendar
    2: cancell candl cano cardiology carol carpet cas cataract cav ceil cell ceramic ceremony chas cheaper chees chef
    2: chemist child chili chos christen cleaner cloch cod coin communion community commut complain complaint complet
    2: consultant contact content copyeditor couch courier covid cpd creep croatia crochet crown cruis cry cub cultur
    2: cup curtain curv custard cycl d deadlin debit decision deck dehumidifier delia delight delphin demo design din
    2: dinosaur direct discharg dish dishwasher dj drawn drew drill drip driv driver drizzl duck dug earth easy editor
    2: element emergency empty engagement enormou enquiry entir escap estimat everybody exactly except expir fac farida
    2: farmer fat fear feel femi fet few fifth filter fish flaky flash flower folk follow fourteen fourth freez fund
    2: furiou gail gallon gasket generator geography glady glar glazier gorgeou grand gravy greenhous ha haggl hal
    2: halloween hamster heard helen helicopter hell help henderson hero hid hill hol honey hop hottest hr hrs hundr huw
    2: ibuprofen imag incl index insist inspector instruction insur intend interest internet invitation italian jacket
    2: jam jig joann joe joint jok jonah judg junior jury karaok ken kev kick kieran king knew knitt lab labor ladder
    2: lady larder lasagn later lay lb lead leftover length level liability lim linen lisbon litter longest lord lorry
    2: loud malcolm mam margin market marrow mask math maud maureen meal measur medal melissa member mend met method mid
    2: midnight minibu minu model moon mortgag mous mow museum naturally navy needl neither net nit nitrit north nurs o
    2: obviously oct odd officer oil ola older opener option oral orang organis otherwis ouch outgrown oversea overtaken
    2: pam paragraph patch patient paulin payday payroll payslip pea pen pension permission personal pharmacist pharmacy
    2: phil picnic pin pip play plot17 plott plum plumber policy polit pop portal possum postdoc pouch practical prayer
    2: pretend preview product programm promot proper propos prs pudding pumpkin putty puzzl quarter query quid rac
    2: radio raffl railcard ravi ray re real really rear reckon red redon refresher refund releas remembranc repair
    2: request reset restart rib ric root rotat rotor rough rout runbook rush ruth róisín sack sad sag sander scandal
    2: schedul scon screen script secondary seen select self sept sery setup sheepskin ship shirt shot sigh signal
    2: signatur silent silvia sing sixty sketch skip sleev slipp smear smil smok sock socket song sourc spac speech
    2: spell squeak stack stamp standpip starter statement stocktak stopp stor stov straw stretch strong stuck student
    2: study submitt suitcas sun supervis supper supplier supply surpris swallow swap swimm teacher technically teenager
    2: tell temperatur templat tent their thermometer thesi though thousand throttl throw thumb tie tilly tipp tith
    2: toddler toilet token tombola toronto tot total touch town trad translator travel treasurer treatment trial
    2: trombon trowel truck try tun tund turkey typical ugh uncl understood unknown upsid urn useful v3 valv vegan via
    2: vicar vinegar voic vs wal wall war wardrob warm warranty wav wax wear welly wept wholesal win wreath yet zara zip
    1: 0001 02 04 1000 104 1099 10b 10mm 10s 10th 112 113 114 117 128 12am 12mph 12th 131 138 1390 142 145 15p 165 168
    1: 16a 174 1741 1760 188 190 1960 198 1988 1994 19th 1s 2009 2017 2019 2022 2028 20kg 210 213 21st 220 22nd 23rd 240
    1: 265 268 26th 271 29th 2k 2s 312 340 36 380 388 39 390 3e 3k 3x15 3x20 40912 40kg 412 412k 44 4h10 4k 50p 50th 51
    1: 585 5am 610 612 65th 66 67 680 690 6am 6k 6kg 6th 75 7733 780 79 7lb 80th 82 874 88 88k 88th 8kg 8mm 8th 91 92 93
    1: 96 980 998 9am 9th aab abb absenc absolut absolutely abstract abt ac accessibl accord accordingly accordion accus
    1: across actual adeyemi admit advent adventur advertis advic afterward agenda agre airb airer airlin airspac aisl
    1: aka alder align aliv allegedly allen allergy allow allowanc alp alto altogether alvarado ammonia amus analys
    1: analyst anglesey animal ankl announc anod ant anthology anticoagulant anubia anywher aoif aoki api apostroph app
    1: appendic applaus application apply appt architectur arguably articl ash asparagu aspirin association asthma
    1: attach attendanc attitud attractiv aubergin auction audienc aug aunti author auto automation averag awar awkward
    1: awn axolotl b1 b12 backdat background bacon bagel bagful bait balloon ban bandag bang barely barn basement
    1: basically basket bass batch bday bea beach beard beat beautiful becom bedtim beekeep beet beetroot began begin
    1: beginner begun behav belay bell belong below belt bend bendy bent bergen beta bicycl bidd bigger biggest binn
    1: birth bishop bitter black blanket blight blink blower bluegill blunt bolt bomb boo boogi bookcas booth botanical
    1: bouncy boy brac bracket brain brand brandy brannoc bream breathless brewer bridget brisket bristol brittany broad
    1: browni browser bruno brush bs buddy budg bull bum bump bunch bunt buoyancy bureau burn burst bush bust butcher
    1: butt buy buyout bypass cabbag cabinet cach caf callout callu calmer candidat cannulation capacitor capsiz
    1: carburettor careful carrier carrot cart cartridg carv carvery cash cast castl catalogu catch cater caus cement
    1: center centrifug cereal cert certify chanc charg charger charm chatt chatty cheap cheat cheer cheerful chess
    1: chest chin chirp chitt chocolat choic cholesterol chrysanthemum chutney circl citizenship clapp clarinet click
    1: climb clingfilm closet clubroot cluster coal colin collateral colleagu colleg column comb combination comma
    1: communication commuter comp company compar comparabl concert conclusion confetti consultation consumer
    1: contraption contribution conversation convert cooker cookoff cookout copier copyedit cord cork corn cornwall
    1: correct correction corridor cory costum councillor counselor coupl courgett cpa craft cramm cream creek crem crew
    1: crim crisp cron cryptic ct cuff cull cumin cupboard curb custom cutlery cvs daffodil dahlia damp danc dar databas
    1: david daycar daylight dbs deal dear debat dec decoration default definately definit defrost deliberat demand den
    1: department dependency deploy depot_id dept deputy descal detour devastat devic died diet different dig digg
    1: digger dignity diner dip dir disc disguis disk dislik district divorc doc document dodgy donat doorstop dop dos
    1: downpip downstair dr drama dramatic drank dri driftwood drink driveway drool drum dryer dud dull duplicat dust
    1: duty dwarf dyed dying e eager ear ecg ed edinburgh education ein either elbow electric electrician elevat elspeth
    1: endpoint engrav enroll enrolment entranc entry env envelop epipen error erupt event everywher evict evidenc exact
    1: excellent exception expens external eyewash fabrizio faculty fairy fall faller fals fancy farewell fauré fee
    1: fennel fergu ferritin fetch fever fewer fibula fig fight filmnight filthy financial finding finger fitness fiver
    1: fizz flag flap flapjack flapper flask flaunch flip florist flour fluid fly footnot forecast forever forgot
    1: forgotten fort forum fountain fox fractur frankfurt freelancer french frog fruit fuel fun funeral funicular
    1: further fus g gain gal gala garlic gateway gaz gazebo gel gem gently geranium germany gift gin girl given glanc
    1: gloom glovebox glut godfather gold goodby goos gordon gothenburg gown graduat graduation grain gran grandchildren
    1: graph grav gravel greener grey grill grind grinn grip gross ground grout grumbl guard guest gulp gwen hair
    1: hairdryer hairlin hallelujah halloumi hallway halv handl hang hangboard happen har harden hardwar harvest hatch
    1: hatr hay headcount header heal heap heart heater heav hector hellebor helper hidden hideou high hing hirer
    1: historic history hitch hmm hoars hob hobby hoist holdup holly homeroom homework honeymoon hoover hortens hos
    1: household hsa hugg human humidity hung hurley hurt husband iced idiot ie igniter immediately imogen improvis
    1: inbox indicator industrial infection inflatabl informal injury ink innkeeper inspir install instantly instruct
    1: instructor instrument insulation insurer intention interlock inventory involv irony island item jamm java jazz
    1: jigsaw jog join joy juic jupiter keepabl keeper keiran kerb keyboard kickoff kiln kilo kiosk kit km knif kniv
    1: knock knuckly labell lacey laid lamp landlady lap laps larg lasagna lass latin launderett laundry lava lavender
    1: law lawn leader lean leed legal leggy lego len lend lens lentil lett levell licens lie lied lif lifetim lily
    1: limit limp liquor listing lit loan lock locker logg login lolly longacr loon loos los lower lucky lull lumber
    1: lumberyard lyric magma magnolia mail main maincrop major maker makeup malta mammogram manager mandatory mannequin
    1: many mapl marchetti marker marque martin mat match matron mbar md median meltdown membership memoir men mentor
    1: merchant mercy merg messag meter mic midpoint midterm midwif mileag millpond minc mind minimum minor mismatch
    1: mistak mix mobil mod modul molar moment moneydiary monitor mop mortar mosquito motor movi mrs mull mushroom music
    1: nan napkin nativity negativ negotiabl neighbor nervou nett neutral neutralisation newsletter nicer nick nineteen
    1: nitrat nobl nodd nondisplac noodl norwegian nos nov numeral nut object objection observ obsidian obviou octav
    1: odil offer offsit onto optic orchard org ortho orthodontist oslo osteo other otter outag outlet outstand
    1: overnight overtim overview own ownership oxbow oz p4 packag packet pad paddl pager pain painkiller painter pal
    1: panick pann paperweight paperwork paracetamol parallel parkrun parser parsnip partly partner partnership party
    1: passion pasta pastry pavement paycheck payment payout peac peach peak peek peg pellet pembrokeshir penn peony
    1: percentag perch perf perfectly permit permitt pet petraki photocopy photograph photographer physical pic pickup
    1: pictur piec pil pink pinn pint pirat pistachio pitch placeholder plann plaster plastic pleasur plugg pocket poem
    1: poet pointless polenta polish polka poorly popcorn popular porch port portugal poss possibl possibly postcod
    1: postmortem potassium potluck pott pour powder ppm prednisolon premium prep prescription president press pretty
    1: previou prid printer prison priya priz probably process production project proofread property proportion proposal
    1: prosecco protection protest proud provid pt pub publication publicist publish pudd push putt q1 quality quarantin
    1: quarterly quay questionnair quicker quilter quit rak ramen ramipril ratatouill ration reach receptionist recheck
    1: reciept recip recital recondition recover recovery recycl redirection redo referr referral refus regex rego
    1: regret regrett regulator reindeer reissu reject relevant relief relist remain remainder remov renam renew
    1: reorganisation repoint reprint reseal reservoir resignation resiz respit resu result retail retreat retrofit
    1: revalidation revision rewrot rhubarb ribbon rideshar rig righto ringer rins riot risk road rob robbery robin rod
    1: rol roman roommat rop ros rosalind rosin royalty rubber rubric ruby rugby ruin rulebook runner rust rye sadly saf
    1: safeguard safety salad salmon sandpaper sangria satsuma saucer sausag scab scal scanner scary schem scienc
    1: scooter scor scrapp scratch scrubb sea secateur secondhand security seedling sell senior sens sensibl sepsi
    1: server serviceberry sesam sharp sharpen sheep shelv shield shim shipment shirley shoebox shopp shortcut shorter
    1: shovel shrub shrunk sidestrok sidewall signatory sill silly sim sink sitt sitter skill slat slider slightly slip
    1: slippery slot smaller smelt snag snapp snapshot snowmelt soap sod softball solicitor solidarity somehow sooner
    1: soprano sor soul sourdough sow spatula spear spend spic spill spit split spok spong sponsor sport spot spott
    1: spread sprout squash squeez squint stairwell stal standard standup startup station statu steady steal steam steel
    1: steep stev stick stiff stinker stitch stollen ston stood storag str straight strain strap strength strict strim
    1: strimm strimmer strip structur strung studd stung styl sub subjunctiv sublet submarin submission subscription
    1: subtl sugar sum sump sunburn suncream super superb superglu suppos sur surnam survivor swam swear sweat swept
    1: swift switch swollen synopsi tab tablecloth tag tail takeout tamal tart tatter teapot telly tenancy tenant
    1: terribl thai them thermostat thick thicken thirteen thread threshold throughout thur tickly tidiness tidy timer
    1: timetabl tip tippex tir titration tmp toad toffe tofu tomorow tonn tool tooth toothbrush top torch toward toy
    1: trac track trampolin transcription transfer transport trapdoor tray treadmill trestl trifl trimm trolley trout
    1: trust tsunami tunnel turbo turmeric tutor twin u ultrasound unanimou unanimously unbearabl unheard unless unpack
    1: unsocial updat upgrad ups upstair upstream urgent usual utility v v1 v4 vacuum valentin validation valu vanish
    1: varifocal varnish vas vault vegetarian vendor venu verbos vers vibrato viewer villag violin viru viva voucher
    1: vovó vow waf waffl waitress wak warn wast waterlogg webinar websit wedg weed weekly weir weirdly west wet wetsuit
    1: whatever whatsoever wheez whistl whit wick wicket widow wifi wild wilf wind windowsill wip wok wood wool wor
    1: worker worksheet worktop world worth worthless wouldnt wrap wrench x12 x6 y11 yaml yellow you young youngest ziti
    1: zoom
"""
"""Number of notes, and the stems that so many notes have. The rare ones count as well: without them two thirds of all
stems would seem as rare as a word that nobody has written, and their evidence would be too strong."""


@cache
def prior_shares() -> Mapping[str, float]:
    """Return the share of other people's notes that have a stem."""
    return {stem: count / PRIOR_NOTES for count, stem in _counted()}


def _counted() -> Iterator[tuple[int, str]]:
    for line in _COUNTS.split("\n"):
        count, _, stems = line.partition(": ")
        for stem in stems.split():
            yield int(count), stem
