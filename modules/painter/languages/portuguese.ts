/** `English: Portuguese, Portuguese`. Inflected forms match, too; `-` lists words without visual meaning. */
export const portuguese = `
storm: o tempo piora, tempo piora, o tempo fecha, tempestade, tormenta, temporal
clear: faz tempo bom, o tempo melhora, o tempo abre, o tempo limpa, fica limpo, limpa, limpo, abre, céu limpo, límpido
snow: a nevar, de nevar, nevar, neva, está nevando, cai neve, neve, nevando
rain: a chover, de chover, chover, chove, está chovendo, cai chuva, chuva, chovendo, chuvas
rain stops: chuva para, chuva parou
snow stops: neve para, neve parou
wind stops: vento para, vento parou
begins: começa, começam, inicia, começa a, começou a
appears: a cair, cair, aparecer, chegar, vir, aparece, aparecem, apareça, surge, surgem, chega, chegam, se aproxima, se aproximam, estoura, entra, entram, emerge, emergem, vem à tona, desponta, salta, saltam, cai, caem, caindo, cai sobre, vem, passa, passam, passa voando, passa nadando, volta, voltam, retorna, retornam, está de volta, está aqui, se forma, se formam, desaba, se junta, se juntam, desce, descem, sobrevoa, sobrevoam, cruza, cruzam, atravessa, invade, cobre, se levanta uma, se levanta um, brota, brotam, se reúnem, se acumulam, se espalha, há, pousa
blooms: floresce, florescem
shines: brilha, brilham
sets: se põe, se pôs, afunda, afundam, se esconde
rises: nasce, nascem, sobe, sobem, se ergue, se erguem, se levanta, nasceu
opens: se abre, se abrem, abrem, se rompem, se separam, se afastam
clears: se dissipa, se dissipam, dissipa, se desfaz, clareia, se esclarece
vanishes: desaparecer, sumir, desaparece, desaparecem, desapareça, some, somem, vai embora, vão embora, se vai, se vão, se afasta, se desvanece, se apaga, se apagam, apagam, já não está, não está mais, foi embora, acaba, acabou, sai voando, parte, abandona
no more: não há mais, já não há, não tem mais
stops: para de, deixa de, cessa, cessam, termina, terminam, parou de, parou
melts: derrete, derretem, se derrete, se derretem
weakens: se acalma, se acalmam, acalma, ameniza, enfraquece, diminui, diminuem, afrouxa, se suaviza, fica mais fraca, fica mais fraco, baixa
strengthens: se agita, se enfurece, aumenta, aumentam, se intensifica, se intensificam, piora, engrossa, fica mais forte, ficam mais fortes, fica mais densa, fica mais denso, aperta, se multiplicam, se fortalece
grows: cresce, crescem, fica maior, ficam maiores
shrinks: encolhe, encolhem, fica menor, ficam menores
becomes: se transforma em, se transformam em, se transforma numa, se transforma num, vira, viram, vira um, vira uma, virar, fica, ficam, ficar, se torna, se tornam, torna-se, dá lugar a, se cobre de, se cobrem de, passa a ser, é agora, muda para
turn: transforma, transforme, converte, converta, substitui, substitua, troca, troque
into: em um, em uma, num, numa, por um, por uma
to: em
lights up: se acendem, se acende, acendem, se iluminam, se ilumina, estão acesas, está acesa
turn on: acende, acenda, ilumina, ilumine, ligue
remove: apaga, apague, desligue, tira, tire, tirar, que desapareça, remove, remova, remover, retire, exclua, elimine, suprima, faça desaparecer, suma com, chega de
darkens: escurece, escurecem, se escurece, nubla, se nubla, se fecha
night: é noite, fica de noite, de noite, anoitece, à noite, fica escuro, está escuro, pela noite, que anoiteça, cai a noite, a noite cai, noite, noturno
day: é dia, fica de dia, de dia, durante o dia, em pleno dia, dia
dawn: amanhece, o dia nasce, nasce o dia, que amanheça, raia o dia, aurora, madrugada
sunset: entardece, pôr do sol, o pôr do sol, ao pôr do sol, no pôr do sol, entardecer, poente
darkness: escuridão, trevas
winter: é inverno, no inverno, inverno, invernal
summer: é verão, no verão, verão
autumn: é outono, no outono, outono, outonal, outubro
spring: é primavera, na primavera, primavera
the same: o mesmo, a mesma cena, igual, a mesma, os mesmos, as mesmas, a mesma imagem, a mesma coisa
again: outra vez, de novo, novamente, mais uma vez
back to: volta a, volta ao, voltar a, volte a, volte ao, volta para o, volta para a, de volta a, de volta ao, volte para o, volte para a
another: outro, outra, mais um, mais uma, um segundo, uma segunda
one: um só, uma só
more: mais, ainda mais, mais forte, um pouco mais
less: menos, no tanto, no tanta, não tão, não tanto, não tanta
add: adiciona, adicione, acrescenta, acrescente, inclua, inclui, coloca, coloque, põe um, põe uma, ponha um, ponha uma, bota
everything: tudo, o mundo inteiro, toda a cena, toda a imagem
zoom out: afasta a câmera, afaste a câmera, afastar, afaste, mais longe, mais afastado, de longe, recue, diminua o zoom, plano geral, plano aberto, menos zoom
zoom in: aproxima a câmera, aproxime a câmera, aproxime, aproximar, mais perto, mais de perto, amplia, aumente o zoom, dê zoom, chegue mais perto, mais zoom
in the distance: ao longe, no horizonte, ao fundo, na distância
on the left: à esquerda, para a esquerda
on the right: à direita, para a direita
in the middle: no centro, no meio, ao centro
make it: faça, faz, deixe, deixa, torne, que seja, que esteja, faça que seja, faça ser, ponha, põe, pinte, pinte de
undo: desfazer, desfaça, desfaz, como antes, volte atrás, atrás
new scene: nova cena, novo sonho, outra cena, outro sonho, algo totalmente diferente, outra coisa
window: janela, janelas
warmer: mais quente, mais quentes
colder: mais frio, mais fria, mais frios
colourful: mais colorido, mais cor, mais cores, cores vivas, colorido, multicolorido
black and white: preto e branco
pastel: pastel
natural colours: cores normais, cores naturais
gold: em ouro, de ouro, ouro
bigger: aumente, maior, maiores, mais grande
smaller: reduza, diminua, menor, menores
brighter: clareie, mais luminoso, mais claro, mais clara, mais brilhante
darker: escureça, mais escuro, mais escura, mais escuros
crowd: multidão
birds: bando, bando de pássaros
seagulls: gaivotas
-: crie, cria, criar, desenhe, desenha, desenhar, para, pra, através, reflexo, reflexos, voam, refletem, reflete, nadam, dançam, cor, cores, o, a, os, as, um, uma, uns, umas, de, do, da, dos, das, dum, duma, ao, aos, pelo, pela, pelos, pelas, por, são, é, está, estão, seu, sua, seus, suas, muito, muita, muitíssimo, se, todo, toda, este, quero, mostre, mostra, tem, que, seja, ele, ela, eles, elas, eu, você, me, te, lhe, nos, meu, minha, teu, tua, nosso, nossa, isto, isso, esse, essa, aquele, aquela, nesse, nessa, neste, nesta, desse, dessa, deste, desta, onde, quando, enquanto, como, era, foi, será, ser, estar, pode, poder, fazer, ver, vejo, queria, gostaria, imagem, cena, paisagem, vista, fundo, longe, distante, distância, horizonte, mundo, lugar, meio, centro, esquerda, direita, acima, abaixo, beira, à beira, margem, largo, ao redor, em volta, contra, desde, até, durante, sentado, sentada, parado, parada, deitado, deitada, dormindo, dorme, caminha, caminhando, andando, anda, corre, correndo, voa, voando, nada em, nadando, navegando, navega, brinca, brincando, brincam, dança, dançando, sopra, flutua, flutuando, boiando, olha, olhando, cruzando, galopa, galopando, uivando, belo, bela, bonito, bonita, lindo, linda, maravilhoso, por favor, alguém, algum, alguma, alguns, algumas, cada, mesmo, mesma, já, ainda, sempre, aqui, ali, depois, então, um pouco de, tão, tanto, logo, lentamente, devagarinho, aos poucos, cheio, cheia, coberto, coberta, feito, feita
with: com, cheio de, cheia de
without: sem, livre de
now: agora
also: também, além disso
stop: pare, pare de, que pare, basta de
faster: mais rápido
slower: mais lento, mais devagar
big: grande
small: pequeno
dark: escuro
bright: claro, brilhante
old: velho, antigo, medieval
calm: tranquilo, calmo, manso
two: dois, duas
three: três
four: quatro
five: cinco
six: seis
seven: sete
eight: oito
nine: nove
ten: dez
many: muitos, muitas
castle: castelo
hill: colina, morro
mountain: montanha, serra
sea: mar, oceano
lake: lago, lagoa
river: rio
beach: praia
island: ilha
coast: costa, litoral
forest: floresta, bosque, mata
tree: árvore
meadow: prado, campina
field: campo
desert: deserto
city: cidade
street: rua, estrada, avenida, ruas
village: vila, aldeia, vilarejo
house: casa, cabana
roof: telhado, teto
church: igreja
cathedral: catedral
cathedral of rain: catedral de chuva
sleeping city: cidade adormecida
river of stars: rio de estrelas
tower: torre
eiffel tower: torre eiffel
bridge: ponte
lighthouse: farol
windmill: moinho
temple: templo
waterfall: cachoeira, cascata
cave: caverna, gruta
volcano: vulcão
room: quarto, sala
ship: veleiro, navio
boat: barco, canoa
paper boat: barco de papel, barquinho de papel
car: carro
train: trem, trem a vapor, maria fumaça
airplane: avião
rocket: foguete
bicycle: bicicleta
horse: cavalo
cat: gato
dog: cachorro, cão
fox: raposa
wolf: lobo
bird: pássaro, ave
swan: cisne
owl: coruja
rabbit: coelho
deer: veado, cervo
elephant: elefante
lion: leão
whale: baleia
dragon: dragão
fish: peixe
butterfly: borboleta
person: homem, pessoa, menina, menino
people: gente, pessoas, crianças, criança
astronaut: astronauta
snowman: boneco de neve
flower: flor, flores
sunflower: girassol, girassóis
cherry blossom: cerejeira, cerejeiras, cerejeiras em flor, flor de cerejeira
leaves: folha
mushroom: cogumelo
firework: fogos de artifício, fogos
campfire: fogueira
fire: fogo
firefly: vaga-lume, vagalume, vaga lume, vaga lumes
lantern: lanterna
balloon: balão
sun: sol
moon: lua
star: estrela
sky: céu
cloud: nuvem
fog: névoa, neblina, nevoeiro, bruma
wind: vento
lightning: relâmpago, raio
rainbow: arco íris
northern lights: aurora boreal, auroras boreais
ice: gelo
morning: manhã
noon: meio dia
evening: tarde, tardinha, fim de tarde
dusk: crepúsculo, anoitecer, lusco fusco
sunrise: nascer do sol, alvorada, amanhecer
red: vermelho
blue: azul
green: verde
yellow: amarelo
white: branco
black: preto, negro
grey: cinza
pink: rosa, cor de rosa
purple: roxo, violeta
orange: laranja, alaranjado
golden: dourado
brown: marrom
underwater: debaixo d água, debaixo da água, sob a água, submarino, embaixo d água
space: espaço
in: no, na, nas, dentro
on: sobre, em cima
under: sob, debaixo, embaixo
over: por cima
behind: atrás de, atrás do, atrás da, detrás
beside: junto, perto, ao lado
between: entre
no: não, nenhum, nenhuma, nada, ninguém, nunca, jamais, nada de
nor: nem
or: ou
but: porém, mas o, mas a, mas um, mas uma
but without: mas sem, mas não
but with: mas com
but now: mas agora
only: só, somente, apenas
light: leve, fraco, ligeiro, pouco
heavy: forte, intenso, denso, espesso, pesado, torrencial
gentle: suave, delicado, doce
quiet: silencioso, sereno, silêncio, paz, quieto
wild: selvagem, bravo, agitado, revolto
cold: frio, gélido
warm: cálido, quente, calor
foggy: enevoado, nebuloso, brumoso
rainy: chuvoso, molhado
snowy: nevado, com neve
windy: ventoso
sunny: ensolarado
cloudy: nublado
starry: estrelado
stormy: tempestuoso
frozen: congelado, gelado, geada
lonely: solitário, isolado
abandoned: abandonado
mysterious: misterioso, secreto
magical: mágico, encantado, conto de fadas
spooky: assustador, tenebroso, assombrado, fantasmagórico
dreamy: sonho, onírico, sonhador, adormecida, adormecido
happy: alegre, feliz
sad: triste, melancólico, melancolia
gloomy: sombrio, lúgubre
romantic: romântico, amor
dramatic: dramático, épico
tall: alto, altos
huge: enorme, imenso, gigante, gigantesco, vasto, grandioso
tiny: minúsculo, pequenino
coloured glass: vitrais, vitral, vidros coloridos, vidro colorido
glowing: luminoso, resplandecente, reluzente, cintilante
new: novo, moderno
skyscraper: arranha céu, arranha céus
building: prédio, edifício
sunlight: luz do sol, raio de sol, raios de sol
lights: luz, luzes, brilho
moonlight: luz da lua, luar
full moon: lua cheia
starry sky: céu estrelado
shooting star: estrela cadente, cometa
milky way: via láctea
wave: onda, ondas
water: água, águas
shore: orla, porto, baía, cais
cliff: falésia, penhasco
rock: rocha, pedra, rochedo
valley: vale, cânion
peak: cume, pico, topo
glacier: geleira
sand: areia
dune: duna
oasis: oásis
swamp: pântano, brejo
pond: lagoinha, açude
stream: riacho, córrego, ribeirão
jungle: selva, amazônia, amazônica
tropical: tropical
fir: pinheiro, abeto
oak: carvalho, faia
birch: bétula, álamo
palm: palmeira, coqueiro
grass: grama, capim, relva
garden: jardim, parque, pomar, horta
wheat: trigo, trigal, milho
farm: fazenda
rose: rosa vermelha
roses: rosas
tulip: tulipa
lavender field: lavanda
poppy: papoula
petal: pétala
path: caminho, trilha, beco
square: praça, mercado
palace: palácio
ruin: ruína
pyramid: pirâmide
tent: barraca
library: biblioteca, livraria
kitchen: cozinha
bed: cama, dormitório
table: mesa
sofa: sofá
chair: cadeira, poltrona
fireplace: lareira
candle: vela acesa, vela
lamp: lâmpada, luminária, abajur, poste
umbrella: guarda chuva, sombrinha
sailboat: barco à vela, barco de vela
spaceship: nave espacial, nave
taxi: táxi
truck: caminhão, ônibus
motorcycle: moto, motocicleta
tram: bonde, metrô
eagle: águia, falcão
raven: corvo
seagull: gaivota
swallow: andorinha, pomba, pardal, pato
crane: garça, cegonha, ganso, flamingo
bat: morcego
bee: abelha, libélula, joaninha
jellyfish: água viva, águas vivas, medusa
turtle: tartaruga
shark: tubarão, golfinho, um polvo
bear: urso, esquilo
cow: vaca, ovelha, cabra, porco, galinha
penguin: pinguim
monkey: macaco, papagaio, cobra
mermaid: sereia
unicorn: unicórnio
puppy: filhote
tiger: tigre, leopardo, onça
camel: camelo
giraffe: girafa, zebra
woman: mulher, mulheres, moça, garota, senhora, bruxa, rainha, princesa, mãe
man: homens, rapaz, garoto, rei, pai, velhinho, viajante, pescador
knight: cavaleiro, mago, guerreiro
couple: casal, namorados
dancer: bailarina, bailarino, dançarina
portrait: retrato, rosto, cara
robot: robô
ghost: fantasma, fada, espírito
shadow: sombra
silhouette: silhueta, figura
midnight: meia noite
golden hour: hora dourada
drizzle: garoa, chuvisco
downpour: aguaceiro, dilúvio, gota, gotas, toró
snowflake: floco de neve, flocos
blizzard: nevasca, tempestade de neve
hail: granizo
thunder: trovão, trovoada
thunderstorm: tempestade elétrica
breeze: brisa, rajada
tornado: tornado, furacão
flood: inundação, enchente
smoke: fumaça, vapor
ash: cinza vulcânica
ember: brasa, faísca
flame: chama
lava: lava
bubble: bolha
feather: pena, dente de leão
dust: poeira, pó
crystal: cristal, vidro
silver: prata, prateado
wood: madeira
stone: de pedra
neon: neon
planet: planeta, terra
galaxy: galáxia
nebula: nebulosa
black hole: buraco negro
coral: coral, recife, corais
deep sea: fundo do mar, profundezas
iceberg: iceberg
upwards: para cima, que sobe, subindo
turquoise: turquesa
beige: bege
january: dezembro, janeiro, natal
slow: lento
fast: rápido
abstract: abstrato
pale: pálido
soft: macio
`;
