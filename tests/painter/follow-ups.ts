/**
 * Follow-ups: what they change, and that everything else stays. Each line is `scene > follow-up | part: statements`,
 * with the parts that may change (`partsOf` in `follow-ups.test.ts`) and statements as in `prompts.ts`. `new:` means
 * that a new scene starts. More prompts than two are the scene's history.
 */
export const FOLLOW_UPS = {
  weather: `
the sea at noon > a storm rolls in | weather: rain wind lightning clouds
the sea at noon > a thunderstorm breaks out | weather: rain lightning
the sea at noon > snow begins to fall | weather: snow; season: winter
the sea at noon > it starts snowing | weather: snow; season: winter
a forest in autumn > snow begins to fall | weather: snow
the sea at noon > rain falls | weather: rain
the sea at noon > it begins to rain | weather: rain
the sea at noon > fog rolls in | weather: fog
the sea at noon > the wind picks up | weather: wind
the sea at noon > dark clouds gather | weather: clouds
the sea at noon > lightning strikes | weather: lightning
the sea at noon > a rainbow appears | weather: rainbow
a cloudy sea at noon > the clouds part | weather: -clouds
a stormy sea at noon > the storm passes | weather: -rain -lightning -wind -clouds
a stormy sea at noon > the storm dies down | weather: -lightning
a stormy sea at noon > the sky clears | weather: -rain -clouds -lightning
a stormy sea at noon > the sun comes out | weather: -rain; time: sun day
a stormy sea at noon > it stops raining | weather: -rain
a city in the rain > the rain stops | weather: -rain
a city in the rain > no more rain | weather: -rain
a city in the rain > not raining anymore | weather: -rain
a city in the rain > heavier rain | weather: heavy-rain
a city in the rain > the rain gets worse | weather: heavy-rain
a city in the rain > more | weather: heavy-rain
a city in the rain > it rains harder | weather: heavy-rain
a city in the rain > the rain eases | weather: -heavy-rain
a city in the rain > the rain turns to snow | weather: snow -rain; season: winter
a foggy forest in the morning > the fog lifts | weather: -fog
a foggy forest in the morning > the mist clears away | weather: -fog
a foggy forest in the morning > less fog | weather:
`,
  time: `
the sea at noon > night falls | time: night
the sea at noon > darkness falls | time: night
the sea at noon > it gets dark | time: night
the sea at noon > the same at night | time: night
the sea at noon > the sun sets | time: sunset
the sea at dawn > the sun goes down | time: sunset
the sea at noon > dusk settles in | time: dusk
the sea at noon > evening comes | time: sunset
the sea at noon > the moon rises | time: night moon
the sea at noon > the stars come out | time: night stars; weather:
the sea at noon > northern lights appear | time: night aurora; weather:
the sea at night > the sun rises | time: dawn sun
the sea at night > day breaks | time: dawn
the sea at night > the night ends | time: dawn
the sea at night > back to day | time: day -stars
a castle on a hill at noon > now it is winter | season: winter; weather: snow
a castle on a hill at noon > autumn arrives | season: autumn
a castle on a hill at noon > now it is fall | season: autumn
a castle on a hill in winter > the snow melts | season: spring; weather: -snow
a castle on a hill in winter > winter ends | season: spring; weather: -snow
a garden with flowers at noon > winter > spring | season: spring; weather: -snow
a castle on a hill at noon > time passes, night falls and the stars come out | time: night stars; weather:
`,
  things: `
the sea at noon > a whale surfaces | subjects: whale
the sea at noon > a ship appears on the horizon | subjects: ship
the sea at noon > seagulls fly by | life: birds
the sea at noon > add a lighthouse | subjects: lighthouse
a castle on a hill > a dragon circles the castle | subjects: castle dragon
a castle on a hill > a horse gallops past | subjects: castle horse
a castle on a hill > a knight walks in | subjects: castle person
a castle on a hill > fireworks light up the sky | life: fireworks; time: night; lamps:
a castle on a hill > leaves begin to fall | life: leaves
a castle on a hill > a fox | subjects: castle fox
a castle on a hill > the castle vanishes | subjects: -castle
a castle on a hill > the castle grows | subjects: castle
a castle on a hill > make the castle bigger | subjects: castle
a castle on a hill > turn the castle into a cathedral | subjects: cathedral -castle
a boat on a lake > remove the boat | subjects: -ship
a boat on a lake > the boat sails away | subjects: -ship
a boat on a lake > the boat is gone | subjects: -ship
a boat on a lake > get rid of the boat | subjects: -ship
a boat on a lake > another boat | subjects: ship×2
a boat on a lake > two more boats | subjects: ship×3
a boat on a lake > three boats | subjects: ship×3
a boat on a lake > a swan swims by | subjects: ship swan
a boat on a lake > a fox watches from the shore | subjects: ship fox
a boat on a lake > replace the boat with a swan | subjects: swan -ship
a boat on a lake > the boat turns into a whale | subjects: whale -ship
a boat on a lake > remove the boat > the boat returns | subjects: ship
a boat on a lake > mountains rise in the distance | place: lake mountains
a boat on a lake > the lake freezes | season: winter; colour: ice
a house in a village at noon > lights come on in the windows | lamps: lamps
a city at night > the lights go out | lamps: -lamps
a city at night > a car drives past | subjects: car
`,
  look: `
a castle on a hill > zoom out | camera: zoomed-out
a castle on a hill > pull back | camera: zoomed-out
a castle on a hill > closer | camera: zoomed-in
a castle on a hill > zoom in on the castle | camera: zoomed-in
a castle on a hill > zoom in > back to the original view | camera: -zoomed-in
a castle on a hill > everything turns to gold | colour: tint:golden gold
a castle on a hill > the castle turns red | colour: castle:red
a castle on a hill > the sky turns purple | colour: sky:purple
a castle on a hill > paint it black | colour: castle:black
a castle on a hill > make it more colourful | colour:
a castle on a hill > everything turns blue > normal colours again | colour: castle
a boat on a lake > move the boat to the left | camera:
a boat on a lake > the water turns red | colour: lake:red
a boat on a lake > in the desert | place: dunes
a boat on a lake > we fly to the moon | place: lunar; time:; weather:; motion:
a boat on a lake > a desert | new: dunes -ship
a boat on a lake > a castle on a hill | new: castle -ship
a boat on a lake > new scene: a castle | new: castle -ship
a castle on a hill > a coral reef with fish | new: corals -castle
`,
  german: `
das Meer am Mittag > ein Sturm zieht auf | weather: rain wind lightning
das Meer am Mittag > es beginnt zu schneien | weather: snow; season: winter
das Meer am Mittag > es fängt an zu regnen | weather: rain
das Meer am Mittag > die Nacht bricht herein | time: night
das Meer am Mittag > es wird dunkel | time: night
das Meer am Mittag > die Sonne geht langsam unter | time: sunset
das Meer bei Nacht > die Sonne geht auf | time: dawn
das Meer bei Nacht > zurück zum Tag | time: day
ein bewölkter See am Mittag > die Wolken reißen auf | weather: -clouds
ein bewölkter See am Mittag > der Himmel klart auf | weather: -clouds
eine Stadt im Regen > es hört auf zu regnen | weather: -rain
eine Stadt im Regen > der Regen wird stärker | weather: heavy-rain
ein Wald im Nebel > der Nebel lichtet sich | weather: -fog
ein Haus im Dorf am Mittag > in den Fenstern gehen Lichter an | lamps: lamps
das Meer am Mittag > ein Wal taucht auf | subjects: whale
ein Boot auf einem See > entferne das Boot | subjects: -ship
ein Boot auf einem See > das Boot verschwindet | subjects: -ship
ein Boot auf einem See > noch ein Boot | subjects: ship×2
ein Boot auf einem See > verwandle das Boot in einen Wal | subjects: whale -ship
ein Boot auf einem See > das Boot wird rot | colour: ship:red
ein Schloss am Mittag > alles wird zu Gold | colour: gold tint:golden
ein Schloss am Mittag > jetzt ist es Winter | season: winter; weather: snow
ein Schloss am Mittag > dasselbe bei Nacht | time: night
ein Schloss am Mittag > näher | camera: zoomed-in
ein Schloss am Mittag > zoome heraus | camera: zoomed-out
ein Schloss am Mittag > der Himmel färbt sich rot | colour: sky:red
ein Schloss am Mittag > ein Wald im Nebel | new: forest fog -castle
`,
  french: `
la mer à midi > une tempête éclate | weather: rain wind lightning
la mer à midi > il commence à neiger | weather: snow; season: winter
la mer à midi > la pluie tombe | weather: rain
la mer à midi > la nuit tombe | time: night
la mer à midi > il fait nuit | time: night
la mer à midi > le soleil se couche | time: sunset
la mer la nuit > le soleil se lève | time: dawn
un lac nuageux à midi > les nuages se dissipent | weather: -clouds
un lac nuageux à midi > le ciel se dégage | weather: -clouds
une ville sous la pluie > il s'arrête de pleuvoir | weather: -rain
une ville sous la pluie > la pluie s'intensifie | weather: heavy-rain
une forêt dans la brume > la brume se dissipe | weather: -fog
une maison à midi > des lumières s'allument aux fenêtres | lamps: lamps
la mer à midi > une baleine surgit | subjects: whale
un bateau sur un lac > enlève le bateau | subjects: -ship
un bateau sur un lac > le bateau disparaît | subjects: -ship
un bateau sur un lac > encore un bateau | subjects: ship×2
un bateau sur un lac > transforme le bateau en baleine | subjects: whale -ship
un bateau sur un lac > rends le bateau rouge | colour: ship:red
un château à midi > tout se transforme en or | colour: gold tint:golden
un château à midi > maintenant c'est l'hiver | season: winter; weather: snow
un château à midi > la même chose la nuit | time: night
un château à midi > plus près | camera: zoomed-in
un château à midi > dézoome | camera: zoomed-out
un château à midi > une forêt dans la brume | new: forest fog -castle
`,
  spanish: `
el mar al mediodía > se desata una tormenta | weather: rain wind lightning
el mar al mediodía > empieza a nevar | weather: snow; season: winter
el mar al mediodía > cae la lluvia | weather: rain
el mar al mediodía > cae la noche | time: night
el mar al mediodía > se hace de noche | time: night
el mar al mediodía > se pone el sol | time: sunset
el mar de noche > sale el sol | time: dawn
un lago nublado al mediodía > se abren las nubes | weather: -clouds
un lago nublado al mediodía > el cielo se despeja | weather: -clouds
una ciudad bajo la lluvia > deja de llover | weather: -rain
una ciudad bajo la lluvia > la lluvia arrecia | weather: heavy-rain
un bosque con niebla > la niebla se disipa | weather: -fog
una casa al mediodía > se encienden las luces en las ventanas | lamps: lamps
el mar al mediodía > aparece una ballena | subjects: whale
un barco en un lago > quita el barco | subjects: -ship
un barco en un lago > el barco desaparece | subjects: -ship
un barco en un lago > otro barco | subjects: ship×2
un barco en un lago > convierte el barco en una ballena | subjects: whale -ship
un barco en un lago > el barco se vuelve rojo | colour: ship:red
un castillo al mediodía > todo se convierte en oro | colour: gold tint:golden
un castillo al mediodía > ahora es invierno | season: winter; weather: snow
un castillo al mediodía > lo mismo de noche | time: night
un castillo al mediodía > más cerca | camera: zoomed-in
un castillo al mediodía > aleja la cámara | camera: zoomed-out
un castillo al mediodía > un bosque con niebla | new: forest fog -castle
`,
  portuguese: `
o mar ao meio-dia > começa uma tempestade | weather: rain wind lightning
o mar ao meio-dia > começa a nevar | weather: snow; season: winter
o mar ao meio-dia > cai a noite | time: night
o mar ao meio-dia > anoitece | time: night
o mar ao meio-dia > o sol se põe | time: sunset
o mar à noite > o sol nasce | time: dawn
um lago nublado ao meio-dia > as nuvens se abrem | weather: -clouds
uma cidade na chuva > para de chover | weather: -rain
uma cidade na chuva > a chuva para | weather: -rain
uma cidade na chuva > a chuva fica mais forte | weather: heavy-rain
uma floresta com neblina > a neblina se dissipa | weather: -fog
uma casa ao meio-dia > as luzes se acendem nas janelas | lamps: lamps
o mar ao meio-dia > aparece uma baleia | subjects: whale
um barco em um lago > tire o barco | subjects: -ship
um barco em um lago > o barco desaparece | subjects: -ship
um barco em um lago > mais um barco | subjects: ship×2
um barco em um lago > transforme o barco em uma baleia | subjects: whale -ship
um barco em um lago > o barco fica vermelho | colour: ship:red
um castelo ao meio-dia > tudo vira ouro | colour: gold tint:golden
um castelo ao meio-dia > agora é inverno | season: winter; weather: snow
um castelo ao meio-dia > a mesma cena à noite | time: night
um castelo ao meio-dia > mais perto | camera: zoomed-in
um castelo ao meio-dia > afaste a câmera | camera: zoomed-out
um castelo ao meio-dia > uma floresta com neblina | new: forest fog -castle
`,
  japanese: `
昼の海 > 嵐がやってくる | weather: rain wind lightning
昼の海 > 雪が降り始める | weather: snow; season: winter
昼の海 > 雨が降る | weather: rain
昼の海 > 夜になる | time: night
昼の海 > 暗くなる | time: night
昼の海 > 日が沈む | time: sunset
夜の海 > 日が昇る | time: dawn
曇りの湖、昼 > 雲が切れる | weather: -clouds
曇りの湖、昼 > 空が晴れる | weather: -clouds
雨の街 > 雨が止む | weather: -rain
雨の街 > 雨が強くなる | weather: heavy-rain
霧の森 > 霧が晴れる | weather: -fog
昼の家 > 窓に明かりが灯る | lamps: lamps
昼の海 > クジラが現れる | subjects: whale
湖の船 > 船を消して | subjects: -ship
湖の船 > 船がいなくなる | subjects: -ship
湖の船 > もう一隻の船 | subjects: ship×2
湖の船 > 船を三隻に | subjects: ship×3
湖の船 > 船を鯨に変えて | subjects: whale -ship
湖の船 > 船を赤くして | colour: ship:red
昼のお城 > すべてが黄金になる | colour: gold tint:golden
昼のお城 > 冬になった | season: winter; weather: snow
昼のお城 > 同じ場面を夜に | time: night
昼のお城 > もっと近くに | camera: zoomed-in
昼のお城 > ズームアウト | camera: zoomed-out
昼のお城 > 霧の森 | new: forest fog -castle
`,
  chinese: `
中午的大海 > 暴风雨来了 | weather: rain wind lightning
中午的大海 > 开始下雪 | weather: snow; season: winter
中午的大海 > 下雨了 | weather: rain
中午的大海 > 起雾了 | weather: fog
中午的大海 > 天黑了 | time: night
中午的大海 > 太阳落山了 | time: sunset
夜晚的大海 > 太阳升起 | time: dawn
多云的湖，中午 > 云散开了 | weather: -clouds
多云的湖，中午 > 放晴了 | weather: -clouds
雨中的城市 > 雨停了 | weather: -rain
雨中的城市 > 不再下雨 | weather: -rain
雨中的城市 > 雨越下越大 | weather: heavy-rain
雾中的森林 > 雾散了 | weather: -fog
中午的房子 > 窗户里的灯亮了 | lamps: lamps
中午的大海 > 一只鲸鱼出现了 | subjects: whale
湖上的船 > 把船去掉 | subjects: -ship
湖上的船 > 船消失了 | subjects: -ship
湖上的船 > 再来一艘船 | subjects: ship×2
湖上的船 > 把船变成鲸鱼 | subjects: whale -ship
湖上的船 > 船变成红色 | colour: ship:red
中午的城堡 > 一切变成金子 | colour: gold tint:golden
中午的城堡 > 现在是冬天 | season: winter; weather: snow
中午的城堡 > 同样的场景，夜晚 | time: night
中午的城堡 > 拉近镜头 | camera: zoomed-in
中午的城堡 > 拉远 | camera: zoomed-out
中午的城堡 > 雾中的森林 | new: forest fog -castle
`,
};
