/**
 * One `English: Japanese, Japanese` per line. No spaces are needed between words. The first line lists words without
 * visual meaning.
 */
export const japanese = `
-: 色, 積もった, 積もる, 持った, 持つ, 持っている, 沿い, 日, の, に, を, が, は, で, と, へ, から, まで, や, な, た, だ, です, ます, 上, 下, 中, 頭, 匹, 隻, 本, 羽, つ, ある, いる, している, ください, して, 、, 。, それ, これ, あの, この, その, ここ, そこ, とても, すごく, 少し, ちょっと, しばらく, みたいな, ような, ように, しながら, された, される, れる, なる, なった, なって, いて, いた, いる人, あって, あった, ました, ません, でした, でも, たち, 達, ら, 軒, 台, 枚, 頃, ころ, 時間, 時, とき, 風景, 景色, 画像, 絵, 写真, 場面, 背景, 遠く, 向こう, 近く, 周り, 辺, 辺り, 側, 側に, 隣, 前, 後ろ, 間, 真ん中, 左, 右, 横, 奥, 世界, 場所, 美しい, きれいな, 綺麗な, 素敵な, 座る, 座って, 座っている, 立つ, 立って, 立っている, 歩く, 歩いて, 歩いている, 走る, 走って, 走っている, 飛ぶ, 飛んで, 飛んでいる, 泳ぐ, 泳いで, 泳いでいる, 眠る, 眠って, 眠っている, 寝ている, 遊ぶ, 遊んで, 遊んでいる, 踊る, 踊って, 踊っている, 降る, 降って, 降っている, 光る, 吹く, 吹いて, 咲く, 咲いて, 咲いている, 見る, 見て, 見える, 見上げる, 浮かぶ, 浮かんで, 浮かんでいる, 昇る, 沈む, 流れる, 舞う, 舞って, 乗る, 描いて, 見せて, お願い, 加えて, 入れて, 出して, 足して, 付けて, と一緒に, 一緒, 全体, 全部, みんな, 誰か, 何か, いっぱい, たくさん, 満ちた, 包まれた, 囲まれた, 覆われた, 住む, 続く, 広がる, 残る
also: も, 追加
make it: にして, 変えて
now: 今
remove: 消して, 消す, なくして, 消し, 取り除いて, 削除, 取って, どけて, やめて, なくせ, 消える, 止めて, 止んで, やんで, やむ
more: もっと, もう少し
zoom in: 近づいて, ズームイン, 近くに, 拡大
zoom out: 離れて, ズームアウト, 遠くに, 縮小
big: 大きい, 大きな, 大きく, 巨大な, 巨大, 広い, 高い
small: 小さい, 小さな, 小さく, 低い, 小さなかわいい
dark: 暗い, 暗闇, 闇, 薄暗い
bright: 明るい
old: 古い, 古びた, 古代の, 昔の
calm: 静かな, 穏やかな
one: 一人, 一, 1
two: 二, ふたつ
three: 三人, 三, みっつ
four: 四人, 四
five: 五人, 五
castle: 城, お城, しろ, 古城, 城の
hill: 丘, おか
mountain: 山, 山々, やま, 山脈, 山の, 連山
sea: 海, うみ, 大海, 海原, 海の, 海辺の
lake: 湖, 池, みずうみ, 湖の, 湖畔
river: 川, かわ, 小川, 渓流, 清流
beach: 浜, 砂浜, ビーチ, 渚
island: 島
forest: 森, 林, もり, 森の, 森林, 雑木林
tree: 木, 樹, 木々, 大木, 樹木, 木の
meadow: 草原, 草むら, 牧場, 高原
field: 野原, 畑, 田んぼ, 田, 麦畑, 水田, 稲
desert: 砂漠, さばく
city: 街, 都市, 町, まち, 都会, 大都会, 街並み, 市街, 町の
street: 道, 通り, 街道, 路地, 道路, 商店街, みち
village: 村, むら, 集落, 田舎
house: 家, いえ, 小屋, 民家, 屋敷, 古民家
church: 教会, 礼拝堂
cathedral: 大聖堂
temple: 寺, 神社
pagoda: 塔
tower: タワー, 鐘楼
eiffel tower: エッフェル塔
bridge: 橋, はし, 吊り橋
lighthouse: 灯台, とうだい
waterfall: 滝, たき
cave: 洞窟, どうくつ, 鍾乳洞
volcano: 火山, かざん, 噴火
fuji: 富士山
room: 部屋, へや, 室内, 居間
window: 窓
ship: 帆船
boat: 船, 舟, ボート, ふね, 小舟, 漁船
paper boat: 紙の船, 折り紙の船
car: 車, 自動車, くるま, スポーツカー
train: 電車, 列車, 汽車, でんしゃ, 新幹線, 機関車, 蒸気機関車, SL
airplane: 飛行機, ひこうき
rocket: ロケット
bicycle: 自転車, じてんしゃ
horse: 馬, うま
cat: 猫, ねこ, ネコ, 子猫, 仔猫
dog: 犬, いぬ, イヌ, 子犬
fox: 狐, キツネ, きつね, 狐の
wolf: 狼, おおかみ, オオカミ
bird: 鳥, とり, 小鳥, 鳥たち, 雀
swan: 白鳥
owl: 梟, フクロウ, ふくろう
rabbit: 兎, うさぎ, ウサギ
deer: 鹿, しか, シカ
elephant: 象, ゾウ
lion: ライオン, 獅子
whale: 鯨, クジラ, くじら, 鯨の
dragon: 竜, 龍, ドラゴン, りゅう
fish: 魚, さかな, 魚の群れ, 熱帯魚
butterfly: 蝶, ちょうちょ, 蝶々, チョウ, 蛾
person: 人, 女性, 男性, 女の子, 男の子, ひと, 人物, 人間
people: 人々, 子供, 人たち, 家族, 子供たち, 子ども, 子どもたち, 群衆, 人混み
astronaut: 宇宙飛行士
snowman: 雪だるま
flower: 花, はな, 花々, お花畑, 花畑, 花の, 菊, 蓮
sunflower: 向日葵, ひまわり
cherry blossom: 桜, 桜の木, さくら, 夜桜, 花見
rose: 薔薇, バラ
leaves: 葉, 紅葉, 落ち葉, 枯れ葉, 葉っぱ, もみじ狩り
mushroom: 茸, キノコ, きのこ
firework: 花火, はなび
campfire: 焚き火
fire: 火, 炎, ほのお, 燃える
firefly: 蛍, ほたる, ホタル
lantern: 提灯, ランタン, 灯籠, ちょうちん
balloon: 気球, ききゅう, 風船, 熱気球
sun: 太陽, たいよう, お日様
moon: 月, つき, お月様, 三日月, 月の
star: 星, ほし, 星々, 星の
sky: 空, そら, 大空, 青空, 天空
cloud: 雲, くも, 雲海, 入道雲
rain: 雨, あめ, 大雨, 雨の, 雨降り
snow: 雪, ゆき, 雪の, 積雪
fog: 霧, きり, 濃霧
wind: 風, かぜ, 強風
storm: 嵐, 嵐の, あらし, 暴風雨
lightning: 雷, 稲妻, 稲光
rainbow: 虹, にじ
northern lights: オーロラ
ice: 氷
night: 夜, 夜中, よる, 夜の, 今夜, 夜間, 深夜, 夜空の
day: 昼
morning: 朝, 早朝, あさ, 朝の
evening: 夕方, ゆうがた, 夕べ, 晩
sunset: 夕日, 夕焼け, 夕暮れ, 夕暮, 夕陽, 日没, ゆうひ, ゆうやけ, 夕焼け空, 落日
sunrise: 日の出, 朝日, ご来光, 朝陽
spring: 春, はる, 春の
summer: 夏, なつ, 夏の, 真夏
autumn: 秋, あき, 秋の
winter: 冬, ふゆ, 冬の, 真冬
red: 赤い, 赤, 真っ赤な, 赤く, 赤色, 紅
blue: 青い, 青, 真っ青な, 青く, 青色, 水色, 紺色
green: 緑, 緑の, 緑色, みどり
yellow: 黄色い, 黄色, 黄色の
white: 白い, 白, 真っ白な, 白く, 白色
black: 黒い, 黒, 真っ黒な, 黒く, 黒色
grey: 灰色, グレー
pink: ピンク, 桃色, ピンクの, ピンク色, 桜色
purple: 紫, 紫の, 紫色
golden: 金色
underwater: 水中, 海中, 海の中, 海底, 水の中
space: 宇宙, 宇宙空間, 宇宙の
not-there: のない, がない, もない, はない, のいない, がいない, もいない, なし, 無し, なしで, ない, いない, 抜き, なく, 無く, のなく, を除いて, ひとつない, 一つない, ひとついない, はいない, のいなくなった
without people: 無人, 人気のない, 誰もいない
cloudless: 快晴, 雲一つない, 雲ひとつない
add: 追加して
but: しかし, だけど
only: だけ, のみ
less: 減らして, 少なく
bigger: 大きくして, もっと大きく
smaller: 小さくして
brighter: 明るくして
darker: 暗くして
faster: 速く, 早く
slower: ゆっくり, 遅く
dusk: 黄昏, たそがれ, 薄暮, 日暮れ, 宵, 夕闇
dawn: 夜明け, 明け方, 暁, 朝焼け, 夜明け前
night sky: 夜空
midnight: 真夜中
noon: 正午, 真昼, 昼間, ひる, 日中
cloudy: 曇り, 曇り空, 曇天, 曇った
clear: 晴れ, 晴天, 晴れた, 澄んだ
sunny: 日差し, 晴れの日
drizzle: 小雨, 霧雨, 梅雨
downpour: 豪雨, 土砂降り, 夕立, 雨粒
typhoon: 台風, 竜巻
thunder: 雷雨, かみなり
snowy: 雪景色, 雪原, 雪化粧
blizzard: 吹雪
snowflake: 雪の結晶, 粉雪
hail: 雹, 霰
frost: 霜
frozen: 凍った, 凍りついた, 氷の
breeze: そよ風
mist: 霞, 靄, もや
smoke: 煙, 湯気
full moon: 満月
moonlight: 月光, 月明かり
starry sky: 星空, 満天の星
shooting star: 流れ星, 流星, 彗星
milky way: 天の川
galaxy: 銀河
nebula: 星雲
planet: 惑星, 地球
black hole: ブラックホール
sunlight: 陽光, 日光, 木漏れ日, 太陽の光
lights: 光, 灯り, 明かり, 街の灯, 夜景
shadow: 影
wave: 波, なみ, 荒波, 波の
tsunami: 津波
shore: 海岸, 海辺, 岸, 岸辺, 港, 湾, 浜辺, 波止場
cliff: 崖, 断崖
rock: 岩, 石
peak: 頂上, 山頂, 峰
valley: 谷, 渓谷, 峡谷
glacier: 氷河, 氷山, 流氷
pond: 沼
swamp: 湿地, 沼地
water: 水, 水面, みず
jungle: ジャングル, 密林, 熱帯雨林, 竹林, 竹
fir: 松, 杉, もみの木
maple: もみじ, カエデ, 楓, 銀杏, イチョウ
palm: ヤシの木, ヤシ, 椰子
grass: 草, くさ, 芝生, 葦
garden: 庭, 庭園, 公園
tulip: チューリップ
lavender field: ラベンダー, ラベンダー畑
petal: 花びら, 桜吹雪
dune: 砂丘
sand: 砂
oasis: オアシス
skyscraper: 高層ビル, 摩天楼, ビル, ビル群
tokyo: 東京, 新宿, 渋谷
path: 小道, 山道, 坂道, 坂
square: 広場, 市場
roof: 屋根
palace: 宮殿
ruin: 遺跡, 廃墟
shrine: 鳥居, お寺, 神殿
pyramid: ピラミッド
windmill: 風車
lava: 溶岩
library: 図書館, 本棚
kitchen: 台所, キッチン
bed: ベッド, 寝室
table: テーブル, 机, 食卓
sofa: ソファ, ソファー
chair: 椅子, イス
fireplace: 暖炉
candle: ろうそく, 蝋燭, キャンドル
lamp: ランプ, 街灯
umbrella: 傘, かさ
tram: 路面電車, 地下鉄
truck: トラック, バス
motorcycle: バイク, オートバイ
sailboat: ヨット
spaceship: 宇宙船
kite: 凧
bear: 熊, クマ, りす
tiger: 虎, トラ, とら
camel: らくだ, ラクダ, 駱駝
cow: 牛, 羊, ヤギ, 豚, 鶏
monkey: 猿, サル, 蛇, ヘビ
penguin: ペンギン, シロクマ
panda: パンダ
giraffe: キリン, シマウマ
eagle: 鷲, 鷹, ワシ
raven: 烏, カラス
seagull: カモメ
swallow: 燕, ツバメ, 鳩, 鴨
crane: 鶴, 鷺, フラミンゴ
bat: コウモリ, 蝙蝠
bee: 蜂, トンボ, とんぼ, てんとう虫
koi: 鯉, 金魚
shark: サメ, 鮫, イルカ, タコ
turtle: 亀, カメ, ウミガメ
jellyfish: クラゲ, くらげ
coral: 珊瑚, サンゴ, 珊瑚礁, サンゴ礁
mermaid: 人魚
unicorn: ユニコーン
ghost: 幽霊, お化け, 妖精, 精霊
robot: ロボット
knight: 騎士, 侍, 武士, 魔法使い
woman: 女, 女の人, 少女, 娘, 魔女, 姫, お姫様, 着物の女性
man: 男, 男の人, 少年, 王, 老人, おじいさん, 旅人, 漁師
couple: 恋人, 恋人たち, カップル, 二人
dancer: 踊り子, バレリーナ
portrait: 肖像, 肖像画, 顔
silhouette: シルエット
january: クリスマス, 正月, 十二月
ember: 火の粉
ash: 灰
bubble: 泡, シャボン玉
feather: 羽根, 綿毛, タンポポ
sparkle: きらきら, キラキラ, 輝き
crystal: 水晶, クリスタル, ガラス
gold: 黄金, 金の
silver: 銀, 銀色
wood: 木製
stone: 石造りの
neon: ネオン, ネオン街
light: 軽い, 弱い, 淡い
heavy: 激しい, 強い, 濃い, 深い
gentle: 優しい, 柔らかい
quiet: 静か, 静寂, 静まり返った, 平和な, のどかな
cold: 寒い, 冷たい
warm: 暖かい, 温かい, 暑い, 熱い
lonely: 寂しい, 孤独な, 一人ぼっち
abandoned: 荒れ果てた
mysterious: 神秘的な, 不思議な, 謎の
magical: 魔法の, 魔法, 幻想的な, ファンタジー
spooky: 不気味な, 怖い
dreamy: 夢のような, 夢, ゆめ
happy: 楽しい, 嬉しい, 幸せな
sad: 悲しい, 切ない
romantic: ロマンチックな, 愛
dramatic: 壮大な, 劇的な
wild: 荒れた, 荒れ狂う
colourful: カラフルな, 色とりどりの, 鮮やかな
glowing: 輝く, 光り輝く
glass: 透明な
orange: オレンジ, オレンジ色, 橙色
brown: 茶色, 茶色い
turquoise: ターコイズ
abstract: 抽象, 抽象的な
six: 六
seven: 七
eight: 八
nine: 九
ten: 十
many: 多く, 無数の
`;
