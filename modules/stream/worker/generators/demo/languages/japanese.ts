/** `English: Japanese, Japanese` a line; the first line carries no picture. Words are found without spaces between them. */
export const japanese = `
-: の, に, を, が, は, で, と, へ, から, まで, や, な, た, だ, です, ます, 上, 下, 中, 頭, 匹, 隻, 人, 本, 羽, つ, ある, いる, している, ください, して, 、, 。
also: も, 追加
make it: にして, 変えて
now: 今
remove: 消して, 消す, なくして
more: もっと
zoom in: 近づいて, ズームイン
zoom out: 離れて, ズームアウト
big: 大きい, 大きな
small: 小さい, 小さな
dark: 暗い
bright: 明るい
old: 古い
calm: 静かな, 穏やかな
one: 一, 1
two: 二, ふたつ
three: 三, みっつ
four: 四
five: 五
castle: 城, お城
hill: 丘
mountain: 山, 山々
sea: 海
lake: 湖, 池
river: 川
beach: 浜, 砂浜, ビーチ
island: 島
forest: 森, 林
tree: 木
meadow: 草原
field: 野原, 畑
desert: 砂漠
city: 街, 都市, 町
street: 道
village: 村
house: 家
church: 教会
cathedral: 大聖堂
temple: 寺, 神社
pagoda: 塔
tower: タワー
eiffel tower: エッフェル塔
bridge: 橋
lighthouse: 灯台
waterfall: 滝
cave: 洞窟
volcano: 火山
fuji: 富士山
room: 部屋
window: 窓
ship: 帆船
boat: 船, 舟, ボート
paper boat: 紙の船, 折り紙の船
car: 車, 自動車
train: 電車, 列車, 汽車
airplane: 飛行機
rocket: ロケット
bicycle: 自転車
horse: 馬
cat: 猫, ねこ
dog: 犬, いぬ
fox: 狐, キツネ
wolf: 狼
bird: 鳥
swan: 白鳥
owl: 梟, フクロウ
rabbit: 兎, うさぎ
deer: 鹿
elephant: 象
lion: ライオン
whale: 鯨, クジラ
dragon: 竜, 龍, ドラゴン
fish: 魚
butterfly: 蝶
person: 女性, 男性, 女の子, 男の子
people: 人々, 子供
astronaut: 宇宙飛行士
snowman: 雪だるま
flower: 花
sunflower: 向日葵, ひまわり
cherry blossom: 桜, 桜の木
rose: 薔薇, バラ
leaves: 葉, 紅葉
mushroom: 茸, キノコ
firework: 花火
campfire: 焚き火
fire: 火, 炎
firefly: 蛍
lantern: 提灯, ランタン
balloon: 気球
sun: 太陽
moon: 月
star: 星
sky: 空
cloud: 雲
rain: 雨
snow: 雪
fog: 霧
wind: 風
storm: 嵐
lightning: 雷
rainbow: 虹
northern lights: オーロラ
ice: 氷
night: 夜
day: 昼
morning: 朝
evening: 夕方
sunset: 夕日, 夕焼け
sunrise: 日の出
spring: 春
summer: 夏
autumn: 秋
winter: 冬
red: 赤い, 赤
blue: 青い, 青
green: 緑
yellow: 黄色い, 黄色
white: 白い, 白
black: 黒い, 黒
grey: 灰色
pink: ピンク, 桃色
purple: 紫
golden: 金色
underwater: 水中, 海中
space: 宇宙
`;
