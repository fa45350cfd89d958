/**
 * One `English: French, French` per line. Inflected forms match, too. The first line lists words without visual
 * meaning.
 */
export const french = `
-: volent, reflètent, reflète, nagent, dansent, couleur, couleurs, ou bien, aussi bien, couché, le, la, les, l, un, une, des, du, de, d, au, aux, devant, par, pour, est, sont, que, qui, ce, cette, son, sa, ses, très, il, elle, tout, toute, montre, je, veux, à, y, en, ou bien, où, quand, dont, était, être, sera, ont, avoir, peut, fait, faire, nous, vous, tu, on, ils, elles, leur, leurs, notre, votre, mon, ma, mes, ton, ta, tes, se, s, n, ne, c, qu, j, m, t, me, te, si, comme, puis, alors, encore, déjà, toujours, quelques, quelque, chaque, autre, autres, même, aussi bien, ici, là bas, voir, vois, voudrais, image, scène, paysage, vue, fond, arrière plan, premier plan, loin, lointain, horizon, monde, lieu, endroit, milieu, centre, gauche, droite, haut, bas, bord, long, autour, vers, contre, depuis, jusqu, pendant, assis, assise, debout, couché, couchée, endormi, qui dort, dort, marche, marchant, court, courant, vole, volant, nage, nageant, joue, jouant, jouent, danse, dansant, brille, souffle, tombe, tombent, tombant, pousse, flotte, regarde, regardant, traverse, roule, galope, pose, beau, belle, beaux, belles, joli, jolie, magnifique, s il te plaît, svp, quelqu
and: et
with: avec
without: sans, dépourvu de, privé de
make it: fais, mets, rends
now: maintenant
also: aussi, également, ajouter, rajoute
add: ajoute
sea: bord de la mer, mer, océan
remove: enlève, retire, supprime, ôte, efface, enlever, retirer, supprimer, fais disparaître
stop: arrête, arrête de, arrêtez, cesse, cesse de, fini
more: plus, plus de
less: moins, moins de
zoom in: plus près, rapproche
zoom out: plus loin, éloigne, recule
bigger: plus grand
smaller: plus petit
brighter: plus clair
darker: plus sombre
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
window: fenêtre
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
sky: ciel, cieux
cloud: nuage
rain: pleut, pleuvoir, pluie
snow: neiger, neige
fog: brume, brouillard
wind: vent
storm: tempête
thunderstorm: orage
lightning: éclair, foudre
rainbow: arc en ciel
northern lights: aurore boréale, aurores boréales
ice: glace
night: nuit, nocturne
day: jour
morning: matin
noon: midi
evening: soir, soirée
dusk: crépuscule
sunset: coucher de soleil, coucher du soleil, crépuscule doré, soleil couchant
sunrise: lever de soleil, lever du soleil, aube, lever du jour
spring: printemps, printanier
summer: été, estival
autumn: automne, automnal, octobre
winter: hiver, hivernal
red: rouge
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
in: dans, dedans
on: sur
under: sous
over: au dessus, dessus
behind: derrière
beside: près, à côté, auprès
between: entre
no: aucun, aucune, pas, pas de, plus aucun, rien, jamais, personnes
nor: ni
but: mais
only: seulement, juste, seul
light: léger, légère, faible, un peu, doucement
heavy: fort, forte, épais, épaisse, dense, intense
gentle: doux, douce, délicat
quiet: tranquille, paisible, silencieux, silence, paix, serein
wild: sauvage, agité, agitée, déchaîné, déchaînée
cold: froid, froide, glacial
warm: chaud, chaude, chaleur
foggy: brumeux, brumeuse, embrumé
rainy: pluvieux, pluvieuse, mouillé
snowy: enneigé, enneigée, neigeux
windy: venteux, venteuse
sunny: ensoleillé, ensoleillée
cloudy: nuageux, nuageuse, couvert, gris couvert
starry: étoilée
stormy: orageux, orageuse
clear: dégagé, dégagée, limpide
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
huge: immense, énorme, gigantesque, géant, géante, vaste
tiny: minuscule
colourful: coloré, colorée, multicolore
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
wave: vague, vagues, flots, houle
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
square: place
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
dawn: aurore, point du jour, petit matin
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
gold: or
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
