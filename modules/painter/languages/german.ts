/** `English: German, German`. Inflected forms match, too; `-` lists words without visual meaning. */
export const german = `
dusk: es dämmert, dämmert, Dämmerung, Abenddämmerung, Zwielicht
storm: das Wetter wird schlechter, Unwetter, Sturm
clear: das Wetter wird besser, wird schön, klar, wolkenlos
snow: zu schneien, schneien, schneit, geschneit, Schnee
rain: zu regnen, regnen, regnet, geregnet, Regen
fog: zu nebeln, Nebel
begins: beginnt, beginnen, fängt an, fangen an, setzt ein, setzen ein, bricht los, geht los
appears: auftauchen, zu fallen, erscheinen, aufziehen, taucht auf, tauchen auf, auftaucht, aufgetaucht, zieht auf, ziehen auf, aufzieht, kommt, kommen, kommt auf, kommen auf, kommt hinzu, kommt dazu, kommen hinzu, kommt herein, kommt heran, kommt vorbei, kommen vorbei, kommt näher, kommt heraus, kommt hervor, erscheint, tritt auf, bricht herein, bricht an, bricht ein, bricht aus, hereinbricht, anbricht, fällt, fallen, fällt herab, rieselt, rieseln, braut zusammen, zieht heran, zieht herauf, nähert, nähern, naht, fliegt vorbei, fliegen vorbei, fliegt vorüber, fliegt über, läuft vorbei, schwimmt vorbei, fährt vorbei, segelt vorbei, geht vorbei, springt, springen, springt heraus, kehrt zurück, kehren zurück, ist zurück, sind zurück, ist da, sind da, kommt zurück, kommen zurück, gesellt, landet, entsteht, wird es, kommt wieder, steigt aus, breitet aus, legt über, wandert vorbei, reitet vorbei, hüllt ein, erwacht, kreist, kreisen, tauchen aus, bildet, bilden
appears in bloom: erblüht
blooms: blüht auf, blühen auf, aufblüht
shines: scheint, scheinen, bricht durch, kommt durch, lacht
sets: geht unter, gehen unter, untergeht, untergehen, sinkt, sinken, versinkt, ging unter, untergegangen
rises: geht auf, gehen auf, aufgeht, steigt auf, steigen auf, steigt, steigen, erhebt, erheben, ging auf
sunset: Untergang der Sonne, Sonnenuntergang, Abendrot, Abendsonne
opens: reißt auf, reißen auf, aufreißen, aufreißt, öffnet, öffnen, bricht auf, brechen auf, teilt, teilen, lockert auf, lockern auf
clears: klart auf, klären auf, aufklart, heitert auf, verzieht, verziehen, lichtet, lichten, löst auf, lösen auf, hellt auf
vanishes: verschwindet, verschwinden, geht weg, gehen weg, zieht weg, fliegt weg, fliegen weg, schwimmt weg, fährt weg, läuft weg, fährt davon, läuft davon, fliegt davon, segelt davon, zieht ab, ziehen ab, zieht fort, zieht vorüber, zieht vorbei, ist weg, sind weg, ist fort, sind fort, geht aus, gehen aus, ausgeht, erlischt, erlöschen, ist vorbei, ist vorüber, sind vorbei, verlässt, verlassen das, verblasst, verblassen, taucht ab, löst in
stops: hört auf, hören auf, aufhört, endet, enden, lässt nach zu, aufgehört
melts: schmilzt, schmelzen, taut, taut weg, tauen
weakens: lässt nach, lassen nach, nachlässt, legt, legt nieder, beruhigt, beruhigen, wird schwächer, werden schwächer, wird ruhiger, werden ruhiger, nimmt ab, nehmen ab, flaut ab, ebbt ab, wird weniger, werden weniger, wird leichter, wird dünner
strengthens: tobt, wütet, wühlt auf, nimmt zu, nehmen zu, zunimmt, wird stärker, werden stärker, wird heftiger, werden heftiger, wird dichter, werden dichter, wird schlimmer, wird lauter, verstärkt, frischt auf, werden mehr, wird mehr
grows: wächst, wachsen, wird größer, werden größer, wird höher, werden höher
shrinks: schrumpft, schrumpfen, wird kleiner, werden kleiner
becomes: wird, werden, wird zu, werden zu, verwandelt, verwandeln, verwandelt in, verwandeln in, färbt, färben, verfärbt, wandelt in, weicht, weichen, geht über in, wird es zu, bekommt, wird aus, wechselt zu
turn: verwandle, verwandel, mach aus, mache aus, tausche, färbe
into: zu einem, zu einer, gegen einen, gegen eine, gegen ein
to: zu
lights up: gehen an, geht an, angehen, leuchten auf, leuchtet auf, leuchten, leuchtet, brennt, brennen, schalten ein, ist an, sind an, erleuchtet, sind erleuchtet, erstrahlen, flammen auf, wird angezündet
turn on: schalte ein, schalte an, mach an, mache an, zünde an, schalt ein, schalt an, knips an
remove: schalte aus, schalt aus, lass verschwinden, weg mit, nimm weg, schaff weg, ohne die, tu weg, nimm, entferne, lösche, streiche
darkens: verdunkelt, verdüstert, verfinstert, bezieht, zieht zu, trübt ein
night: dunkel werden, wird dunkel, dunkel wird, wird es dunkel, es wird dunkel, wird es Nacht, Nachtzeit, Nacht, nachts
morning: es wird hell, wird hell, wird es hell, Morgen, morgens
darkness: Dunkelheit, Finsternis
the same: dasselbe, das Gleiche, dieselbe, gleiche, derselbe, dieselben, gleicher
again: wieder, erneut, noch einmal, nochmal, nochmals
back to: zurück zu, zurück zum, zurück zur, zurück in, zurück auf, kehre zurück
another: noch ein, noch eine, noch einen, ein weiteres, eine weitere, einen weiteren, ein zweites, eine zweite, einen zweiten, weiteres, weitere, weiterer
another two: zwei weitere, noch zwei
another three: drei weitere, noch drei
more: noch mehr, mehr davon, stärker, heftiger, dichter, mehr
less: nicht so viel, nicht so viele, nicht so, weniger davon, schwächer, weniger
add: füge hinzu, gib dazu, stell, setz, setze, stelle, pack dazu, dazu noch, hinzu, füge, ergänze
everything: alles, die ganze Welt, das ganze Bild
zoom out: zoome heraus, zoome raus, zoom heraus, zoom raus, rauszoomen, raus, weiter raus, weiter entfernt, zurückzoomen, geh weiter weg, geh zurück, weiter zurück, aus der Ferne, aus größerer Entfernung, Totale, Weitwinkel
zoom in: zoome heran, zoome ran, zoome rein, zoom heran, zoom rein, zoom ran, heranzoomen, ranzoomen, reinzoomen, geh näher, geh näher heran, komm näher, näher heran, dichter ran, Nahaufnahme, Großaufnahme, ganz nah, näher, näher ran
in the distance: in der Ferne, am Horizont, im Hintergrund, weit weg, weit entfernt
on the left: nach links, auf der linken Seite, links
on the right: nach rechts, auf der rechten Seite, rechts
in the middle: in die Mitte, in der Mitte
make it: mach es, mache es, mach sie, mach ihn, lass es
let: lass, lasst
undo: rückgängig, mach das rückgängig, zurück, mach es rückgängig
new scene: neue Szene, neuer Traum, etwas ganz anderes, ganz neue Szene
replace: ersetze, tausche aus
with: durch einen, durch eine, durch ein, mit
through: durch
window: Fenstern, Fenster
warmer: wärmer
colder: kälter
colourful: bunter, farbiger, kräftigere Farben, bunt, farbenfroh, farbig
black and white: schwarzweiß, schwarz weiß, schwarz und weiß
pastel: Pastellfarben, Pastell, blasser
natural colours: normale Farben, natürliche Farben, in Farbe
red: rötlich, purpurrot, rot
gold: zu Gold, in Gold, aus Gold, Gold
golden: golden
huge: riesengroß, gigantisch, mächtig, weit
calm: ruhiger, ruhig, still
wild: wilder, wild, tobend, rau, aufgewühlt
sea: Wasser, Wellengang, Meer, Ozean, See am Meer
longer: mehr zu, länger
no: kein mehr, keine mehr, nicht mehr, keinen mehr
same: sonst gleich
seagulls: Möwenschwarm
birds: Vogelschwarm, Vogelschar
crowd: Menge, Menschenmenge
car: Wagen, Autos, Auto
bigger: vergrößere, vergrößert, größer
smaller: verkleinere, verkleinert, kleiner
brighter: erhelle, aufhellen, heller
darker: verdunkle, abdunkeln, düsterer, dunkler
sunny: die Sonne scheint, sonnig, sonnenbeschienen
autumn: herbstlich, Herbst, Herbstlaub
winter: winterlich, Winter
summer: sommerlich, Sommer
spring: frühlingshaft, Frühling, Frühjahr, Lenz
-: erschaffe, erstelle, erzeuge, zeichne, stell dir, stelle dir, spiegeln, spiegelt, galoppiert, Rand, Tages, der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, ist, sind, vom, zum, zur, von, beim, vor, dort, hier, sehr, ganz, sich, wie, man, er, sie, bitte, zeig, zeige, als, nach, voller, fährt, steht, geht, fliegt, schläft, dann, noch, schon, immer, etwas, bisschen, einige, viele davon, manche, jede, jeder, jedes, dies, diese, dieser, dieses, ihr, ihre, sein, seine, mein, meine, unser, unsere, wo, wenn, während, war, wurde, hat, haben, kann, soll, sollen, ich, wir, du, möchte, will, gib, gibt, liegt, liegen, sitzt, sitzen, stehen, gehen, laufen, läuft, fliegen, fahren, schwimmt, schwimmen, spielt, spielen, tanzt, tanzen, weht, blüht, blühen, ragt, zieht, treibt, schaut, blickt, sieht, reitet, sitzend, stehend, gehend, schlafend, fliegend, so, doch, mal, mich, mir, Bild, Szene, Landschaft, Hintergrund, Vordergrund, Ansicht, Blick, Ort, Welt, Ferne, Horizont, Weg zum, irgendwo, überall, mitten, mitte, rund, um, herum, entlang, gegen, ob, bis, seit, schöner, schöne, schönes, wunderschön, verlassene, langsam, jemand, oben, unten, los, bitte noch, wäre
and: und
without: ohne, kein, keine, keinen, keinem, keiner, keines, keinerlei, niemand
in: in, im, ins, innerhalb
make: mach, mache
it: es
now: jetzt, nun
also: auch, dazu, zusätzlich, außerdem, ebenfalls
stop: stopp, stoppe, beende, hör auf, hör auf mit, hör auf zu
zoom out: weiter weg, herauszoomen
faster: schneller
slower: langsamer
big: groß
small: klein
dark: dunkel, finster
bright: hell
old: alt, uralt, antik, verfallen, mittelalterlich
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
city: Stadt, Städte, Großstadt, Metropole, Altstadt, Innenstadt
street: Straße
village: Dorf
house: Haus, Häuser, Hütte
roof: Dach
church: Kirche
cathedral: Dom, Kathedrale
cathedral of rain: Kathedrale aus Regen
coloured glass: buntes Glas, farbiges Glas, Buntglas
sleeping city: schlafende Stadt
river of stars: Fluss aus Sternen
upwards: nach oben, aufwärts
tower: Turm
bridge: Brücke
lighthouse: Leuchtturm
windmill: Windmühle, Mühle, Windrad
temple: Tempel
waterfall: Wasserfall, Wasserfälle
cave: Höhle
volcano: Vulkan
room: Zimmer
ship: Schiff, Segelschiff
boat: Boot
paper boat: Papierboot
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
wind: Wind
thunderstorm: Gewitter
lightning: Blitz
rainbow: Regenbogen
northern lights: Nordlicht, Polarlicht, Nordlichter, Polarlichter
ice: Eis
day: Tag, tags
noon: Mittag
evening: Abend, abends
sunrise: Sonnenaufgang
blue: blau
green: grün
yellow: gelb
white: weiß
black: schwarz
grey: grau
pink: rosa
purple: lila, violett
orange: orangefarben
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
away: weg, fort, verschwunden, aus
light: leicht, schwach
heavy: heftig, schwer, stark, dicht, kräftig
gentle: sanft, zart, mild, lind
quiet: leise, friedlich, idyllisch, lautlos, Stille, Ruhe
cold: kalt, kühl, frostig, eisig, Kälte
warm: warm, heiß, Hitze, Wärme, schwül
foggy: neblig, neblige, nebelig, dunstig, Dunst, diesig
rainy: regnerisch, verregnet, nass
snowy: verschneit, schneebedeckt, beschneit
windy: windig
cloudy: bewölkt, wolkig, bedeckt
starry: sternenklar, sternklar, gestirnt
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
tiny: winzig
glowing: leuchtend, glühend, strahlend, glänzend
abandoned: leerstehend
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
