/** `English: German, German` a line; the endings of German words may differ. The first line carries no picture. */
export const german = `
-: der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, ist, sind, im, am, vom, zum, zur, von, bei, beim, auf, über, unter, vor, hinter, neben, zwischen, durch, weg, aus, dort, hier, sehr, ganz, sich, wie, man, er, sie, bitte, zeig, zeige, alles, als, nach, voller, fährt, steht, geht, fliegt, schläft
and: und
with: mit
without: ohne, kein, keine, keinen
in: in
make: mach, mache, lass
it: es
now: jetzt, nun
also: auch, dazu
add: füge, ergänze
remove: nimm, entferne, lösche, streiche
more: mehr
less: weniger
zoom in: näher, näher ran
zoom out: weiter weg, herauszoomen
bigger: größer
smaller: kleiner
brighter: heller
darker: dunkler
faster: schneller
slower: langsamer
big: groß
small: klein
dark: dunkel, finster
bright: hell
old: alt
calm: ruhig, still
stormy: stürmisch
one: einzelner, einzelne
two: zwei
three: drei
four: vier
five: fünf
six: sechs
seven: sieben
eight: acht
nine: neun
ten: zehn
many: viele
castle: Schloss, Burg
hill: Hügel
mountain: Berg, Gebirge
sea: Meer, Ozean, See am Meer
lake: See, Teich
river: Fluss, Bach
beach: Strand
island: Insel
coast: Küste
forest: Wald, Wälder
tree: Baum, Bäume
meadow: Wiese
field: Feld
desert: Wüste
city: Stadt, Städte
street: Straße
village: Dorf
house: Haus, Häuser, Hütte
roof: Dach
church: Kirche
cathedral: Dom, Kathedrale
tower: Turm
bridge: Brücke
lighthouse: Leuchtturm
windmill: Windmühle, Mühle
temple: Tempel
waterfall: Wasserfall
cave: Höhle
volcano: Vulkan
room: Zimmer
window: Fenster
ship: Schiff, Segelschiff
boat: Boot
paper boat: Papierboot
car: Auto
train: Zug, Eisenbahn
airplane: Flugzeug
rocket: Rakete
bicycle: Fahrrad
horse: Pferd
cat: Katze, Kater
dog: Hund
fox: Fuchs
wolf: Wölfe
bird: Vogel, Vögel
swan: Schwan
owl: Eule
rabbit: Hase, Kaninchen
deer: Hirsch, Reh
elephant: Elefant
lion: Löwe
whale: Wal
dragon: Drache, Drachen
fish: Fisch
butterfly: Schmetterling
person: Mensch, Mann, Frau, Mädchen, Junge
people: Menschen, Leute, Kinder
astronaut: Astronautin
snowman: Schneemann
flower: Blume, Blüte
sunflower: Sonnenblume
cherry blossom: Kirschblüte
leaves: Blätter, Laub
mushroom: Pilz
firework: Feuerwerk
campfire: Lagerfeuer
fire: Feuer
firefly: Glühwürmchen
lantern: Laterne
balloon: Ballon, Heißluftballon
sun: Sonne
moon: Mond
star: Stern
sky: Himmel
cloud: Wolke
rain: Regen, regnen, regnet
snow: Schnee, schneien, schneit
fog: Nebel
wind: Wind
storm: Sturm
thunderstorm: Gewitter
lightning: Blitz
rainbow: Regenbogen
northern lights: Nordlicht, Polarlicht, Nordlichter, Polarlichter
ice: Eis
night: Nacht, nachts
day: Tag, tags
morning: Morgen, morgens
noon: Mittag
evening: Abend, abends
dusk: Dämmerung
sunset: Sonnenuntergang
sunrise: Sonnenaufgang
spring: Frühling
summer: Sommer
autumn: Herbst
winter: Winter
red: rot
blue: blau
green: grün
yellow: gelb
white: weiß
black: schwarz
grey: grau
pink: rosa
purple: lila, violett
orange: orangefarben
golden: golden, gold
brown: braun
underwater: unter Wasser, Unterwasser
space: Weltraum, Weltall
`;
