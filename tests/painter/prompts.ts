/**
 * People's prompts, and what their scenes must contain. Each line is `prompts | statements`. `>` separates several
 * prompts of one dream; the statements describe the scene after the last one:
 *
 * - `word`: the scene has it (a place, thing, time of day, season, material, or an amount such as rain above a fifth)
 * - `-word`: the scene doesn't have it
 * - `thing×3`: this number of it
 * - `thing:red`: it has this colour; `tint:red` for the whole picture
 * - `?word`: the receipt says that it was not understood; without one, the receipt must have no note
 */
export const PROMPTS = {
  places: `
a calm ocean at sunset | land water sunset sun slow
mountains at dawn | land mountains dawn
a desert with two moons | dunes moon×2
forest in autumn fog | forest autumn fog leaves
neon city in the rain at night | city neon rain night street
snowy mountains under the aurora | mountains snow aurora night
underwater coral garden with jellyfish | underwater corals jellyfish
galaxy nebula in purple and teal | space galaxy nebula tint:purple tint:teal
volcano erupting at night, embers | volcano night embers
a crystal cave with blue light | cave crystal tint:blue
a quiet lake between mountains in the morning | lake mountains morning
a village in winter | village winter
stormy sea with lightning | water rain lightning
a beach with palms at noon | water trees day
green hills with sheep | hills field ?sheep
a canyon at golden hour | canyon sunset
icebergs under northern lights | icebergs aurora night
bamboo jungle in mist | jungle fog
a frozen lake in winter | lake winter
above the clouds at sunrise | sky clouds dawn
the surface of the moon | lunar
the moon's surface with earth in the sky | lunar planet
mars at dusk | canyon dusk
a rainbow over a waterfall | waterfall rainbow
a street in the rain | street rain city
a river through a valley | lake mountains
tropical island | islands water summer
a thunderstorm over wheat fields | field lightning rain
`,
  colours: `
a red moon over a purple sea | moon:red water:purple
a blue castle | castle castle:blue
three white horses in a field | horse×3 horse:white field
a black cat | cat cat:black
seven butterflies in a garden | butterflies×7 flowers
a green sky over dunes | sky:green dunes
yellow flowers | flowers flowers:yellow
two ships at sea | ship×2 water
a red car | car car:red
five deer in the snow | deer×5 snow
a pink cloudscape | sky:pink
a purple forest | forest forest:purple
pastel hills | hills grey
a golden palace | castle:golden
ten hot air balloons over hills | balloons×10 hills
a white rabbit | rabbit rabbit:white
a single tree on a hill | tree×1 hills
orange leaves falling | leaves leaves:orange
four elephants at sunset | elephant×4 sunset
a crimson dragon | dragon dragon:crimson
`,
  subjects: `
a car on a road | car street
a sports car driving through a neon city at night | car city neon night
a steam train in the mountains | train mountains
a train crossing a bridge | train bridge
fireworks over a city | fireworks city night
fireworks above the sea | fireworks water night
a field of sunflowers | sunflowers field
a red rose | rose rose:red
roses in a garden | roses
an astronaut on the moon | astronaut lunar
an astronaut floating in space | astronaut space
a cat on a roof | cat house
a sleeping cat | cat
a galloping horse | horse
a horse on the beach | horse water
a woman walking in the rain | woman rain
a couple under the stars | person×2 stars
an old man by the sea | person water
children flying kites | person×5 ?kites
a dog in the snow | dog snow
a wolf howling at the moon | wolf moon
an elephant in the savanna | elephant field
a whale under water | whale underwater
a dragon over a castle | dragon castle
a lighthouse in a storm | lighthouse rain
a windmill in a field of tulips | windmill tulips
a paper boat | paperboat water
a sailing ship at dawn | ship dawn
a rocket launching at night | rocket night
a spaceship near a planet | rocket planet space
an airplane above the clouds | plane sky
a campfire in the forest | campfire forest
a stag in the mist | deer fog
a swan on a lake | swan lake
a snowman | snowman
a bicycle | bicycle
a quiet harbour at dusk with fishing boats | water ship dusk -fish
a cup of coffee by the window | room
a girl reading under a cherry tree | woman tree petals
a robot in a city | robot city
a sailboat on a lake at sunset | ship lake sunset
an owl at night | owl night
a fox in the forest | fox forest
a butterfly | butterflies
a rabbit in a meadow | rabbit field
a tree on a hill in spring | tree hills spring
an old wooden bridge in autumn | bridge autumn wood
a tiger in the jungle | tiger jungle
a lion at sunset | lion sunset
goldfish | fish
a dancer | dancer
lanterns rising over a lake | lanterns lake
cherry blossoms in the wind | petals wind
mushrooms in a dark forest | mushrooms forest
a taxi in New York | car city
`,
  landmarks: `
the Eiffel tower | eiffel -pagoda
the Eiffel tower at night | eiffel night
Paris in the rain | city rain eiffel
a pagoda in spring | pagoda spring
Big Ben in the fog | clocktower fog
the pyramids of Egypt | pyramid dunes
the Golden Gate bridge in fog | bridge fog
Mount Fuji with cherry blossoms | fuji petals
the Taj Mahal at dawn | taj dawn
the statue of liberty | city ?liberty
a church in a village | church village
a cathedral | cathedral -temple
a Greek temple | temple
the Colosseum in Rome | city ?colosseum
the Great Wall of China | mountains ?wall
a stone tower | tower -pagoda
`,
  rooms: `
a cathedral of rain, slow light through coloured glass | nave rain glow -temple
a paper boat on a river of stars | paperboat lake stars -islands
snow falling upwards over a sleeping city | snow upward city night
inside a cathedral | nave
a library with a fireplace | room bookshelf fireplace
a cosy room with a window, rain outside | room rain
a kitchen in the morning | room morning
a bedroom at night, moon in the window | room bed night moon
portrait of a woman | portrait
a portrait of an old man at sunset | portrait sunset
the face of a girl with stars in her hair | portrait stars
a silhouette against the sun | person sun
`,
  sequences: `
a castle on a hill > make it night | castle hills night
a castle on a hill > make it night > now with northern lights | castle hills aurora night
a boat on a lake > remove the boat | lake -ship
a boat on a lake > remove the boat > put it back | lake ship
a house in the mountains > zoom out | house mountains zoomed-out
a house in the mountains > zoom in | house mountains zoomed-in
a street in the rain > more rain | street rain heavy-rain
a street in the rain > less rain | street -heavy-rain
a street in the rain > stop the rain | street -rain
a lighthouse by the sea > in winter | lighthouse water winter
a lighthouse by the sea > storm | lighthouse water rain
mountains at noon > sunset | mountains sunset
mountains at noon > sunset > and snow | mountains sunset snow
three horses in a field > five horses | horse×5 field
three horses in a field > make them white | horse×3 horse:white
a castle > make it blue | castle castle:blue
a castle > the castle is golden now | castle castle:golden
a cat on a roof > in the desert | cat dunes
a dragon over the sea > now over a city | dragon city -water
a ship at sea > make the sea purple | ship water:purple
a ship at sea > two ships | ship×2
a ship at sea > add a whale | ship whale water
a ship at sea > add birds > add a red moon | ship birds moon moon:red
a forest at night > with fireflies | forest night fireflies
a forest at night > daylight | forest day -stars
a forest in summer > autumn | forest autumn
a red car in the city > bigger | car city big
a red car in the city > make it green | car:green city
a desert at noon > what if it rained | dunes rain
a beach > no people, just waves | water -person
a garden > everything in pink | flowers tint:pink
a city at night > make it snow | city night snow
a city at night > turn off the neon and make it dawn | city dawn -neon
a galaxy > faster | galaxy fast
a galaxy > slower please | galaxy slow
a galaxy > a castle on a hill | castle -galaxy
a castle on a hill > a train in the snow | train snow -castle
an ocean at sunset > now the same in the morning | water morning
fireworks over a city > more fireworks | fireworks city many-fireworks
mountains > a lake in front of the mountains | mountains lake
mountains > brighter > darker, much darker | mountains dim
a house > fog rolls in | house fog
a house > fog rolls in > the fog lifts | house -fog
a temple > under water | temple underwater
a tree on a hill > winter > spring > summer > autumn | tree hills autumn -snow
a horse on the beach > replace the horse with a dog | dog water -horse
a beach at noon > three palm trees > sunset > a boat in the distance | trees sunset ship islands
a castle > add fog > turn day into night > make the fog purple | castle night fog fog:purple
mountains > a red fox | mountains fox fox:red
a galaxy > a fox | fox -galaxy
a paper boat on a river of stars > make it red | paperboat paperboat:red lake
a cosy room with a window > night > rain | room night rain
`,
  german: `
ein Schloss auf einem Hügel | castle hills
das Meer bei Sonnenuntergang | water sunset
ein roter Mond über den Bergen | moon:red mountains
Wald im Nebel | forest fog
eine Stadt bei Nacht im Regen | city night rain
Sonnenblumen | sunflowers
ein Zug in den Bergen im Winter | train mountains winter
drei weiße Pferde am Strand | horse×3 water horse:white
ein Boot auf einem See > nimm das Boot weg | lake -ship
ein Schloss auf einem Hügel > mach es Nacht > jetzt mit Nordlichtern | castle night aurora
Berge > mehr Schnee | mountains snow
`,
  french: `
une maison au bord de la mer | house water
un château sur une colline | castle hills
la mer au coucher du soleil | water sunset
une forêt en automne dans la brume | forest autumn fog
une ville la nuit sous la pluie | city night rain
la tour Eiffel la nuit | eiffel night
trois chevaux blancs dans un champ | horse×3 horse:white field
un chat noir | cat cat:black
un train dans la neige | train snow
un bateau sur un lac > enlève le bateau | lake -ship
un château > fais la nuit > avec des aurores boréales | castle night aurora
`,
  spanish: `
un castillo en una colina | castle hills
el mar al atardecer | water sunset
un bosque en otoño con niebla | forest autumn fog
una ciudad de noche bajo la lluvia | city night rain
dos lunas rojas sobre el desierto | moon×2 moon:red dunes
un gato negro en el tejado | cat cat:black house
girasoles | sunflowers
dos barcos | ship×2
un tren en las montañas | train mountains
un barco en un lago > quita el barco | lake -ship
un castillo > que sea de noche > ahora con auroras boreales | castle night aurora
`,
  portuguese: `
um castelo em uma colina | castle hills
o mar ao pôr do sol | water sunset
uma floresta no outono com neblina | forest autumn fog
uma cidade à noite sob a chuva | city night rain
duas luas vermelhas sobre o deserto | moon×2 moon:red dunes
um gato preto no telhado | cat cat:black house
barco no lago | ship lake
girassóis | sunflowers
um trem nas montanhas | train mountains
três cavalos brancos na praia | horse×3 horse:white water
leões ao entardecer | lion sunset
uma raposa na neve | fox snow
um navio em um mar brilhante | ship water
uma cidade de neon na chuva | city neon rain
um barquinho de papel em um rio de estrelas | paperboat stars lake
um farol solitário no penhasco durante a tempestade | lighthouse mountains rain
raios de sol entre as árvores | sun tree
uma casinha junto ao lago congelado ao amanhecer | house lake dawn ice
as luzes da cidade à noite | city night glow
está chovendo na cidade | city rain
uma tarde de verão com borboletas amarelas | summer butterflies butterflies:yellow
montanhas sob a aurora boreal | mountains aurora
vaga-lumes na floresta | fireflies forest
mar sem ondas | water -big
noite sem lua nem estrelas | night -moon -stars
nenhum carro na cidade | city -car
uma praia sem pessoas | water -person
montanhas sem nuvens escuras | mountains -clouds -dim
um quokka na praia | water ?quokka
um barco em um lago > tire o barco | lake -ship
um castelo > que seja noite > agora com auroras boreais | castle night aurora
`,
  japanese: `
海の夕日 | water sunset
山と湖の朝 | mountains lake morning
秋の森と霧 | forest autumn fog
雨の夜の街 | city night rain
桜の木 | petals tree
赤い月と海 | moon:red water
三頭の白い馬 | horse×3 horse:white
黒い猫 | cat cat:black
雪の中の電車 | train snow
湖の船 > 船を消して | lake -ship
お城 > 夜にして > オーロラも | castle night aurora
`,
  chinese: `
海上日落 | water sunset
山丘上的城堡 | castle hills
秋天的森林起雾了 | forest autumn fog
夜晚下雨的城市 | city night rain
沙漠上的两个红色月亮 | moon×2 moon:red dunes
屋顶上的一只黑猫 | cat cat:black house
三匹白马在海滩上奔跑 | horse×3 horse:white water
向日葵 | sunflowers
雪中的火车 | train snow
山里的火车 | train mountains
雪中的狐狸 | fox snow
雨中的霓虹城市 | city neon rain
发光的海上有一艘船 | ship water
星河上的一艘纸船 | paperboat stars lake
暴风雨中悬崖上的灯塔 | lighthouse mountains rain
月球上的宇航员 | astronaut lunar
水下的珊瑚和水母 | underwater corals jellyfish
森林里的几只萤火虫 | forest fireflies
夏天花园里的黄色蝴蝶 | summer butterflies butterflies:yellow
极光下的雪山 | mountains snow aurora
樱花树 | petals tree
没有浪的大海 | water -big
没有月亮和星星的夜晚 | night -moon -stars
城市里没有汽车 | city -car
没有人的海滩 | water -person
日落时的富士山 | fuji sunset
海滩上的土豚 | water ?土豚
湖上的船 > 去掉船 | lake -ship
湖上的船 > 不要船 | lake -ship
一座城堡 > 变成夜晚 > 现在有极光 | castle night aurora
`,
  emoji: `
🌊🌅 | water sunset
🏰🌙 | castle moon night
🏔️❄️ | mountains snow
🌲🌫️ | forest fog
🌃🌧️ | city night rain
🌻🌻🌻 | sunflowers
🚗🌆 | car city
🚂🏔️ | train mountains
🎆🌉 | fireworks bridge
🐱🌙 | cat moon
🐎🏖️ | horse water
👩‍🚀🌕 | astronaut moon
🦋🌸 | butterflies petals
🏰 > 🌙 | castle night
🌊⛵ > 🌈 | water ship rainbow
🏜️🐪 | dunes camel
`,
  refusals: `
ocean without waves | water -big
an ocean without any big waves | water -big
the ocean > remove the waves | water
night without stars | night -stars
sunset over the sea without the sun | sunset water -sun
winter without snow | winter -snow
mountains without dark clouds | mountains -clouds -dim
thunderstorm without rain | lightning -rain
storm without lightning | rain -lightning
a beach without people | water -person
a beach without islands | water -islands
a city without cars | city -car
a sea without sharks | water -underwater
mountains without a waterfall | mountains -waterfall
a cloud-free sky over dunes | dunes -clouds
a street free of people | street -person
a castle that isn't red | castle
don't show the moon, just the sea | water -moon
a sea without ships and with a moon | water moon -ship
a forest > remove the trees | hills -forest
a castle at night > remove the stars | night castle -stars
a castle > remove it | hills -castle
a boat on a lake > make the boat disappear | lake -ship
a house > remove the moon > night | house night -moon
Meer ohne Wellen | water -big
wolkenloser Himmel über Bergen | mountains -clouds
eine mondlose Nacht | night -moon
menschenleerer Strand | water -person
kein Mond, keine Sterne, nur Berge | mountains -moon -stars
Berge ohne dunkle Wolken | mountains -clouds -dim
la mer sans vagues | water -big
une nuit sans lune ni étoiles | night -moon -stars
un ciel sans nuages noirs | sky -clouds
pas de lune sur la mer | water -moon
aucun nuage sur la montagne | mountains -clouds
mar sin olas | water -big
noche sin luna ni estrellas | night -moon -stars
ningún coche en la ciudad | city -car
una playa sin gente | water -person
波のない海 | water -big
雲ひとつない空 | sky -clouds
月も星もない夜 | night -moon -stars
人のいない浜辺 | water -person
車なしの街 | city -car
無人の街 | city -person
`,
  scenes: `
a desert with balloons > a cat sitting on a sofa | room cat -balloons -dunes ?sofa
a desert with balloons > eine Katze sitzt auf einem Sofa | room cat -balloons ?sofa
a desert with balloons > un chat assis sur un canapé | room cat -balloons ?canapé
a desert with balloons > un gato sentado en un sofá | room cat -balloons ?sofá
a desert with balloons > ソファに座っている猫 | room cat -balloons ?ソファ
a castle on a hill > a quiet harbour with fishing boats at dawn | water ship dawn -castle
a desert > a man walks his dog through heavy rain | person dog rain -dunes
a city at night > a swarm of butterflies dancing in the sunlight | butterflies -city
a castle on a hill > still life with flowers | room table -castle
a castle > a moon over the castle | castle moon
zxqv blorp > now snow | abstract snow
zxqv blorp > summer morning | land summer morning
abstract silk in purple > jetzt Schnee | abstract snow
abstract silk in purple > maintenant la pluie | abstract rain
abstract silk in purple > ahora niebla | abstract fog
abstract silk in purple > 夏の朝 | land summer morning
a cave > now snow | cave -snow
a castle > xyzzy | castle ?xyzzy
`,
  ordinary: `
leichter Regen über der Altstadt | city rain
leichterer Nebel in den Alpen | mountains fog
dunklere Wolken und größere Wellen | clouds water big dim
Sternenhimmel über dem Bergsee | stars lake mountains
ein Sommerabend auf der Blumenwiese | summer flowers sunset
das Haus am Waldrand | house forest
die Lichter der Stadt spiegeln sich im Fluss | city lake glow
hohe schneebedeckte Gipfel | mountains snow big
eine Hütte im verschneiten Winterwald bei Mondlicht | house forest winter moon
il pleut sur les toits | house rain
les lumières de la ville la nuit | city night glow
un phare solitaire sur une falaise pendant la tempête | lighthouse mountains rain
des rayons de soleil à travers la forêt brumeuse | forest sun fog
une soirée d'été dans un champ de lavande | field summer field:lavender
de hautes montagnes enneigées | mountains snow big
luces de la ciudad en la noche | city night glow
una casita junto al lago helado al amanecer | house lake dawn ice
rayos de sol entre los árboles | sun tree
está lloviendo en la ciudad | city rain
una tarde de verano con mariposas amarillas | summer butterflies butterflies:yellow
夕暮れの海 | water sunset
夕暮れの街に雨が降っている | city sunset rain
ゆきのまち | city snow
うみとそら | water
ネコとイヌ | cat dog
満月と波 | moon water
夜の東京、ネオンと雨 | city neon night rain
星空の下の砂漠 | dunes stars
霧に包まれた森と鹿 | forest deer fog
山 > もっと暗くして | mountains dim
fishermen in their boats at dawn | person ship dawn
a sunny day at the seaside with seagulls | water birds day sun
lighter clouds | clouds
a pussy cat on a roof | cat house
`,
  unknown: `
a zeppelin made of marmalade | ?zeppelin ?marmalade
zxqv blorp | ?zxqv ?blorp
a quokka on the beach | water ?quokka
a saxophone at night | night ?saxophone
a stapler in the forest | forest ?stapler
Napoleon in the snow | snow ?napoleon
a gloomy tuba | ?tuba grey
a castle with a jacuzzi | castle ?jacuzzi
`,
} as const;
