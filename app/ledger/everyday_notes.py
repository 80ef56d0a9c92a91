"""Short notes as people write them about nothing in particular: how close a text is to those means nothing.

Written for this purpose, in the plain English of diaries, lists and reminders, from many parts of life and none in
depth; none is taken from data that anything is measured on.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

_FIRST_DAY = date(2025, 1, 1)
_DAYS_APART = timedelta(days=5)


@cache
def everyday_notes() -> tuple[str, ...]:
    """Return the notes as the model is given a daily note: the date as its title, then two sentences or more.

    Two lines of the list make a note. One is shorter than what people write in a day, and so less like anything: its
    vectors lie a quarter of a standard deviation further from a condition's.
    """
    lines = _LINES.strip().split("\n")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple(f"{_FIRST_DAY + day * _DAYS_APART}\n{first} {second}" for day, (first, second) in enumerate(pairs))


_LINES = """
Woke before the alarm, made porridge and watched the rain come down on the empty street.
Walked to the station instead of taking the bus, it was quicker than I thought.
The meeting ran over by forty minutes and nobody could say what we had agreed.
Sent the figures to accounts, they want them again in the other format.
New colleague started today, showed her the printer, the kitchen and the lift that sticks.
Finished the slides at last. Twelve of them, which is still four too many.
Long call with the client about colours. They like the first version best after all.
Password expired again, an hour lost to the help desk before I could log in.
Asked for two days off around the bank holiday, the manager said to put it in the calendar.
Quiet day in the office, cleared the inbox down to nine messages.
The server was down all morning, so we did the filing that nobody ever does.
Wrote up the notes of the interview while I still remembered what he meant.
Budget round begins next month, everybody is suddenly very polite.
Lunch at the desk, cheese sandwich and an apple, crumbs in the keyboard.
The train was cancelled, shared a taxi with two strangers going the same way.
Annual review went better than expected, a little more money and a new title.
They moved our desks to the third floor, the light is better and the coffee is worse.
Deadline for the report is Friday, the first half reads well and the second half does not exist.
Said no to the extra project. Felt guilty for an hour and then very relieved.
Payday. Moved some into savings before it could disappear.
Electricity bill is higher than last quarter, read the meter twice to be sure.
Cancelled the streaming subscription that none of us has watched since spring.
Looked at the pension statement and understood about half of it.
Got the tax papers together in one folder, bank interest is still missing.
The insurance went up again, spent the evening comparing prices and stayed where I was.
Transferred my share of the rent and the internet to the joint account.
Found a twenty in the pocket of my winter coat, bought flowers with it.
Refund for the broken headphones has arrived on the card.
Added up what we spent on food this month, it is more than I guessed.
Bank sent a new card, changed the number in three places and surely forgot a fourth.
The kitchen tap drips, a new washer did not help.
Defrosted the freezer and found peas from another age.
Bulb in the hallway gone, and of course it is the odd size.
Neighbours upstairs are sanding their floor, fine dust on everything.
Put up the shelf in the study. It is level if you tilt your head a bit.
Washing machine makes a grinding noise in the last spin, looked up what it might be.
Cleaned all the windows on the street side while the sun was out.
Took three bags of old clothes to the charity shop.
The plumber looked at the shower and says the cartridge is worn, not the mixer.
Painted the first wall of the bedroom, the colour is greener than on the card.
Smoke detector beeped at four in the morning, low battery.
Swept the cellar, threw out two broken chairs and kept the third for no reason.
New curtains are up, ten centimetres too long, will take them to be shortened.
The boiler lost pressure again, topped it up and wrote down the number.
Wasps under the eaves by the back door, leaving them be as long as they leave us.
Spare key is with the neighbour at number seven now.
Someone took our bin, so we took the one that was left, it is cleaner.
Rearranged the living room. The sofa looks out at the trees now.
Oiled the hinges of the garden gate, silence at last.
Mowed the grass and raked up the first leaves.
Sowed salad and radishes in the long box, covered them with fleece against the cold.
Tomatoes are flowering. Tied them up with strips of an old shirt.
Slugs ate every single marigold in one night.
Planted two currant bushes along the fence, watered them in well.
Pruned the roses late, we shall see if they forgive me.
First snowdrops under the hedge this morning.
Picked the last beans, blanched and froze four bags of them.
Rain barrel is full again after weeks.
Turned the compost, plenty of worms, smells like a forest.
A hedgehog walked across the terrace at dusk as if it owned the place.
Blackbird has built a nest in the ivy right by the kitchen window.
Took cuttings of the geraniums for the windowsill.
Made lentil soup with far too much cumin, better on the second day.
Tried the new bread recipe, dense as a brick but the crust is good.
Curry with what was left in the fridge, the children ate it without comment.
Roast chicken on Sunday, stock from the bones on Monday.
Burnt the onions, started again, dinner at nine.
Apple cake for the office, forgot the baking powder, called it a tart.
Pasta with lemon and peas. Ten minutes, will do that again.
Jam day: eleven jars of plum, one did not seal.
Out of olive oil, rice, washing powder and the good tea.
Market this morning: asparagus, eggs, a bunch of mint and strawberries that were not ripe.
Ate at the Vietnamese place on the corner, the soup was as good as they say.
Granny's dumplings, third attempt. They still fall apart.
Coffee with oat milk is not so bad when you stop comparing.
Cooked for six and fed nine, pancakes saved the evening.
Ran five kilometres without stopping, slow, but without stopping.
Swam forty lengths before work, arms like noodles now.
Knee hurts on the stairs, not on the flat, left the running shoes in the cupboard.
Headache since noon, drank water, went to bed early.
Slept badly, the moon was too bright and my thoughts too many.
Caught a cold from somebody on the tram, tea and blankets all weekend.
Check-up at the doctor's, blood pressure fine, should eat less salt.
Dentist cleaned everything and found nothing.
Vaccination this afternoon, arm sore, otherwise fine.
Yoga in the park with the mats in wet grass.
New glasses, the world has edges again and the floor is oddly far away.
Back is better since I raised the screen by two books.
Stopped drinking coffee after lunch, sleeping better already.
Meditated ten minutes. Nine of them were a shopping list.
Climbing hall with Jo, finally got up the yellow route.
Cycled along the river to the old mill and back, headwind both ways somehow.
Puncture on the way to work, pushed the bike the last mile.
Brake pads of the bike are worn down to the metal.
Weighed the same as last week, which after that cake is a victory.
Hay fever has begun, two weeks earlier than last year.
The little one lost her first tooth and put it under the pillow with a letter.
Parents' evening: reads well, talks too much, like her father.
School called, fever, picked him up at eleven, he slept all afternoon.
Homework battle over fractions, won with raisins.
Built a den out of blankets that now takes up the whole room.
Class trip needs a packed lunch, rubber boots and a signature.
She wants to learn the drums. We are thinking about the flute.
Football match in the rain, lost six to one and they were happy about the one.
Sports day, third in the sack race, very proud.
Baby slept through for the first time, I kept getting up to see if she breathed.
He has outgrown all his shoes at once.
Read three chapters aloud, they would not let me stop.
Birthday party for eight children, the balloons lasted four minutes.
Talked to Mum on the phone for an hour, mostly about the neighbours' extension.
Dad has bought another radio at the flea market and is taking it apart.
My sister is coming through on her way north, made up the spare bed.
Grandfather's eightieth: speeches, too much cake, and he danced.
Cousin has had twins, sent a card and two tiny hats.
Argued about the dishwasher again, laughed about it afterwards.
Our anniversary. Forgot it both, went for pizza the day after.
Sunday lunch at my brother's, he has learnt to make gravy.
Wrote to Aunt Vera, she likes paper and long sentences.
Uncle is in good spirits after the operation, complains about the food, so he is well.
Coffee with Hannah after months, as if no time had passed.
Board games till midnight, lost every round and still had fun.
Helped Tom carry the wardrobe up four floors.
Karim is getting married, the invitation has gold on it.
Had the neighbours over for a glass of wine, they stayed for five.
Cinema with the book people, nobody agreed about the ending.
Old school friend wrote out of nowhere, she lives in Canada now.
Lent my drill to Peter, wrote it down this time.
The concert was sold out, listened from the lawn outside.
Walked Ella's dog while she is away, he pulled me into the pond.
Cat brought in a live mouse, took an hour and a shoebox to get it out again.
Vet says the dog is too heavy, less food, more walking, no arguments.
Cleaned the fish tank and lost a snail down the sink.
The hens have stopped laying for the winter.
Bought a scratching post, the cat prefers the box it came in.
Booked the ferry and a cabin for the summer.
Packed for the weekend: one bag, too many books, no toothbrush.
Flight delayed by three hours, ate an expensive sandwich looking at planes.
The hotel room looks onto a wall, but the breakfast is wonderful.
Walked along the cliffs all day, wind so strong we had to shout.
Museum in the morning, harbour in the afternoon, feet finished by evening.
Got lost in the old town and found the best bakery.
Campsite by the lake, mosquitoes, stars, no signal.
Drove up into the mountains, first snow on the pass.
Home again, a heap of washing and a fridge with one lemon in it.
The passport is valid for another four years, good.
Changed money at the airport, bad rate, never again.
Sent postcards on the last day, as always.
Car failed to start, flat battery, jump leads from the man across the road.
New tyres fitted, the old ones were nearly bald.
Garage says the rattle is a loose heat shield and tightened it for nothing.
Parking ticket, four minutes over.
Filled up before the prices went up again.
Cleaned the car inside, found three pens, a sock and fossil crisps.
Satnav took us across a field, arrived an hour late and muddy.
Passed a fox on the road home, it looked at me as if I was in the way.
Started the novel that everybody talks about, forty pages in and nothing has happened.
Finished the biography. Sad, as if I had known her.
Library books are due back soon, renewed two of them and gave up on the third.
Watched the final in the pub, could see half the screen.
Guitar practice: the same four bars for half an hour.
Choir sang outdoors, the swallows were louder.
Drew the old bridge in ink, the arches came out crooked.
Knitted the second sleeve, it is longer than the first.
Photos of the summer sorted down to two hundred.
Learnt thirty words of Italian, remember eleven.
The new series is good, we are rationing it.
Sewing machine eats the thread, cleaned it and changed the needle.
Radio play on the way home, sat in the car until it was over.
Went to the exhibition on maps, could have stayed all day.
Crossword done but for one corner.
Sanded the little table down, first coat of oil is drying.
Evening class was cancelled, went for a walk along the canal.
Wrote two pages, crossed out one.
Lecture on statistics, followed it until the second blackboard.
Exam timetable is out, two on the same day.
Study group met at mine, more biscuits than chapters.
Handed in the essay with six minutes to spare.
Looked for a quiet seat in the reading room and found the last one.
Professor was ill, seminar moved to another week.
Worked through old exam questions, the third kind always catches me.
Supervisor liked the outline, wants more sources in the middle part.
Lab smelt of acetone all day, samples are labelled and in the cold room.
Update broke the printer, rolled it back.
Backed up the laptop on the external disk, took all night.
Phone screen cracked, only the corner, tape will do.
New router is in the cupboard, reception in the bedroom is finally all right.
Found the bug, it was a comma.
Deleted old photos to make room, kept all those of the dog.
Wrote a small script to rename the scans, saved myself an afternoon.
Headphones will only connect after the third try.
Email from the landlord, somebody is coming to read the heating meters.
House meeting about the bicycles in the stairwell, no result.
Post brought a catalogue, a bill and a postcard from Lisbon.
Parcel left with the shop on the corner, they close at six.
Signed the petition about the crossing by the school.
Voted before breakfast, no queue at all.
Helped at the food bank for two hours, sorted tins.
Council is digging up the street for new pipes, all parking gone.
Street party: long tables, someone's uncle with an accordion.
Gave blood, got a biscuit and a sticker.
Club committee met: the roof, the fees, the roof again.
Sold the old pushchair to a couple from two streets away.
Put the table on the small ads, three messages and nobody came.
Bought a second-hand lamp, needs a new plug.
Shoes are back from the cobbler, good for another winter.
Hairdresser took off more than I said, it will grow.
Ordered a present for Lea, something with animals on it.
The coat I wanted is not made any more.
Dropped the jacket at the dry cleaner's, ready on Thursday.
Bought stamps, envelopes and a very good pen.
Grey day, fog until noon, lit candles at four.
First frost on the cars, scraped with a bank card.
Thunderstorm at night, counted the seconds with the window open.
Too hot to think, cold supper on the balcony.
Wind took the neighbour's parasol into our tree.
Snow at last, the whole street outside with sledges.
The swifts are back, screaming round the church tower.
Sunset like a bad painting, everybody on the bridge took pictures of it.
Clocks changed, dark when I leave and dark when I come home.
Spring in the air, opened every window in the flat.
Nothing much today. Read, ironed, went to bed.
Tired and cross, not a good day, tomorrow will be another.
Thought about changing jobs, made a list, both columns equally long.
Grateful today for the quiet, the warm kitchen and the old friends.
Idea: a small book of all the recipes that nobody wrote down.
Missed Oma today, made her coffee the way she did, with a pinch of salt.
Quote I liked: a garden is never finished, it is only left for a while.
I want to say yes less quickly.
Dreamt that I was back at school and could not find the room.
Good talk with Miriam about what we would do with a free year.
Twelve things on the list, did four, and one that was not on it.
Read my notes from a year ago, the same worries in other clothes.
Tidied the desk drawer, nine dead batteries and a watch.
Resolved to keep a diary. This is the first entry.
Recipe for the dressing: three oil, one vinegar, mustard, honey, salt.
Measurements of the window: 118 wide, 134 high, 20 deep.
Wifi name and code are on the card inside the cupboard door.
Shoe sizes: Mia 31, Ben 34, both wide.
The paint in the hall is number 2044, half a tin left in the cellar.
Bus 46 goes every twelve minutes until eight, then twice an hour.
Good wine from the weekend: a red from the Douro, 2019, under ten euros.
Books to look for: the one about moss, the new Tokarczuk, something short.
Films people told me about: three Korean ones and a western.
Gift ideas: a kite, a good knife, tickets, seeds.
Packing list for the hut: matches, wool socks, cards, torch, soap.
Opening hours of the tip: Tuesday and Saturday, mornings only.
Ways to use up courgettes: fritters, soup, cake, neighbours.
How to bleed a radiator: key, cloth, quarter turn, wait for water.
Project call moved online, three people talked and eleven listened.
Draft of the contract came back with red all over the second page.
Supplier can deliver in week nineteen, not before.
Stocktake at the shop until ten, counted the same shelf twice.
Night shift was calm, two admissions and a lost hearing aid.
Patient in bed four made me laugh all morning.
Taught the year nines about volcanoes, the model erupted early.
Marked thirty essays, the last ten with a glass of wine.
Customer complained about the colour, then bought two.
Site was too wet to pour concrete, sent everybody home.
Harvest is in, the barn smells of hay and diesel.
The new oven at the bakery runs hot on the left side.
Rehearsal went badly, so the first night will be good, they say.
Tuned the piano at the hall, two strings will not hold.
Finished the translation, forty pages about valves.
Interviewed three candidates, would take the one who asked questions.
Wrote the newsletter, cut it by half, sent it.
The van needs a new clutch, that is this month's profit gone.
Rota for next week is up, two late shifts and the weekend off.
Handed over to the other team, left them a cake and a long list.
"""
