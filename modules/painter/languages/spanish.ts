/**
 * One `English: Spanish, Spanish` per line. Inflected forms match, too. The first line lists words without visual
 * meaning.
 */
export const spanish = `
-: vuelan, reflejan, refleja, nadan, bailan, color, colores, pone, ponen, el, la, los, las, un, una, unos, unas, de, del, al, por, para, es, son, está, están, su, sus, muy, lo, a, se, todo, toda, este, quiero, muestra, hay, que, sea, e, o, ella, ellos, ellas, yo, tú, me, te, le, les, nos, mi, mis, tus, nuestro, nuestra, esto, estos, estas, ese, esa, eso, aquel, aquella, donde, cuando, mientras, como, si, pero que, era, fue, será, ser, estar, han, ha, tiene, tienen, puede, poder, hace, hacer, ver, veo, quisiera, dame, imagen, escena, paisaje, vista, fondo, primer plano, lejos, lejano, lejanía, distancia, horizonte, mundo, lugar, sitio, medio, centro, izquierda, derecha, arriba, abajo, borde, orilla de, largo, alrededor, hacia, contra, desde, hasta, durante, sentado, sentada, parado, tumbado, dormido, dormida, duerme, durmiendo, camina, caminando, corre, corriendo, vuela, volando, nada en, nadando, juega, jugando, juegan, baila, bailando, brilla, brillan, sopla, cae, caen, cayendo, crece, crecen, flota, flotando, mira, mirando, cruza, cruzando, galopa, hermoso, hermosa, bonito, bonita, bello, bella, precioso, preciosa, por favor, alguien, algún, alguna, algunos, algunas, cada, otro, otra, otros, otras, mismo, misma, ya, todavía, aún, siempre, aquí, allí, allá, luego, después, entonces, un poco de, tan, tanto
and: y
with: con
without: sin, carente de, libre de
make it: haz, hazlo, que sea, pon
now: ahora
also: también, además, añadir, agregar
add: añade, agrega
remove: quita, elimina, borra, saca, suprime, quitar, borrar, haz desaparecer
stop: detén, deja de, que pare, basta de
more: más
less: menos
zoom in: más cerca, acerca
zoom out: más lejos, aleja
bigger: más grande
smaller: más pequeño
brighter: más claro
darker: más oscuro
faster: más rápido
slower: más lento
big: grande
small: pequeño
dark: oscuro
bright: claro, brillante
old: viejo, antiguo, antigua, viejas, medieval
calm: tranquilo
two: dos
three: tres
four: cuatro
five: cinco
six: seis
seven: siete
eight: ocho
nine: nueve
ten: diez
many: muchos
castle: castillo
hill: colina
mountain: montaña
sea: mar, océano
lake: lago
river: río
beach: playa
island: isla
coast: costa
forest: bosque
tree: árbol, árboles
meadow: prado
field: campo
desert: desierto
city: ciudad
street: calle, carretera
village: pueblo
house: casa, cabaña
roof: tejado, techo
church: iglesia
cathedral: catedral
tower: torre
eiffel tower: torre eiffel
bridge: puente
lighthouse: faro
windmill: molino
temple: templo
waterfall: cascada
cave: cueva
volcano: volcán
room: habitación
window: ventana
ship: velero, buque
boat: barco, barca
paper boat: barco de papel, barquito de papel
car: coche, carro
train: tren
airplane: avión
rocket: cohete
bicycle: bicicleta
horse: caballo
cat: gato
dog: perro
fox: zorro
wolf: lobo
bird: pájaro, ave
swan: cisne
owl: búho
rabbit: conejo
deer: ciervo
elephant: elefante
lion: león
whale: ballena
dragon: dragón
fish: pez, peces
butterfly: mariposa
person: hombre, mujer, niña, niño, persona
people: gente, niños
astronaut: astronauta
snowman: muñeco de nieve
flower: flor, flores
sunflower: girasol, girasoles
cherry blossom: cerezos en flor, flor de cerezo
leaves: hoja
mushroom: seta, hongo
firework: fuegos artificiales
campfire: hoguera, fogata
fire: fuego
firefly: luciérnaga
lantern: farol, linterna
balloon: globo
sun: sol
moon: luna
star: estrella
sky: cielo
cloud: nube
rain: lluvia, llueve, llover, lloviendo, lluvias
snow: nieve, nieva, nevando, nieves
fog: niebla, bruma
wind: viento
storm: tormenta
lightning: relámpago, rayo
rainbow: arcoíris, arco iris
northern lights: aurora boreal, auroras boreales
ice: hielo
night: noche, nocturno, noches
day: día
morning: mañana
noon: mediodía
evening: tarde, atardece
dusk: crepúsculo, anochecer
sunset: atardecer, puesta de sol, ocaso, puesta del sol
sunrise: amanecer, alba
spring: primavera, primaveral
summer: verano
autumn: otoño, otoñal, octubre
winter: invierno, invernal
red: rojo
blue: azul
green: verde
yellow: amarillo
white: blanco
black: negro
grey: gris
pink: rosa
purple: morado, violeta
orange: naranja
golden: dorado
brown: marrón
underwater: bajo el agua, submarino
space: espacio
in: en, dentro
on: sobre, encima
under: bajo, debajo
over: por encima
behind: detrás, tras
beside: junto, cerca, al lado
between: entre
no: no, ningún, ninguna, ninguno, nada, nadie, nunca, jamás, nada de
nor: ni
or: u
but: pero, sino
only: solo, solamente, únicamente
light: ligero, leve, suave ligero, débil, poco
heavy: fuerte, intenso, denso, espeso, pesado, torrencial
gentle: suave, delicado, dulce
quiet: silencioso, apacible, sereno, silencio, paz, calma, quieto
wild: salvaje, bravo, agitado, embravecido
cold: frío, gélido
warm: cálido, caliente, calor, caluroso
foggy: brumoso, neblinoso, nebuloso
rainy: lluvioso, mojado
snowy: nevado, nevada
windy: ventoso
sunny: soleado
cloudy: nublado, nuboso
starry: estrellado
stormy: tormentoso, tempestuoso
clear: despejado, límpido
frozen: helado, congelado, escarcha
lonely: solitario, aislado
abandoned: abandonado
mysterious: misterioso, secreto
magical: mágico, encantado, hechizado, cuento de hadas
spooky: espeluznante, tenebroso, embrujado, fantasmal
dreamy: sueño, onírico, soñador
happy: alegre, feliz
sad: triste, melancólico, melancolía
gloomy: sombrío, lúgubre
romantic: romántico, amor
dramatic: dramático, épico
tall: alto, altos
huge: enorme, inmenso, gigante, gigantesco, vasto, grandioso
tiny: diminuto, minúsculo
colourful: colorido, multicolor
glowing: luminoso, resplandeciente, reluciente
new: nuevo, moderno
skyscraper: rascacielos
building: edificio
sunlight: luz del sol, rayo de sol, rayos de sol
lights: luz, luces, resplandor
moonlight: luz de la luna, luz de luna, claro de luna
full moon: luna llena
starry sky: cielo estrellado
shooting star: estrella fugaz, cometa
milky way: vía láctea
wave: ola, olas, oleaje
water: agua, aguas
shore: orilla, ribera, puerto, bahía, muelle
cliff: acantilado
rock: roca, rocas, piedra, peñasco
valley: valle, cañón
peak: cima, cumbre, pico
glacier: glaciar
sand: arena
dune: duna
oasis: oasis
swamp: pantano, ciénaga
pond: estanque, charca
stream: arroyo, riachuelo
jungle: jungla, selva
fir: pino, abeto
oak: roble, haya, arce
birch: abedul, álamo
palm: palmera, palma
grass: hierba, césped, pasto, junco
garden: jardín, jardines, parque, huerto
wheat: trigo, trigal, maíz
farm: granja
rose: rosa roja
roses: rosas
tulip: tulipán, tulipanes
lavender field: lavanda
poppy: amapola
petal: pétalo
path: camino, sendero, callejón, senda, autopista
square: plaza, mercado
palace: palacio
ruin: ruina, ruinas
pyramid: pirámide
tent: tienda de campaña
library: biblioteca, librería
kitchen: cocina
bed: cama, dormitorio
table: mesa
sofa: sofá
chair: silla, sillón
fireplace: chimenea
candle: vela encendida, velas, vela
lamp: lámpara, farola
umbrella: paraguas
sailboat: barco de vela, barco velero
spaceship: nave espacial, nave
taxi: taxi
truck: camión, autobús
motorcycle: moto, motocicleta
tram: tranvía, metro
eagle: águila, halcón
raven: cuervo
seagull: gaviota
swallow: golondrina, paloma, gorrión, pato
crane: grulla, cigüeña, garza, ganso, flamenco
bat: murciélago
bee: abeja, libélula, mariquita
jellyfish: medusa
turtle: tortuga
shark: tiburón, delfín, pulpo
bear: oso, ardilla, erizo
cow: vaca, oveja, cabra, cerdo, gallina
penguin: pingüino
monkey: mono, loro, serpiente
mermaid: sirena
unicorn: unicornio
puppy: cachorro
tiger: tigre, leopardo
camel: camello
giraffe: jirafa, cebra
woman: mujeres, chica, muchacha, señora, bruja, reina, princesa, madre
man: hombres, chico, muchacho, rey, padre, anciano, viajero, pescador, caminante
knight: caballero, mago, guerrero
couple: pareja, enamorados
dancer: bailarina, bailarín
portrait: retrato, rostro, cara
robot: robot
ghost: fantasma, hada, espíritu
shadow: sombra
silhouette: silueta, figura
dawn: aurora, madrugada
midnight: medianoche
golden hour: hora dorada
drizzle: llovizna
downpour: aguacero, chubasco, diluvio, gota, gotas
snowflake: copo de nieve, copos
blizzard: ventisca, tormenta de nieve
hail: granizo
thunder: trueno
thunderstorm: tormenta eléctrica
breeze: brisa, ráfaga
tornado: tornado, huracán
flood: inundación
smoke: humo, vapor
ash: ceniza
ember: brasa, chispa, ascua
flame: llama
lava: lava
bubble: burbuja
feather: pluma, diente de león
dust: polvo
crystal: cristal, vidrio
gold: oro
silver: plata, plateado
wood: madera
stone: de piedra
neon: neón, neones
planet: planeta, tierra
galaxy: galaxia
nebula: nebulosa
black hole: agujero negro
coral: coral, arrecife, corales
deep sea: fondo del mar, profundidades
iceberg: témpano, icebergs
turquoise: turquesa
beige: beige
january: diciembre, enero, navidad
slow: lento
fast: rápido
abstract: abstracto
pale: pálido
soft: blando
`;
