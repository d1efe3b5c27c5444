"""Everyday things and doings: which words mean the same, and which is a kind of which.

A line holds words of one meaning; what is indented below it is a kind of it. A row may say `a b / c d / e`: kinds side by side, which
saves lines. Words of several parts are joined by `_`. Written by hand from common knowledge; a word may stand in several places.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

KINDS = """
person people human someone somebody individual persons anybody anyone everybody everyone folk pedestrian passerby citizen
  man men guy gentleman male fellow guys dude / father dad daddy / husband / grandfather grandpa / son / brother / uncle / king \
      prince / cowboy / fisherman / waiter / monk / groom
  woman women lady female ladies / mother mom mum mommy / wife / grandmother grandma / daughter / sister / aunt / queen princess / \
      waitress / bride / nun
  child kid children kids youngster minor
    boy boys lad
    girl girls
    toddler
    baby infant babies newborn
  teenager teen adolescent / adult grownup / elder senior
  player
    soccer_player footballer / football_player / basketball_player / baseball_player / hockey_player goalkeeper goalie / \
        tennis_player / guitarist guitar_player / pianist / drummer / flutist / batter / pitcher / rugby_player / golfer
  musician performer artist entertainer
    guitarist guitar_player / pianist / drummer / singer vocalist / violinist / flutist
    dancer ballerina / singer vocalist / actor actress / painter / mime / clown / juggler / acrobat / magician
  athlete sportsman
    surfer / swimmer / diver / runner jogger / skater / skateboarder / snowboarder / skier / climber / gymnast / cyclist biker \
        bicyclist rider / wrestler / boxer / racer / wakeboarder / rollerblader / golfer / skydiver / fighter
  rider biker motorcyclist cyclist bicyclist / driver motorist / pilot / sailor / passenger
  worker employee / cook chef / doctor physician / nurse / teacher / farmer / soldier recruit troop / officer / policeman cop \
      police / fireman firefighter / lawyer / engineer / scientist / reporter journalist / photographer / carpenter / mechanic / \
      vendor seller / student pupil / friend / neighbor / hiker / spectator viewer fan / lumberjack / referee / butcher / waiter / \
      clerk / tourist / traveler traveller / hunter
  couple pair / group bunch gathering team crew / crowd audience mob / family / band / class / army
animal creature beast
  pet
  dog dogs doggy hound canine
    puppy pup / bulldog bull_dog / poodle / terrier / collie / sheepdog sheep_dog / greyhound / labrador / retriever / dalmatian / husky
  cat cats feline kitty
    kitten
  monkey ape / chimpanzee chimp / gorilla / lemur
  horse / pony / donkey / zebra / mule / colt
  cow cattle / bull / ox / buffalo / bison
  sheep / lamb / goat / deer / elk / moose / caribou reindeer / antelope gazelle / llama / camel_animal / giraffe
  pig hog / piglet / boar
  rabbit bunny hare / squirrel / hamster / guinea_pig / mouse mice / rat / hedgehog / badger / beaver / otter / raccoon / skunk / mole
  lion / tiger / leopard / cheetah / panther / bear / panda / wolf / fox / elephant / rhino rhinoceros / hippo hippopotamus / \
      kangaroo / koala / sloth / hyena
  bird / parrot / chicken hen / rooster / duck / goose / swan / eagle / owl / penguin / pigeon dove / crow raven / turkey / \
      peacock / ostrich / seagull gull
  fish / shark / salmon / tuna / trout / goldfish
  whale / dolphin / seal / octopus / squid / shrimp prawn / crab / lobster / turtle tortoise / snake / lizard / crocodile \
      alligator / frog toad / snail / jellyfish
  insect bug / bee / fly_insect / butterfly / ant / spider / worm / mosquito / beetle
food meal dish snack
  meat
    steak / beef / pork / ham / bacon / sausage / chicken / pork_chop / lamb / turkey
  vegetable veggie produce
    potato / onion / carrot / tomato / cucumber / pepper bell_pepper / garlic / cabbage / lettuce / broccoli / spinach / eggplant \
        aubergine / zucchini courgette / celery / mushroom / corn / bean / pea / pumpkin / leek / ginger / radish / cauliflower / herb
  fruit
    apple / banana / orange_fruit / lemon / lime / grape / strawberry / melon / watermelon / pineapple / mango / peach / pear / \
        cherry / coconut / avocado / kiwi
  bread loaf / bun / toast / roll / bagel / tortilla / sandwich / burger hamburger / pizza / pasta noodle spaghetti macaroni / \
      rice / soup / stew / salad / egg / cheese / butter / yogurt / tofu / cereal / cake / cookie biscuit / pie / chocolate / candy \
      sweet / sugar / salt / flour / dough / batter / sauce / ketchup / mayonnaise / honey / jam / nut / popcorn / pancake / ice_cream \
      / seasoning spice / oil / curry
drink beverage
  water / juice / milk / beer / wine / coffee / tea / soda cola / lemonade / cocktail / whisky
instrument
  guitar / piano / keyboard / drum drums / violin fiddle / cello / harp / trumpet / accordion / harmonica / ukulele / banjo / \
      saxophone / clarinet / trombone / tuba / organ
  wind_instrument / flute / saxophone / clarinet / trumpet
  string_instrument / guitar / violin / cello / harp
vehicle
  car automobile auto / truck lorry / van / bus / taxi cab / train / tram / tractor / ambulance / jeep / race_car racing_car
  motorcycle motorbike / dirt_bike / scooter / moped
  bicycle bike cycle / mountain_bike / unicycle / tricycle
  boat / ship / raft / canoe / kayak / sailboat / yacht / ferry
  airplane plane aircraft jet aeroplane / helicopter / rocket
  sled sleigh sledge / cart / wagon / carriage
ball
  football / soccer_ball / basketball / baseball / tennis_ball / volleyball / golf_ball / snowball snow_ball / softball
sport game
  soccer / football / basketball / baseball / tennis / hockey / golf / volleyball / rugby / cricket / chess / cards / boxing / \
      wrestling / karate / polo / badminton
toy doll
  frisbee / doll / teddy / puppet / kite / lego / puzzle / stuffed_animal
clothes clothing garment apparel outfit attire
  shirt t-shirt tshirt blouse top / tank_top / jacket / coat / sweater pullover jumper jersey / vest / dress gown / skirt / pants \
      trousers / jeans / shorts / suit / tuxedo / uniform / costume / swimsuit bathing_suit swim_suit / bikini / hat cap / helmet / \
      scarf / glove mitten / sock / shoe / boot / sneaker / sandal / slipper / tie / belt / cloak cape / apron / robe / hood / \
      headdress / jumpsuit
glasses spectacles eyeglasses / sunglasses / goggles
tool
  knife / scissors / hammer / saw / axe / drill / screwdriver / wrench / shovel spade / rake / broom / brush / sponge / ladder / \
      rope / needle / whisk / blender / mixer
weapon
  gun / pistol handgun revolver / rifle / sword / bow / arrow / bomb / machine_gun
  knife
container
  bowl / pot / pan skillet frying_pan / cup / mug / glass / bottle / can / jar / bucket pail / basket / box / bag sack / tray / \
      plate dish / saucer / tub / tank / case suitcase / package / barrel / vase / drawer / wok
furniture
  table / desk / chair / bench / sofa couch / bed / stool / shelf / cabinet cupboard / dresser / armchair / crib
device machine
  phone telephone / cell_phone cellphone mobile mobile_phone smartphone
  computer / laptop notebook / camera / webcam / television tv / radio / microwave / oven stove / refrigerator fridge / fan / lamp \
      / clock / watch / keyboard / mouse / microphone mic / screen monitor / printer / vending_machine / washing_machine
building structure
  house home / hut cabin / barn / school / church / hospital / hotel / restaurant / store shop / tower / castle / garage / \
      skyscraper / museum / factory / stadium arena / station / airport / cathedral / bridge
room
  kitchen / bathroom / bedroom / living_room / classroom / office / hall / gym
road street path
  highway / sidewalk pavement / trail / track / lane / alley / driveway / avenue
water
  sea ocean / lake / river stream creek brook / pool / pond / puddle / waterfall / fountain / marsh swamp wetland / wave / rain / \
      body_of_water
land ground terrain
  field meadow pasture / grass lawn / hill slope incline hillside / mountain / cliff / rock stone boulder / sand / desert / beach \
      shore coast seashore / forest woods wood woodland / park / garden yard backyard back_yard / snow / ice / mud / dirt soil earth / \
      island / valley / cave / dune / jungle
plant
  tree / flower / bush shrub brush / leaf leaves / branch limb / log trunk / grass / vine / moss / weed
body
  face / head / hair / eye / ear / nose / mouth / tooth teeth / tongue / hand / arm / finger / leg / foot feet / knee / back / \
      shoulder / neck / chest / stomach / paw / tail / lip / cheek / eyelid / beard / chin / toe / wing / fur
color colour colored coloured
  red / blue / green / yellow / orange / purple / pink / black / white / brown / grey gray / golden gold / silver / tan / blond blonde
big large huge enormous giant
small little tiny
makeup cosmetics cosmetic / lipstick / eye_liner eyeliner / mascara
photo picture photograph image
music song tune
trick stunt / wheelie / handstand / backflip back_flip / somersault / flip / cartwheel
exercise workout exercises / pull-up push-up sit-up pullup pushup situp / lift / run jog / swim / stretch
piece slice chunk bit portion
street road
fence wall barrier
storm / thunderstorm / hurricane / tornado
fire bonfire campfire flame

move go travel
  walk stroll / march / hike trek / wade / tread / pace / limp / tiptoe / wander roam
  run jog sprint / race / trot gallop / dash rush
  jump leap hop bound / dive / bounce / skip
  climb / crawl / swim / fly / fall / slide / roll / crawl / drive / ride / sail / row paddle / ski / skate / surf / skateboard / \
      snowboard / float / step / turn / dance / come / enter / leave / chase follow pursue / return / descend / ascend
ride
  drive / surf / cycle bike / trot / gallop / skateboard
cut
  slice / chop / dice / trim / carve / saw / shred / mince / shave / sever / peel / shorten / mow / snip
cook
  fry / boil / bake / roast / grill / stir-fry / saute / toast / steam
prepare make_ready / cook / fry / boil / bake / mix / season
mix stir blend combine amalgamate whisk / beat
add put_in / pour / sprinkle / season
put place set lay / pour / add / drop / load / insert / spread
pour / spill
eat / devour / chew / gnaw / bite / dine / munch / lick / graze / taste
drink / sip / gulp / lap
make create do perform / build construct / produce / cook / prepare / form / draw / write / bake
play / strum / practice practise / perform
talk speak chat converse communicate / whisper / shout yell scream / argue / lecture / sing / call phone / discuss / bark / tell / joke
sing / hum / chant
look watch view observe stare gaze / study examine inspect / glance / peer / read / check
read / study
think / wonder / calculate / ponder
sit be_seated seated / crouch squat / perch / kneel / rest
rest relax / lie / sleep / nap / sit / lounge / idle
sleep nap doze
lie
stand / lean / wait / pose
pose
wear dress dressed
hold grip grasp clutch / carry / lift / hug / cradle / keep
lift raise pick_up hold_up
carry bear transport
take grab catch seize get / pick_up / steal / remove / receive / collect / gather
gather group cluster assemble collect
throw toss hurl / pitch / serve / fling / pass / launch
hit strike punch slap beat / kick / spank / knock / smash / bump / whack
break crack smash / shatter / snap
kick
fight battle / wrestle / box / punch / duel / spar
push shove / press / nudge
pull drag tug tow / draw
touch / pet stroke caress / poke / tap / rub / tickle / pat / hug / kiss / scratch / feel
hug embrace
clean wash / wipe / rinse / scrub / polish / sweep / mop / brush / bathe / vacuum / dust
apply put_on spread
attach fix fasten fit / tie / glue / tape / pin / screw
tie knot
open / unwrap / unlock / unzip
write / type / sign / note
draw paint sketch
shoot fire / spray squirt
spray squirt sprinkle
splash
dig burrow / excavate / shovel
cover / wrap / bury
show display demonstrate / present / perform
smile grin / laugh giggle
cry weep sob
dance
compete participate / race / play
work labor / operate / farm / build
operate use handle
operate drive
help aid assist / feed / support
feed
guard defend protect
escort lead guide accompany
surround encircle
wave
float / drift
hang dangle / swing / suspend
swing / sway
fold / bend
repair fix mend
buy purchase / shop
sell
shake
burn
test try
wait
brush comb
seek look_for search hunt
animate cartoon animated
rapidly quickly fast hurriedly speedily
slowly leisurely
loudly noisily
quietly silently softly
happily joyfully cheerfully gladly joyful happy cheerful glad
sadly unhappily
outside outdoors outdoor outdoors
inside indoors indoor
near beside next_to close_to by alongside near_to
front
middle center centre
top
young youthful
old elderly aged
beautiful pretty lovely gorgeous
wet soaked damp
muddy / snowy snow-covered snow_covered / rocky / grassy / sandy / dirty / icy / sunny / leafless / shirtless topless
several some many few multiple numerous various
"""


class Kind(NamedTuple):
    """A meaning: its name, and the names of all it is a kind of."""

    name: str
    above: frozenset[str]


@cache
def kinds() -> dict[str, tuple[Kind, ...]]:
    """The meanings of a word."""
    found: dict[str, dict[str, set[str]]] = {}
    path: list[str] = []
    for line in KINDS.strip("\n").splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        first = ""
        above = path[:depth]
        for number, group in enumerate(line.split("/")):
            words = group.split()
            if not words:
                continue
            # Below the top, groups of a row stand side by side; at the top, what follows the first is a kind of it.
            over = [*above, first] if depth == 0 and number else above
            for word in words:
                found.setdefault(word, {}).setdefault(words[0], set()).update(over)
            first = first or words[0]
        path[depth:] = [first]
    return {word: tuple(Kind(name, frozenset(above)) for name, above in of.items()) for word, of in found.items()}
