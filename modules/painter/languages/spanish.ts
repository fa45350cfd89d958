/** `English: Spanish, Spanish`. Inflected forms match, too; `-` lists words without visual meaning. */
export const spanish = `
storm: el tiempo empeora, tiempo empeora, tormenta
clear: hace buen tiempo, mejora el tiempo, el tiempo mejora, despeja, despejado, límpido
snow: a nevar, de nevar, nevar, nieva, está nevando, nieve, nevando, nieves
rain: a llover, de llover, llover, llueve, está lloviendo, lluvia, lloviendo, lluvias
begins: empieza, empiezan, comienza, comienzan, empieza a, comienza a, se pone a
appears: a caer, caer, aparecer, llegar, venir, aparece, aparecen, aparezca, surge, surgen, llega, llegan, se acerca, se acercan, estalla, estallan, entra, entran, emerge, emergen, sale a la superficie, asoma, asoman, salta, saltan, cae, caen, cayendo, cae sobre, viene, vienen, pasa, pasan, pasa volando, pasa nadando, vuelve, vuelven, regresa, regresan, está de vuelta, está aquí, se forma, se forman, se desata, se avecina, se une, se unen, desciende, descienden, sobrevuela, sobrevuelan, cruza, cruzan, invade, cubre, se levanta una, se levanta un, brota, brotan, se reúnen, se acumulan, se extiende, hay, aterriza
blooms: florece, florecen
shines: brilla, brillan, se abre paso
sets: se pone, ponerse, se ponga, se hunde, se hunden, se ha puesto, se oculta, se esconde
rises: sale, salen, sube, suben, se eleva, se elevan, se alza, se alzan, se levanta, amanece el, ha salido
opens: se abre, se abren, se abran, se rompen, se separan, se apartan
clears: se despeja, se despejan, se disipa, se disipan, se aclara, escampa, se disuelve
vanishes: desaparecer, irse, desaparece, desaparecen, desaparezca, se va, se van, se aleja, se alejan, se desvanece, se desvanecen, se marcha, se marchan, se apaga, se apagan, ya no está, ya no hay, se ha ido, se han ido, termina la, se acaba, ha terminado, se acabó, sale volando, parte, abandona
stops: para de, deja de, para, cesa, cesan, termina, terminan, dejó de, se detiene, se detienen, ha parado
melts: se derrite, se derriten, se funde
weakens: se calma, se calman, amaina, amainan, se debilita, disminuye, disminuyen, afloja, se apacigua, se suaviza, se tranquiliza, baja
strengthens: se agita, se embravece, se enfurece, arrecia, arrecian, se intensifica, se intensifican, aumenta, aumentan, empeora, se espesa, se hace más fuerte, se vuelve más fuerte, se hace más densa, se hace más denso, se multiplican, se fortalece
grows: crece, crecen, se hace más grande, se agranda, se hacen más grandes
shrinks: encoge, se encoge, se hace más pequeño, se hace más pequeña
becomes: se convierte en, se convierten en, se transforma en, se transforman en, se vuelve, se vuelven, se hace, se torna, se tornan, se tiñe de, se tiñen de, se pone de color, da paso a, deja paso a, dan paso a, se cubre de, se cubren de, pasa a ser, es ahora, cambia a
turn: convierte, transforma, cambia, reemplaza, sustituye, convierta
into: en un, en una, por un, por una
to: en
lights up: se encienden, se enciende, se iluminan, se ilumina, se prenden, se prende, están encendidas, está encendida, se encienden las
turn on: enciende, encender, prende, ilumina
remove: apaga, apagar, quítale, quiten, que desaparezca, que desaparezcan, que se vaya, sácalo, quita, elimina, borra, saca, suprime, quitar, borrar, haz desaparecer
darkens: se oscurece, se oscurecen, se nubla, se ennegrece, se encapota
night: es de noche, se hace de noche, de noche, anochece, oscurece, se hace oscuro, está oscuro, por la noche, hacerse de noche, que anochezca, noche, nocturno, noches
day: es de día, se hace de día, de día, por el día, pleno día, día
dawn: amanece, sale el día, que amanezca, aurora, madrugada
sunset: atardece, que atardezca, la puesta de sol, puesta de sol, atardecer, ocaso, puesta del sol
darkness: oscuridad, tinieblas
winter: es invierno, en invierno, invierno, invernal
summer: es verano, en verano, veraniego, verano
autumn: es otoño, en otoño, otoño, otoñal, octubre
spring: es primavera, en primavera, primavera, primaveral
the same: lo mismo, la misma escena, igual, la misma, el mismo, los mismos, las mismas, la misma imagen
again: otra vez, de nuevo, nuevamente, una vez más
back to: vuelve a, vuelve al, volver a, regresa a, regresa al, vuelta a, vuelta al, de vuelta a, de vuelta al
another: otro, otra, un segundo, una segunda, uno más, una más
one: uno solo, una sola, un solo
more: más, todavía más, aún más, más fuerte
less: menos, no tan, no tanto, no tanta
add: añade, agrega, incluye, añada, suma, mete, coloca, pon un, pon una, pon unos, pon unas
everything: todo, el mundo entero, toda la escena, toda la imagen
zoom out: aleja la cámara, alejar, aléjate, zoom hacia afuera, zoom hacia fuera, plano general, más lejos, más alejado, desde lejos, retrocede, reduce el zoom, plano amplio, aleja el zoom, aleja
zoom in: acerca la cámara, acércate, acercar, zoom hacia adentro, zoom hacia dentro, primer plano, más cerca, más de cerca, amplía, aumenta el zoom, haz zoom, acerca
in the distance: a lo lejos, en el horizonte, al fondo, en la distancia
on the left: a la izquierda, hacia la izquierda
on the right: a la derecha, hacia la derecha
in the middle: en el centro, en el medio, al centro, en medio
make it: hazlo, hazla, hazlos, ponlo, ponla, que sea, que esté, haz que sea, haz que, haz, pon
let: que, deja que
undo: deshacer, deshaz, deshazlo, como antes, vuelve atrás, atrás
new scene: nueva escena, nuevo sueño, otra escena, algo totalmente distinto, otra cosa
in: bajo, dentro
window: ventanas, ventana
warmer: más cálido, más cálida, más cálidos
colder: más frío, más fría, más fríos
colourful: más colorido, más color, más colores, colores vivos, colorido, multicolor
black and white: blanco y negro
pastel: pastel
natural colours: colores normales, colores naturales, en color
gold: en oro, de oro, oro
huge: gigantescos, gigantesca, enorme, inmenso, gigante, gigantesco, vasto, grandioso
wild: bravío, brava, salvaje, bravo, agitado, embravecido
bigger: agranda, agrándalo, más grandes, aumenta el tamaño, más grande
smaller: achica, reduce, más pequeña, más pequeños, más pequeño
brighter: aclara, más luminoso, más luminosa, más clara, más brillante, más claro
darker: oscurece la imagen, más oscura, más oscuros, más oscuro
crowd: multitud, muchedumbre
birds: bandada, bandada de pájaros
seagulls: gaviotas
-: crea, cree, crear, pinta, pinte, pintar, dibuja, dibuje, dibujar, imagina, imagine, a través de, a través, vuelan, reflejan, refleja, nadan, bailan, color, colores, pone, ponen, el, la, los, las, un, una, unos, unas, de, del, al, por, es, son, está, están, su, sus, muy, lo, a, se, toda, este, quiero, muestra, sea, e, o, ella, ellos, ellas, yo, tú, me, te, le, les, nos, mi, mis, tus, nuestro, nuestra, esto, estos, estas, ese, esa, eso, aquel, aquella, donde, cuando, mientras, como, si, pero que, era, fue, será, ser, estar, han, ha, tiene, tienen, puede, poder, hace, hacer, ver, veo, quisiera, dame, imagen, escena, paisaje, vista, fondo, lejos, lejano, lejanía, distancia, horizonte, mundo, lugar, sitio, medio, centro, izquierda, derecha, arriba, abajo, borde, orilla de, largo, alrededor, hacia, contra, desde, hasta, durante, sentado, sentada, parado, tumbado, dormido, dormida, duerme, durmiendo, camina, caminando, corre, corriendo, vuela, volando, nada en, nadando, juega, jugando, juegan, baila, bailando, sopla, flota, flotando, mira, mirando, cruzando, galopa, hermoso, hermosa, bonito, bonita, bello, bella, precioso, preciosa, por favor, alguien, algún, alguna, algunos, algunas, cada, otros, otras, mismo, misma, ya, todavía, aún, siempre, aquí, allí, allá, luego, después, entonces, un poco de, tan, tanto
and: y
with: con
without: sin, carente de, libre de
now: ahora
also: también, además, añadir, agregar
stop: detén, que pare, basta de
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
cathedral of rain: catedral de lluvia
coloured glass: vidriera, vidrieras, vitral, vitrales, vidrieras de colores, vidrios de colores, cristales de colores
sleeping city: ciudad dormida, ciudad que duerme
upwards: hacia arriba, para arriba
river of stars: río de estrellas
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
fog: niebla, bruma
wind: viento
lightning: relámpago, rayo
rainbow: arcoíris, arco iris
northern lights: aurora boreal, auroras boreales
ice: hielo
morning: mañana
noon: mediodía
evening: tarde
dusk: crepúsculo, anochecer
sunrise: amanecer, alba
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
on: sobre, encima
under: debajo
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
tiny: diminuto, minúsculo
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
