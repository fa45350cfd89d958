/** One `English: emoji, emoji` per line. */
export const emoji = `
sea: 🌊
sunset: 🌅, 🌇
sunrise: 🌄
night city: 🌃
city dusk: 🌆
city: 🏙
night bridge: 🌉
star sky: 🌌
moonlight: 🌙, 🌛, 🌜, 🌚
full moon: 🌕, 🌝
moon: 🌑, 🌒, 🌓, 🌔, 🌖, 🌗, 🌘
sun: ☀, 🌞
star: ⭐, 🌟
sparkle: ✨
shooting star: 🌠, ☄
planet: 🪐
cloud: ☁, ⛅
rain: 🌧, ☔
umbrella: ☂
thunderstorm: ⛈
lightning: 🌩, ⚡
snow: ❄, 🌨
snowman: ☃, ⛄
fog: 🌫
wind: 🌬, 💨
tornado: 🌪
rainbow: 🌈
fire: 🔥
campfire: 🏕
volcano: 🌋
mountain: ⛰, 🏞
snowy mountain: 🏔
fuji: 🗻
beach: 🏖
island: 🏝
desert: 🏜
fir forest: 🌲, 🎄
tree: 🌳
palm: 🌴
cherry blossom: 🌸
flower: 🌼, 💐, 🌺
tulip: 🌷
rose: 🌹
sunflower: 🌻
leaves: 🍃
autumn leaves: 🍂, 🍁
mushroom: 🍄
castle: 🏰, 🏯
church: ⛪
house: 🏠, 🏡, 🛖
tower: 🗼
firework: 🎆, 🎇
lantern: 🏮
balloon: 🎈
car: 🚗, 🚙, 🏎
taxi: 🚕
train: 🚂, 🚆, 🚄, 🚞
bicycle: 🚲, 🚴
airplane: ✈, 🛩
rocket: 🚀
spaceship: 🛸
sailboat: ⛵
ship: 🚢
horse: 🐎, 🐴
unicorn: 🦄
cat: 🐱, 🐈, 😺
dog: 🐶, 🐕
wolf: 🐺
fox: 🦊
tiger: 🐯, 🐅
lion: 🦁
rabbit: 🐰, 🐇
camel: 🐪, 🐫
elephant: 🐘
deer: 🦌
owl: 🦉
swan: 🦢
bird: 🐦, 🕊
eagle: 🦅
bat: 🦇
butterfly: 🦋
fish: 🐟, 🐠
whale: 🐋, 🐳
turtle: 🐢
dragon: 🐉, 🐲
robot: 🤖
astronaut: 👩‍🚀, 👨‍🚀, 🧑‍🚀
person: 🧍, 🚶, 👤
dancer: 💃, 🕺
red: ❤, 🟥
blue: 💙
green: 💚
purple: 💜
`;
