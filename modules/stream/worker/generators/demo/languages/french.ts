/** `English: French, French` a line; the endings of French words may differ. The first line carries no picture. */
export const french = `
-: le, la, les, l, un, une, des, du, de, d, au, aux, en, dans, sur, sous, devant, derrière, entre, par, pour, est, sont, que, qui, ce, cette, son, sa, ses, très, il, elle, là, tout, toute, montre, je, veux, à
and: et
with: avec
without: sans
make it: fais, mets, rends
now: maintenant
also: aussi
add: ajoute
sea: bord de la mer
remove: enlève, retire, supprime
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
old: vieux, vieille
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
sea: mer, océan
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
ship: navire, voilier
boat: bateau
paper boat: bateau en papier, bateau de papier
car: voiture
train: train
airplane: avion
rocket: fusée
bicycle: vélo
horse: cheval, chevaux
cat: chat
dog: chien
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
butterfly: papillon
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
sky: ciel
cloud: nuage
rain: pluie
snow: neige
fog: brume, brouillard
wind: vent
storm: tempête
thunderstorm: orage
lightning: éclair
rainbow: arc en ciel
northern lights: aurore boréale, aurores boréales
ice: glace
night: nuit
day: jour
morning: matin
noon: midi
evening: soir
dusk: crépuscule
sunset: coucher de soleil, coucher du soleil
sunrise: lever de soleil, lever du soleil, aube
spring: printemps
summer: été
autumn: automne
winter: hiver
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
`;
