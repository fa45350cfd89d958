/** `English: French, French`. Inflected forms match, too; `-` lists words without visual meaning. */
export const french = `
storm: le temps se gâte, temps se gâte, tempête
clear: il fait beau, le temps s améliore, fait beau, dégagé, dégagée, limpide
snow: à neiger, de neiger, il neige, neiger, neige
rain: à pleuvoir, de pleuvoir, il pleut, pleut, pleuvoir, pluie
begins: commence, commencent, commence à, se met à, débute, se mettent à
appears: tomber, apparaître, arriver, surgir, venir, apparaît, apparaissent, apparaisse, surgit, surgissent, arrive, arrivent, survient, éclate, éclatent, se lève une, approche, s approche, approchent, s approchent, entre, entrent, émerge, émergent, fait surface, font surface, remonte à la surface, jaillit, jaillissent, tombe, tombent, tombe doucement, vient, viennent, passe, passent, revient, reviennent, est de retour, sont de retour, est là, sont là, se forme, se forment, s installe, s installent, s annonce, gronde, envahit, envahissent, descend, descendent, rejoint, rejoignent, saute, sautent, bondit, vole au dessus, survole, survolent, traverse, traversent, s envole, s élève, s élèvent, entre en scène, se rapproche, se rassemblent, s amoncellent, s accumulent, nage, recouvre, s abat, s abattent, se déclenche, retombe, retourne
blooms: fleurissent, fleurit, s épanouissent, éclosent
shines: brille, brillent, perce, se montre, resplendit
sets: se couche, se coucher, se couchent, descend à l horizon, sombre dans la mer, coule, coulent, s est couché, disparaît à l horizon
rises: se lève, se lever, se lèvent, monte, montent, s est levé
opens: s ouvre, s ouvrent, s écartent, s écarte, se déchire, se déchirent, se séparent, s entrouvrent, laissent place au soleil
clears: se dégage, se dégagent, se dissipe, se dissipent, s éclaircit, s éclaircissent, se découvre, s estompe
vanishes: disparaître, partir, disparaît, disparaissent, disparaisse, s en va, s en vont, part, partent, s éloigne, s éloignent, s évanouit, s envole au loin, s éteint, s éteignent, éteins, est parti, sont partis, est partie, n est plus là, est fini, est finie, est terminé, est terminée, quitte, quittent, prend fin, s efface, sort de l image
stops: s arrête, s arrêtent, cesse, cessent, cesse de, s arrête de, s arrête de neiger, finit, se termine, arrête de
melts: fond, fondent
weakens: se calme, se calment, s apaise, s apaisent, faiblit, faiblissent, diminue, diminuent, s affaiblit, se modère, devient plus calme, devient plus faible, baisse
strengthens: se déchaîne, se déchaînent, s agite, s intensifie, s intensifient, se renforce, redouble, redouble d intensité, devient plus fort, devient plus forte, augmente, augmentent, s épaissit, s épaississent, empire, s aggrave, forcit, s amplifie
grows: grandit, grandissent, grossit, s agrandit, devient plus grand, devient plus grande, deviennent plus grands
shrinks: rétrécit, rapetisse, rapetissent, devient plus petit, devient plus petite
becomes: devient, deviennent, devienne, se transforme en, se transforment en, se change en, se changent en, vire au, virent au, tourne au, se teinte de, se teint de, se colore en, se couvre de, se couvrent de, laisse place à, laisse la place à, laissent place à, fait place à, cède la place à, cède la place au, laisse place au, fait place au, est maintenant, est remplacé par
turn: transforme, change, remplace, transformez
into: en un, en une, par un, par une
to: en
lights up: s allument, s allume, s illuminent, s illumine, sont allumées, sont allumés, est allumée, s éclairent
turn on: allume, allumez, illumine
remove: éteignez, débarrasse toi, enlevez, retirez, supprimez, sans plus, fais partir, plus de trace, enlève, retire, supprime, ôte, efface, enlever, retirer, supprimer, fais disparaître
darkens: s assombrit, s assombrissent, se couvre, se couvrent, noircit, devient sombre, se voile
night: il fait nuit, fait nuit, la nuit, de nuit, il commence à faire nuit, tombée de la nuit, fait sombre, il fait noir, nuit noire, nuit, nocturne
day: il fait jour, en plein jour, de jour, plein jour, en journée, le jour, jour
dawn: le jour se lève, jour se lève, aurore, point du jour, petit matin
darkness: obscurité, ténèbres
winter: c est l hiver, en hiver, hiver, hivernal
summer: en été, c est l été, été, estival
autumn: en automne, c est l automne, automne, automnal, octobre
spring: au printemps, c est le printemps, printemps, printanier
the same: la même chose, le même, la même, les mêmes, même chose, même scène, la même scène, pareil, idem
again: encore une fois, de nouveau, à nouveau, encore
back to: retour à, reviens à, retour au, reviens au, retour en, reviens en, retourne à
another: encore un, encore une, un autre, une autre, un deuxième, une deuxième, un second, une seconde, un de plus, une de plus
one: un seul, une seule
more: plus de, davantage, davantage de, encore plus, encore plus de, plus fort, encore plus fort, plus
less: moins de, moins fort, pas autant de, moins
but: par contre, mais
add: ajoutez, rajoute, ajoute, mets un, mets une, place, pose, il y a, y a
everything: tout, le monde entier, toute la scène, toute l image
zoom out: dézoome, dézoomer, dézoom, prends du recul, recule la caméra, éloigne toi, éloigne la caméra, zoom arrière, plan large, vue large, plus loin, de plus loin, vu de loin, recule, plan d ensemble, éloigne
zoom in: zoome, zoomer, zoome sur, zoom avant, rapproche toi, rapproche la caméra, gros plan, plan rapproché, de plus près, plus près, avance, plan serré, rapproche
in the distance: au loin, à l horizon, à l arrière plan, dans le lointain, en arrière plan
on the left: à gauche, vers la gauche, sur la gauche
on the right: à droite, vers la droite, sur la droite
in the middle: au milieu, au centre, vers le centre
make it: rends le, rends la, rends les, fais le, fais la, fais que, mets le, mets la, que ce soit, fais, mets, rends
let: que, laisse, laissez
undo: annule, annule ça, annuler, reviens en arrière, retour en arrière, comme avant, retour
new scene: nouvelle scène, nouveau rêve, tout autre chose, autre chose, une autre scène
with: par, avec
in: sous, dans, dedans
window: fenêtres, fenêtre
warmer: plus chaud, plus chaude, plus chaudes
colder: plus froid, plus froide, plus froides
colourful: plus coloré, plus colorée, plus de couleurs, couleurs vives, coloré, colorée, multicolore
black and white: noir et blanc
pastel: pastel
natural colours: couleurs normales, couleurs naturelles, en couleur
gold: en or, d or, l or, or
red: rougeoie, rouge
huge: gigantesques, immense, énorme, gigantesque, géant, géante, vaste
stormy: orageux, orageuse, tempétueux
wild: agitée, sauvage, agité, déchaîné, déchaînée
bigger: agrandis, plus gros, plus grosse, plus grande, plus grands, plus grandes, agrandir, plus grand
smaller: rétrécis, plus petite, plus petits, plus petites, réduis, plus petit
brighter: éclaircis, plus lumineux, plus lumineuse, plus claire, plus clairs, plus clair
darker: assombris, plus sombres, plus foncé, plus sombre
light: légèrement, léger, légère, faible, un peu, doucement
sky: le ciel, ciel, cieux
sea: flots, bord de la mer, mer, océan
crowd: foule
birds: volée d oiseaux, vol d oiseaux
seagulls: mouettes
-: crée, créez, créer, peins, peignez, peindre, dessine, dessinez, dessiner, imaginez, volent, reflètent, reflète, nagent, dansent, couleur, couleurs, ou bien, aussi bien, couché, le, la, les, l, un, une, des, du, de, d, au, aux, devant, pour, est, sont, qui, ce, cette, son, sa, ses, très, il, elle, toute, montre, je, veux, à, y, où, quand, dont, était, être, sera, ont, avoir, peut, fait, faire, nous, vous, tu, on, ils, elles, leur, leurs, notre, votre, mon, ma, mes, ton, ta, tes, se, s, n, ne, c, qu, j, m, t, me, te, si, comme, puis, alors, déjà, toujours, quelques, quelque, chaque, autre, autres, même, ici, là bas, voir, vois, voudrais, image, scène, paysage, vue, arrière plan, premier plan, loin, lointain, horizon, monde, lieu, endroit, milieu, centre, gauche, droite, haut, bas, bord, long, autour, vers, contre, depuis, jusqu, pendant, assis, assise, debout, couchée, endormi, qui dort, dort, marche, marchant, court, courant, vole, volant, nageant, joue, jouant, jouent, danse, dansant, souffle, tombant, pousse, flotte, regarde, regardant, roule, galope, beau, belle, beaux, belles, joli, jolie, magnifique, s il te plaît, svp, quelqu
and: et
without: sans, dépourvu de, privé de
now: maintenant
also: aussi, également, ajouter
stop: arrête, arrêtez, fini
faster: plus vite
slower: plus lentement
big: grand, gros
small: petit
dark: sombre
bright: clair
old: vieux, vieille, ancien, ancienne, antique, médiéval
calm: calme
two: deux
three: trois
four: quatre
five: cinq
six: six
seven: sept
eight: huit
nine: neuf
ten: dix
many: beaucoup
castle: château
hill: colline
mountain: montagne
lake: lac, étang
river: rivière, fleuve
beach: plage
island: île
coast: côte
forest: forêt, bois
tree: arbre
meadow: prairie, pré
field: champ
desert: désert
city: ville
street: rue, route
village: village
house: maison, cabane
roof: toit
church: église
cathedral: cathédrale
cathedral of rain: cathédrale de pluie
coloured glass: verre coloré, vitrail, vitraux
sleeping city: ville endormie
river of stars: rivière étoiles
upwards: vers le ciel, vers le haut
tower: tour
eiffel tower: tour eiffel
bridge: pont
lighthouse: phare
windmill: moulin
temple: temple
waterfall: cascade
cave: grotte
volcano: volcan
room: chambre, pièce
ship: navire, voilier, vaisseau, paquebot
boat: bateau
paper boat: bateau en papier, bateau de papier
car: voiture
train: train
airplane: avion, avions
rocket: fusée
bicycle: vélo
horse: cheval, chevaux
cat: chat, chatte
dog: chien, chienne
fox: renard
wolf: loup
bird: oiseau
swan: cygne
owl: hibou, chouette
rabbit: lapin
deer: cerf
elephant: éléphant
lion: lion
whale: baleine
dragon: dragon
fish: poisson
butterfly: papillon, papillons
person: homme, femme, fille, garçon, personne
people: gens, enfants
astronaut: astronaute
snowman: bonhomme de neige
flower: fleur
sunflower: tournesol
cherry blossom: cerisiers en fleurs, fleur de cerisier
leaves: feuille
mushroom: champignon
firework: feu d artifice, feux d artifice
campfire: feu de camp
fire: feu
firefly: luciole
lantern: lanterne
balloon: montgolfière, ballon
sun: soleil
moon: lune
star: étoile
cloud: nuage
fog: brume, brouillard
wind: vent
thunderstorm: orage
lightning: éclair, foudre
rainbow: arc en ciel
northern lights: aurore boréale, aurores boréales
ice: glace
morning: matin
noon: midi
evening: soir, soirée
dusk: crépuscule
sunset: coucher de soleil, coucher du soleil, crépuscule doré, soleil couchant
sunrise: lever de soleil, lever du soleil, aube, lever du jour
blue: bleu
green: vert
yellow: jaune
white: blanc, blanche
black: noir
grey: gris
pink: rose
purple: violet, violette
orange: orange
golden: doré
brown: marron
underwater: sous l eau, sous marin
space: espace
on: sur
over: au dessus, dessus
behind: derrière
beside: près, à côté, auprès
no: plus de pluie du tout, pas, plus aucune, aucun, aucune, pas de, plus aucun, rien, jamais, personnes
nor: ni
only: seulement, juste, seul
heavy: fort, forte, épais, épaisse, dense, intense
gentle: doux, douce, délicat
quiet: tranquille, paisible, silencieux, silence, paix, serein
cold: froid, froide, glacial
warm: chaud, chaude, chaleur
foggy: brumeux, brumeuse, embrumé
rainy: pluvieux, pluvieuse, mouillé
snowy: enneigé, enneigée, neigeux
windy: venteux, venteuse
sunny: ensoleillé, ensoleillée
cloudy: nuageux, nuageuse, couvert, gris couvert
starry: étoilée
frozen: gelé, gelée, givre
lonely: solitaire, seule, isolé
abandoned: abandonné, désert abandonné
mysterious: mystérieux, mystérieuse, secret
magical: magique, féerique, enchanté, enchantée
spooky: effrayant, lugubre, hanté, hantée, fantomatique
dreamy: rêve, onirique, rêveur
happy: joyeux, joyeuse, gai, heureux
sad: triste, mélancolique, mélancolie
gloomy: morne, maussade
romantic: romantique, amour
dramatic: dramatique, épique
tall: haute, hauts, hautes
tiny: minuscule
glowing: lumineux, lumineuse, brillant, brillante, étincelant, scintillant
new: nouveau, nouvelle, moderne
skyscraper: gratte ciel
building: bâtiment, immeuble
sunlight: lumière du soleil, rayon de soleil, rayons, rayon
lights: lumière, lumières, lueur, lueurs
moonlight: clair de lune
full moon: pleine lune
starry sky: ciel étoilé
shooting star: étoile filante, comète
milky way: voie lactée
wave: vague, vagues, houle
water: eau, eaux
shore: rivage, rive, littoral, port, baie
cliff: falaise, falaises
rock: rocher, roche, roc, pierre, caillou
valley: vallée, vallon, gorge
peak: sommet, cime, pic
glacier: glacier, iceberg
sand: sable
dune: dune
oasis: oasis
swamp: marais, marécage
stream: ruisseau, torrent
jungle: jungle, forêt tropicale
fir: sapin, pin
oak: chêne, hêtre, érable
birch: bouleau, peuplier
palm: palmier, cocotier
grass: herbe, roseau
garden: jardin, parc, verger
wheat: blé, champ de blé
farm: ferme
vineyard: vigne, vignoble
tulip: tulipe
lavender field: lavande
poppy: coquelicot
petal: pétale, pétales
path: chemin, sentier, allée, ruelle, autoroute
palace: palais
ruin: ruine, ruines
pyramid: pyramide
tent: tente
library: bibliothèque
kitchen: cuisine
bed: lit, chambre à coucher
table: table
sofa: canapé, sofa
chair: chaise, fauteuil
fireplace: cheminée
candle: bougie, chandelle
lamp: lampe, lampadaire, réverbère
umbrella: parapluie
sailboat: voile
spaceship: vaisseau spatial
taxi: taxi
truck: camion, bus, autobus
motorcycle: moto
tram: tramway, métro
eagle: aigle, faucon
raven: corbeau, corneille
seagull: mouette, goéland
swallow: hirondelle, pigeon, colombe, moineau, canard
crane: grue, cigogne, héron, oie, flamant
bat: chauve souris
bee: abeille, libellule, coccinelle
jellyfish: méduse
turtle: tortue
shark: requin, dauphin, pieuvre
bear: ours, écureuil, hérisson
cow: vache, mouton, chèvre, cochon, poule, brebis
penguin: pingouin, manchot
monkey: singe, perroquet, serpent
mermaid: sirène
unicorn: licorne
puppy: chiot
kitten: chaton
tiger: tigre, léopard
camel: chameau, dromadaire
giraffe: girafe, zèbre
koi: carpe, carpes koï
woman: femmes, fillette, dame, sorcière, reine, princesse, mère
man: hommes, roi, père, enfant, vieillard, voyageur, pêcheur
knight: chevalier, magicien, guerrier
couple: couple, amoureux
dancer: danseuse, danseur, ballerine
portrait: portrait, visage
robot: robot
ghost: fantôme, fée, esprit
shadow: ombre, ombres
silhouette: silhouette
midnight: minuit
afternoon: après midi, journée
golden hour: heure dorée
drizzle: bruine, crachin
downpour: averse, goutte de pluie, gouttes, déluge
snowflake: flocon, flocons
blizzard: blizzard, tempête de neige
hail: grêle
thunder: tonnerre
breeze: brise, rafale
tornado: tornade, ouragan
flood: inondation
smoke: fumée, vapeur
ash: cendre, cendres
ember: braise, braises, étincelle, étincelles
flame: flamme, flammes
lava: lave
bubble: bulle, bulles
feather: plume, pissenlit
dust: poussière
crystal: cristal, verre
silver: argent, argenté
wood: bois sculpté, en bois
stone: en pierre
neon: néon, néons
planet: planète, terre
galaxy: galaxie
nebula: nébuleuse
black hole: trou noir
coral: corail, coraux, récif
deep sea: fonds marins, abysses
iceberg: banquise
turquoise: turquoise
beige: beige
january: décembre, janvier, noël
slow: lent, lente
fast: rapide, vite
abstract: abstrait
pale: pâle
soft: tendre
cherry tree: cerisier
`;
