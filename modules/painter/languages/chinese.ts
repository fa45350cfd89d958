/**
 * One `English: Chinese, Chinese` per line, in simplified characters. No spaces are needed between words; `-` lists
 * words without visual meaning.
 */
export const chinese = `
-: 创造, 创建, 画出, 生成, 描绘, 绘制, 的, 之, 照进来, 照进, 透进来, 上空, 透出, 透进, 洒下, 洒在, 洒进, 飘在, 了, 着, 过, 得, 地, 们, 看书, 读书, 上, 下, 里, 中, 内, 上面, 下面, 里面, 之上, 之下, 之中, 中间的, 把, 将, 被, 给, 是, 有, 正, 正在, 就, 都, 很, 非常, 十分, 太, 真, 好, 些, 一些, 那, 这, 那个, 这个, 那些, 这些, 我, 你, 您, 他, 她, 我们, 你们, 他们, 她们, 想, 想要, 想看, 要, 请, 画, 画一幅, 显示, 看, 看着, 看见, 看到, 望着, 仰望, 吧, 吗, 呢, 啊, 到, 往, 向, 去, 来, 往前, 边, 旁, 面, 头, 只, 艘, 个, 座, 匹, 条, 辆, 朵, 棵, 位, 名, 片, 栋, 间, 架, 颗, 轮, 道, 盏, 幅, 张, 本, 束, 场, 阵, 块, 枚, 株, 团, 丛, 幢, 列, 尊, 扇, 缕, 层, 所, 家, 点, 一点, 有点, 一下, 慢慢, 渐渐, 慢慢地, 渐渐地, 突然, 忽然, 终于, 坐, 坐在, 坐着, 站, 站在, 站着, 躺在, 躺着, 睡, 睡着, 睡觉, 在睡觉, 沉睡, 走, 走在, 走着, 走过的, 行走, 散步, 跑, 跑着, 奔跑, 奔驰, 飞, 飞翔, 飞舞, 飞行, 游, 游泳, 游动, 游弋, 玩, 玩耍, 跳舞, 舞动, 嬉戏, 飘, 飘着, 漂, 漂着, 漂浮, 飘浮, 漂流, 航行, 行驶, 行驶在, 驶过的, 穿过, 穿越, 流过, 流淌, 倒映, 倒影, 映照, 照耀, 照着, 挂着, 充满, 满是, 布满, 覆盖, 笼罩, 环绕, 美丽, 漂亮, 好看, 美, 美景, 可爱, 绝美, 画面, 图片, 照片, 图像, 景色, 风景, 景象, 场景, 地方, 世界, 背景, 前景, 颜色, 色, 色彩, 时候, 时, 时分, 时间, 每个, 某个, 身边, 身上, 远, 近处, 远处的, 前, 后, 前面, 左, 右, 之间的, 那里, 这里, 如, 像, 一样, 似的, 般, 透过, 穿透, 骑, 骑着, 撑着, 拿着, 抱着, 对, 对着, 嚎叫, 长啸, 嚎, 盛开, 开满, 长满, 绽放, 带, 带着的, 自己, 整个, 风格, 吹, 吹过
a: 一, 一只, 一艘, 一个, 一座, 一匹, 一头, 一条, 一辆, 一朵, 一棵, 一位, 一名, 一片, 一栋, 一间, 一架, 一颗, 一轮, 一道, 一盏, 一幅, 一张, 一束, 一场, 一阵, 一列, 一所, 一幢, 一叶
it: 它, 它们
in: 在, 于, 位于
from: 从
by: 旁边, 边上, 岸边的
beside: 附近, 靠近, 周围
behind: 后面, 背后
between: 之间
in front of: 前方
without: 没有, 没, 无, 不见, 不带, 去除了
no: 不要, 别, 不想要, 不是, 不, 毫无
no more: 不再, 不再有, 别再
nor: 也没有
and: 和, 与, 以及, 并, 还有
with: 带有, 伴着, 伴随, 带着
or: 或, 或者
but: 但, 但是, 可是
only: 只有, 仅, 仅有
also: 也, 同时
now: 现在, 此时, 如今
let: 让, 使, 叫
make it: 做成, 改为
turn: 换成, 改成, 替换成, 变换成
add: 加, 加上, 添加, 加入, 增添, 放上, 再加, 加个, 加一个, 来一个
remove: 去掉, 移除, 删除, 删掉, 去除, 拿走, 拿掉, 移走, 擦掉, 消除, 关掉, 关上, 取消
stop: 停止, 停下
more: 更多, 更多的, 多一点, 多一些, 再多, 更, 更加, 加强, 加大
less: 更少, 少一点, 少一些, 减少, 不那么
again: 又, 再次, 重新, 再一次, 再
another: 另一个, 另一艘, 另一只, 另一座, 另一条, 另一匹, 又一个, 又一艘, 又一只, 又一座, 再来一个, 再来一艘, 再来一只, 再来一座, 再加一艘, 再加一只, 再加一个, 还有一艘, 还有一只
back to: 回到, 变回, 恢复到
undo: 撤销, 撤回, 还原, 恢复原样, 返回
new scene: 新场景, 新的场景, 新的梦, 新的梦境, 另一个场景, 换个场景, 换一个场景
the same: 同样, 同样的, 同样的场景, 同一场景, 同一个场景, 一样的, 相同的, 相同
everything: 一切, 所有, 全部, 所有东西, 全世界, 整个世界, 整个画面, 万物
zoom in: 拉近, 镜头拉近, 拉近镜头, 近一点, 更近, 再近一点, 靠近一点, 放大画面, 特写, 近景
zoom out: 拉远, 镜头拉远, 拉远镜头, 远一点, 更远, 再远一点, 缩小画面, 远景, 全景
in the distance: 远处, 远方, 在远处, 在远方, 天边, 地平线上
on the left: 左边, 左侧, 在左边
on the right: 右边, 右侧, 在右边
in the middle: 中间, 中央, 正中
bigger: 更大, 大一点, 变得更大, 放大
smaller: 更小, 小一点, 变得更小, 缩小
brighter: 更亮, 亮一点, 调亮, 更明亮
darker: 更暗, 暗一点, 调暗
faster: 更快, 快一点, 加快, 加速
slower: 更慢, 慢一点, 放慢, 减速
warmer: 更暖, 更温暖, 暖一点
colder: 更冷, 冷一点
colourful: 彩色, 缤纷, 五彩缤纷, 多彩, 五颜六色, 色彩缤纷, 鲜艳, 更鲜艳
black and white: 黑白
pastel: 粉彩, 柔和的颜色
natural colours: 正常颜色, 自然颜色, 自然色, 正常的颜色
sun sets: 太阳落下, 太阳落山, 太阳下山, 夕阳西下, 落下山
sun rises: 太阳升起, 旭日东升, 太阳出来, 太阳升
sunset: 日落, 夕阳, 落日, 晚霞, 日落时分, 傍晚, 黄昏时分
sunrise: 日出, 朝阳, 旭日, 朝霞
night: 夜, 夜晚, 晚上, 夜里, 深夜, 黑夜, 天黑, 天黑了, 夜幕降临, 夜晚降临, 夜色, 入夜, 夜间, 天色变暗, 天色暗了, 今夜, 天变黑
dawn: 黎明, 拂晓, 破晓, 天亮, 天亮了, 清晨时分
day: 白天, 白昼, 大白天
morning: 早晨, 早上, 清晨, 清早, 上午
noon: 中午, 正午
evening: 晚, 下午
dusk: 黄昏, 暮色, 薄暮
midnight: 午夜, 半夜
golden hour: 黄金时刻
night sky: 夜空
sky clears: 放晴, 天晴, 天晴了, 天空放晴, 天放晴, 天空晴朗起来
rain: 雨, 下雨, 下雨了, 雨水, 雨天, 雨中, 细雨绵绵
snow: 雪, 下雪, 下雪了, 雪花飘落, 飘雪, 落雪, 飞雪, 雪地
fog: 雾, 起雾, 起雾了, 薄雾, 浓雾, 迷雾, 雾气, 大雾, 雾霭
wind: 风, 刮风, 起风, 起风了, 大风, 狂风
storm: 暴风雨, 风暴, 风雨
thunderstorm: 雷雨, 雷暴, 雷阵雨
lightning: 闪电, 打雷, 电闪雷鸣
thunder: 雷, 雷声
downpour: 大雨, 暴雨, 倾盆大雨, 瓢泼大雨, 雨滴
drizzle: 小雨, 细雨, 毛毛雨
blizzard: 暴风雪, 暴雪, 大雪
snowflake: 雪花
hail: 冰雹
frost: 霜, 冰霜
breeze: 微风, 清风
tornado: 龙卷风, 飓风
typhoon: 台风
flood: 洪水
tsunami: 海啸
rainbow: 彩虹
northern lights: 极光, 北极光
begins: 开始
appears: 出现, 来了, 来临, 到来, 来到, 降临, 飞来, 飞过, 游来, 游过, 走来, 走过, 驶来, 驶过, 跑过, 跑来, 浮出水面, 浮现, 跃出水面, 跳出来, 冒出来, 袭来, 爆发, 聚集, 落下, 飘落, 降下, 掠过, 划过, 经过, 回来, 回来了, 出来, 进来, 登场, 弥漫, 涌来
rises: 升起, 上升, 升
sets: 落山, 下山, 沉下
opens: 散开, 裂开, 分开, 打开
clears: 散去, 散了, 消散, 散, 退去
vanishes: 消失, 消失了, 离开, 离去, 不见了, 走了, 飞走, 飞走了, 游走, 开走, 驶离, 远去, 结束, 过去, 熄灭, 灭了, 没了
stops: 停, 停了, 停歇
melts: 融化, 化了
weakens: 变小, 变弱, 减弱, 变淡, 平息, 平静下来, 小了, 变小了
strengthens: 变强, 增强, 越来越大, 越下越大, 变得更大了, 越来越强, 变浓, 越来越浓, 加剧, 下得更大, 变大
grows: 长大, 长高, 变高
shrinks: 缩小了, 变矮
becomes: 变成, 变为, 化为, 化作, 变得, 变, 转为, 转变为, 成为, 成了, 变成了, 染成
lights up: 亮起, 亮起来, 亮了, 点亮, 点燃, 亮着
turn on: 打开灯, 开灯
lights: 灯, 灯光, 光, 灯火, 光芒, 光线, 万家灯火, 亮光
darkens: 变暗, 变黑, 暗下来
dark: 黑暗, 昏暗, 阴暗, 暗
bright: 明亮, 亮, 光明
snow upwards: 雪花向天空飘去, 雪向天空飘, 雪往上飘, 雪向上飘, 雪向上飞, 雪往上飞, 雪向上飘落, 雪向上飘飞
upwards: 向上, 往上, 向天空, 向天空飘去, 飘向天空
two: 二, 两, 俩, 一对
three: 三
four: 四
five: 五
six: 六
seven: 七
eight: 八
nine: 九
ten: 十
several: 几, 几个, 几只, 几艘, 几座, 几匹, 一群, 数只
many: 许多, 很多, 无数, 众多, 大量
castle: 城堡, 古堡
hill: 山丘, 丘陵, 小山, 山坡, 山岗
mountain: 山, 高山, 山脉, 群山, 大山, 雪峰
fuji: 富士山
sea: 海, 大海, 海洋, 海面, 海上, 海边的海
shore: 海岸, 岸, 岸边, 海边, 港口, 海港, 港湾, 码头, 湖边
lake: 湖, 湖泊, 湖面, 湖水
river: 河, 河流, 江, 大河
stream: 小溪, 溪流, 溪
pond: 池塘, 水池
swamp: 沼泽
beach: 海滩, 沙滩
island: 岛, 岛屿, 小岛
forest: 森林, 树林, 林, 林中
jungle: 丛林, 雨林, 竹林, 热带雨林, 竹子
tree: 树, 树木, 大树
meadow: 草地, 草原, 草甸
field: 田野, 田, 原野, 农田, 稻田
grass: 草, 青草, 芦苇
wheat: 麦田, 小麦, 麦子, 玉米
farm: 农场
desert: 沙漠, 戈壁
dune: 沙丘
sand: 沙子, 沙
oasis: 绿洲
city: 城市, 都市, 城, 城里, 城镇, 北京, 上海, 香港
skyscraper: 摩天大楼, 高楼, 高楼大厦, 大厦
building: 建筑, 楼房, 楼
street: 街, 街道, 马路, 大街, 街头, 公路
path: 路, 小路, 小径, 山路, 小巷, 巷子
square: 广场, 市场, 集市
village: 村庄, 村, 乡村, 小镇, 村子, 村落
house: 房子, 屋, 小屋, 房屋, 木屋, 家园
roof: 屋顶, 房顶
church: 教堂
cathedral: 大教堂
temple: 寺, 寺庙, 神庙, 庙, 神殿
pagoda: 塔, 宝塔, 佛塔
tower: 高塔, 塔楼, 钟楼
eiffel tower: 埃菲尔铁塔, 铁塔
great wall: 长城
palace: 宫殿, 皇宫
ruin: 废墟, 遗迹
pyramid: 金字塔
bridge: 桥, 大桥, 吊桥
lighthouse: 灯塔
windmill: 风车
waterfall: 瀑布
cave: 洞穴, 山洞, 洞窟
volcano: 火山
lava: 熔岩, 岩浆
cliff: 悬崖, 峭壁
rock: 岩石, 石头, 礁石
valley: 山谷, 峡谷, 谷
peak: 山峰, 山顶, 峰
glacier: 冰川
iceberg: 冰山
ice: 冰
frozen: 结冰, 冰冻, 冻结, 冰封
room: 房间, 屋内, 室内, 客厅
window: 窗, 窗户, 窗前, 窗外
library: 图书馆, 书店, 书架
kitchen: 厨房
bed: 床, 卧室
table: 桌子, 桌
sofa: 沙发
chair: 椅子
fireplace: 壁炉
candle: 蜡烛, 烛光
lamp: 台灯, 路灯, 街灯
umbrella: 伞, 雨伞
tent: 帐篷
garden: 花园, 庭院, 公园, 园林
ship: 帆船, 轮船, 大船
boat: 船, 小船, 渔船, 舟, 小舟
sailboat: 小帆船
paper boat: 纸船, 小纸船
car: 汽车, 车, 小汽车, 轿车, 跑车
taxi: 出租车
truck: 卡车, 公交车, 巴士
tram: 电车, 有轨电车, 地铁
train: 火车, 列车, 高铁, 蒸汽火车
airplane: 飞机
rocket: 火箭
spaceship: 飞船, 宇宙飞船, 太空船
bicycle: 自行车, 单车
motorcycle: 摩托车
kite: 风筝
horse: 马, 骏马
cat: 猫, 小猫, 猫咪
dog: 狗, 小狗, 犬
fox: 狐狸
wolf: 狼
bird: 鸟, 小鸟, 鸟儿, 飞鸟
birds: 鸟群
swan: 天鹅
owl: 猫头鹰
rabbit: 兔子, 兔, 小兔子
deer: 鹿, 小鹿
elephant: 大象, 象
lion: 狮子
tiger: 老虎, 虎, 豹子
bear: 熊, 松鼠
panda: 熊猫, 大熊猫
camel: 骆驼
giraffe: 长颈鹿, 斑马
cow: 牛, 奶牛, 羊, 绵羊, 山羊, 猪, 鸡
monkey: 猴子, 蛇, 鹦鹉
penguin: 企鹅
whale: 鲸鱼, 鲸, 蓝鲸
shark: 鲨鱼, 海豚, 章鱼
fish: 鱼, 鱼群, 热带鱼, 鱼儿
koi: 锦鲤, 金鱼, 鲤鱼
turtle: 海龟, 乌龟
jellyfish: 水母
coral: 珊瑚, 珊瑚礁
mermaid: 美人鱼
dragon: 龙, 巨龙
unicorn: 独角兽
butterfly: 蝴蝶
bee: 蜜蜂, 蜻蜓, 瓢虫
eagle: 鹰, 老鹰
raven: 乌鸦
seagull: 海鸥
swallow: 燕子, 鸽子, 鸭子, 麻雀
crane: 鹤, 仙鹤, 白鹭, 火烈鸟
bat: 蝙蝠
person: 人, 女孩, 男孩, 小女孩, 小男孩, 行人, 人影
people: 人们, 孩子, 孩子们, 小孩, 儿童, 家人, 一家人
crowd: 人群, 一群人
without people: 无人, 空无一人
woman: 女人, 女子, 少女, 姑娘, 女巫, 公主, 女王, 老奶奶
man: 男人, 男子, 少年, 老人, 国王, 旅人, 渔夫, 老爷爷
knight: 骑士, 武士, 侍卫, 法师, 巫师
couple: 情侣, 恋人, 两人, 两个人
dancer: 舞者, 芭蕾舞者
astronaut: 宇航员, 航天员
portrait: 肖像, 画像, 脸
silhouette: 剪影, 轮廓
robot: 机器人
ghost: 幽灵, 鬼, 精灵, 仙女
snowman: 雪人
shadow: 影子, 阴影
flower: 花, 花朵, 鲜花, 花海, 野花, 花丛, 荷花, 菊花
sunflower: 向日葵
rose: 玫瑰, 玫瑰花
tulip: 郁金香
cherry blossom: 樱花, 樱花树, 桃花, 梅花
lavender field: 薰衣草, 薰衣草田
poppy: 罂粟花
petal: 花瓣
leaves: 叶子, 落叶, 树叶, 红叶, 枫叶, 叶
maple: 枫树, 银杏
fir: 松树, 松, 杉树
palm: 棕榈树, 椰子树, 椰树, 棕榈
mushroom: 蘑菇
firework: 烟花, 烟火, 焰火
campfire: 篝火, 营火
fire: 火, 火焰, 燃烧
firefly: 萤火虫
lantern: 灯笼, 天灯, 孔明灯
balloon: 气球, 热气球
smoke: 烟, 烟雾, 蒸汽
ash: 灰烬
ember: 余烬, 火星子, 火花
bubble: 泡泡, 气泡
feather: 羽毛, 蒲公英
dust: 灰尘, 尘土
sun: 太阳, 阳光下的太阳, 日
sunlight: 阳光, 日光
moon: 月亮, 月, 明月
on the moon: 月球上, 月球, 月球表面
full moon: 满月, 圆月
moonlight: 月光, 月色
star: 星, 星星, 繁星
starry sky: 星空, 满天繁星
shooting star: 流星, 彗星
milky way: 银河
galaxy: 星系
nebula: 星云
planet: 星球, 行星, 地球
black hole: 黑洞
space: 太空, 宇宙
sky: 天空, 天
blue sky: 蓝天
cloud: 云, 云朵, 白云, 乌云, 云海
cloudless: 万里无云, 晴空万里
underwater: 水下, 海底, 水底, 海里, 水里, 海中
deep sea: 深海
wave: 浪, 海浪, 波浪, 浪花, 波涛
water: 水, 水面
spring: 春天, 春, 春季, 春日
summer: 夏天, 夏, 夏季, 夏日
autumn: 秋天, 秋, 秋季, 秋日
winter: 冬天, 冬, 冬季, 冬日
january: 圣诞节, 圣诞, 春节, 新年
red: 红, 红色, 红色的, 鲜红
blue: 蓝, 蓝色, 蔚蓝
green: 绿, 绿色, 翠绿
yellow: 黄, 黄色
white: 白, 白色, 雪白
black: 黑, 黑色, 漆黑
grey: 灰, 灰色
pink: 粉, 粉色, 粉红, 粉红色
purple: 紫, 紫色
orange: 橙, 橙色, 橘色
brown: 棕色, 褐色
golden: 金色, 金黄, 金黄色
turquoise: 青色, 青绿色
beige: 米色
gold: 金, 黄金, 金子
silver: 银, 银色
crystal: 水晶
glass: 玻璃
coloured glass: 彩色玻璃, 彩绘玻璃
wood: 木头, 木制, 木
stone: 石制, 石
neon: 霓虹, 霓虹灯, 赛博朋克
tokyo: 东京
paris: 巴黎
new york: 纽约
london: 伦敦
big: 大, 巨大, 庞大, 宏伟
small: 小, 微小
old: 老, 古老, 古代, 旧, 古
new: 新, 现代
tall: 高, 高大
calm: 平静, 宁静, 安宁
quiet: 安静, 寂静, 静谧, 静静, 静
cold: 冷, 寒冷, 冰冷
warm: 温暖, 暖, 热, 炎热
sunny: 晴朗, 晴天, 晴
cloudy: 多云, 阴天, 阴
foggy: 雾蒙蒙, 有雾
rainy: 湿漉漉, 多雨
snowy: 白雪皑皑, 积雪, 雪景
windy: 多风
starry: 满天星斗
light: 轻, 轻柔, 淡, 微
gentle: 温柔, 柔和, 柔
heavy: 强, 浓, 密, 猛烈, 强烈, 厚
wild: 汹涌, 狂野, 波涛汹涌
lonely: 孤独, 孤单, 寂寞
abandoned: 废弃
mysterious: 神秘
magical: 魔法, 魔幻, 奇幻, 梦幻, 童话
spooky: 恐怖, 诡异, 阴森
dreamy: 梦, 梦境
happy: 快乐, 开心
sad: 悲伤, 忧伤
gloomy: 阴沉
romantic: 浪漫, 爱
dramatic: 壮观, 壮丽
glowing: 发光, 闪耀, 闪闪发光, 发光的, 闪烁
sparkle: 闪闪
abstract: 抽象
tropical: 热带
slow: 缓慢, 慢, 缓缓
fast: 快, 快速, 飞快
`;
