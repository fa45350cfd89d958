/** `English: Spanish, Spanish` a line; the endings of Spanish words may differ. The first line carries no picture. */
export const spanish = `
-: el, la, los, las, un, una, unos, unas, de, del, al, en, sobre, bajo, entre, por, para, es, son, está, están, su, sus, muy, lo, a, se, todo, toda, este, esta, quiero, muestra, hay, que, sea
and: y
with: con
without: sin
make it: haz, hazlo, que sea, pon
now: ahora
also: también
add: añade, agrega
remove: quita, elimina, borra
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
old: viejo, antiguo
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
rain: lluvia
snow: nieve
fog: niebla, bruma
wind: viento
storm: tormenta
lightning: relámpago, rayo
rainbow: arcoíris, arco iris
northern lights: aurora boreal, auroras boreales
ice: hielo
night: noche
day: día
morning: mañana
noon: mediodía
evening: tarde
dusk: crepúsculo, anochecer
sunset: atardecer, puesta de sol
sunrise: amanecer, alba
spring: primavera
summer: verano
autumn: otoño
winter: invierno
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
`;
