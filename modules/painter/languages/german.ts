/**
 * One `English: German, German` per line. Inflected forms match, too. The first line lists words without visual
 * meaning.
 */
export const german = `
-: spiegeln, spiegelt, galoppiert, Rand, Tages, Farbe, Farben, der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, ist, sind, vom, zum, zur, von, beim, vor, durch, dort, hier, sehr, ganz, sich, wie, man, er, sie, bitte, zeig, zeige, alles, als, nach, voller, fährt, steht, geht, fliegt, schläft, dann, noch, schon, immer, wieder, etwas, bisschen, einige, viele davon, manche, jede, jeder, jedes, dies, diese, dieser, dieses, ihr, ihre, sein, seine, mein, meine, unser, unsere, wo, wenn, während, war, wird, werden, wurde, hat, haben, kann, soll, sollen, ich, wir, du, möchte, will, gib, gibt, liegt, liegen, sitzt, sitzen, stehen, gehen, laufen, läuft, fliegen, fahren, schwimmt, schwimmen, spielt, spielen, tanzt, tanzen, scheint, leuchtet, weht, fällt, fallen, blüht, blühen, wächst, ragt, steigt, zieht, treibt, schaut, blickt, sieht, reitet, sitzend, stehend, gehend, schlafend, fliegend, so, doch, mal, mich, mir, Bild, Szene, Landschaft, Hintergrund, Vordergrund, Ansicht, Blick, Ort, Welt, Ferne, Horizont, Weg zum, irgendwo, überall, mitten, mitte, rund, um, herum, entlang, gegen, ob, bis, seit, schöner, schöne, schönes, wunderschön, verlassene, langsam, jemand, oben, unten, links, rechts, los, bitte noch, wäre
and: und
with: mit
without: ohne, kein, keine, keinen, keinem, keiner, keines, keinerlei, niemand
in: in, im, ins, innerhalb
make: mach, mache, lass
it: es
now: jetzt, nun
also: auch, dazu, zusätzlich, außerdem, ebenfalls
add: füge, ergänze
remove: nimm, entferne, lösche, streiche
stop: stopp, stoppe, beende, hör auf, hör auf mit, hör auf zu
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
old: alt, uralt, antik, verfallen, mittelalterlich
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
mountain: Alpen, Berg, Gebirge
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
windmill: Windmühle, Mühle, Windrad
temple: Tempel
waterfall: Wasserfall, Wasserfälle
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
bird: Vogel
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
dusk: Dämmerung, Abenddämmerung, Zwielicht
sunset: Sonnenuntergang, Abendrot, Abendsonne
sunrise: Sonnenaufgang
spring: Frühling, Frühjahr, Lenz
summer: Sommer
autumn: Herbst, Herbstlaub
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
on: auf, am, an
over: über, oberhalb
under: unter, unterhalb
behind: hinter
beside: neben, bei
between: zwischen
not: nicht, nie, niemals
or: oder
nor: weder
but: aber, sondern
only: nur, bloß
away: weg, fort, verschwinden, verschwindet, verschwunden, aus
light: leicht, schwach
heavy: heftig, schwer, stark, dicht, kräftig
gentle: sanft, zart, mild, lind
quiet: leise, friedlich, idyllisch, lautlos, Stille, Ruhe
wild: wild, tobend, rau, aufgewühlt
cold: kalt, kühl, frostig, eisig, Kälte
warm: warm, heiß, Hitze, Wärme, schwül
foggy: neblig, neblige, nebelig, dunstig, Dunst, diesig
rainy: regnerisch, verregnet, nass
snowy: verschneit, schneebedeckt, beschneit
windy: windig
sunny: sonnig, sonnenbeschienen
cloudy: bewölkt, wolkig, bedeckt
starry: sternenklar, sternklar, gestirnt
clear: klar, wolkenlos
frozen: gefroren, zugefroren, vereist, frost
misty: Nebelschwaden
lonely: einsam, verlassen, allein
mysterious: geheimnisvoll, mysteriös, rätselhaft
magical: magisch, zauberhaft, verzaubert, märchenhaft, Märchen
spooky: unheimlich, gruselig, gespenstisch
dreamy: verträumt, traumhaft, Traum
happy: fröhlich, glücklich, heiter
sad: traurig, melancholisch, düster
gloomy: trüb, trist
romantic: romantisch, Liebe
dramatic: dramatisch, episch, gewaltig
tall: hoch, hohe, hoher, hohes, riesig
huge: gigantisch, mächtig, weit
tiny: winzig
colourful: bunt, farbenfroh, farbig
glowing: leuchtend, glühend, strahlend, glänzend
abandoned: leerstehend
city: Großstadt, Metropole, Altstadt, Innenstadt
skyscraper: Wolkenkratzer, Hochhaus, Hochhäuser
building: Gebäude
light ray: Sonnenstrahl, Sonnenstrahlen, Strahlen, Lichtstrahl
sunlight: Sonnenlicht, Sonnenschein
lights: Licht, Lichter
moonlight: Mondlicht, Mondschein
full moon: Vollmond
starry sky: Sternenhimmel
shooting star: Sternschnuppe, Komet
milky way: Milchstraße
wave: Welle, Wellen, Brandung
shore: Ufer, Küstenlinie, Hafen, Bucht
cliff: Klippe, Felswand, Steilküste
rock: Fels, Felsen, Stein, Steine
valley: Tal, Schlucht
peak: Gipfel, Bergspitze
glacier: Gletscher, Eisberg
sand: Sand
dune: Düne
oasis: Oase
swamp: Sumpf, Moor
pond: Weiher, Tümpel
stream: Strom, Quelle
jungle: Dschungel, Urwald, Regenwald
fir: Tanne, Fichte, Kiefer
oak: Eiche, Buche, Ahorn
birch: Birke
palm: Palme
grass: Gras, Gräser, Schilf
bush: Busch, Strauch
garden: Garten, Park
flower meadow: Blumenwiese
wheat: Weizen, Getreide, Kornfeld, Acker
farm: Bauernhof, Hof
rose: Rose
roses: Rosen
tulip: Tulpe
lavender field: Lavendelfeld
petal: Blütenblatt, Blütenblätter
path: Pfad, Gasse, Allee, Landstraße, Autobahn
square: Platz, Marktplatz, Markt
palace: Palast
ruin: Ruine
pyramid: Pyramide
cottage: Häuschen, Bauernhaus, Almhütte
tent: Zelt
library: Bibliothek, Bücherregal
kitchen: Küche
bed: Bett, Schlafzimmer
table: Tisch
sofa: Sofa, Couch
chair: Stuhl, Sessel
fireplace: Kamin
candle: Kerze
lamp: Lampe, Straßenlaterne
umbrella: Regenschirm, Schirm
sailboat: Segelboot, Segler
spaceship: Raumschiff
hot air balloon: Heißluftballons
truck: Lastwagen, Bus
motorcycle: Motorrad
tram: Straßenbahn, U-Bahn
eagle: Adler, Falke
raven: Rabe, Krähe
seagull: Möwe
swallow: Schwalbe, Taube, Spatz, Ente
crane: Kranich, Storch, Reiher, Gans, Gänse
bat: Fledermaus, Fledermäuse
bee: Biene, Libelle, Marienkäfer
moth: Motte, Falter
jellyfish: Qualle
turtle: Schildkröte
shark: Hai, Delfin
bear: Bär, Eichhörnchen, Igel
cow: Kuh, Kühe, Schaf, Schafe, Ziege, Schwein, Huhn
penguin: Pinguin, Eisbär
monkey: Affe, Papagei, Schlange
mermaid: Meerjungfrau
unicorn: Einhorn, Pferde
puppy: Welpe
kitten: Kätzchen
tiger: Tiger, Leopard
camel: Kamel, Kamele
giraffe: Giraffe, Zebra
woman: Frauen, Hexe, Königin, Prinzessin, Mutter, Tänzerin
man: Männer, König, Vater, Kind, Wanderer, Reisender, Fischer, Bauer
knight: Ritter, Zauberer, Krieger
couple: Paar, Liebespaar
dancer: Tänzer, Ballerina
portrait: Porträt, Gesicht
robot: Roboter
ghost: Geist, Gespenst, Fee
shadow: Schatten
silhouette: Silhouette, Gestalt
dawn: Morgengrauen, Tagesanbruch, Morgendämmerung, Morgenröte
midnight: Mitternacht
afternoon: Nachmittag, Vormittag
golden hour: goldene Stunde
drizzle: Nieselregen
downpour: Wolkenbruch, Schauer, Regentropfen
snowflake: Schneeflocke, Flocken, Schneefall
blizzard: Schneesturm
hail: Hagel
thunder: Donner
breeze: Brise, Böe
tornado: Wirbelsturm, Orkan
flood: Überschwemmung, Flut
smoke: Rauch, Qualm, Dampf
ash: Asche
ember: Glut, Funken, Funke
flame: Flamme
lava: Lava
bubble: Blase, Seifenblase
feather: Feder, Löwenzahn
dust: Staub
crystal: Kristall, Glas
silver: Silber, silbern
wood: Holz, hölzern
stone: steinern
neon: Neon, Neonlichter
planet: Planet, Erde
galaxy: Galaxie
nebula: Sternennebel
black hole: schwarzes Loch
coral: Koralle, Riff, Korallenriff
deep sea: Tiefsee
turquoise: türkis
beige: beige
dark blue: dunkelblau
january: Januar, Dezember, Weihnachten
fast: schnell
abstract: abstrakt
pale: blass, fahl
soft: weich
`;
