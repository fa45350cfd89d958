const list = (words: string) => new Set(words.split(' '));

export const NEGATIONS = list(
  'no without not never minus lacking except zero nor remove delete stop erase hide lose off drop instead replace rid ' +
    'don doesn isn aren wasn weren hasn haven won cannot neither',
);
/** "take away the moon". In "take the moon away", ENDINGS matches "away". */
export const TAKERS = new Set(
  ['take', 'put', 'clear', 'wipe', 'throw', 'send', 'cut', 'wash'].flatMap((verb) => [
    `${verb} away`,
    `${verb} out`,
  ]),
);
export const ARTICLES = list('a an the');
/** "the fog lifts" excludes what precedes the verb. */
export const ENDINGS = list(
  'lifts lift clears stops ends vanishes vanish disappears disappear disappeared gone fades away go goes off',
);
/** These end an exclusion: "turn off the lights and make it dawn". */
export const RESTARTS = list('but with make add now just only');
export const STRONG = list(
  'very extremely heavy intense deep thick dense strong super much heavier stronger denser thicker deeper really harder higher heavily strongly hard',
);
export const WEAK = list(
  'slightly light lighter faint fainter subtle pale thin thinner weak weaker hint few little bit',
);
export const MORE = list('more additional extra another second third');
export const LESS = list('less fewer');

export const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    one: 1,
    single: 1,
    lone: 1,
    solitary: 1,
    two: 2,
    twin: 2,
    pair: 2,
    double: 2,
    both: 2,
    three: 3,
    triple: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    dozen: 12,
    few: 3,
    several: 5,
    many: 24,
    countless: 60,
    hundred: 60,
    hundreds: 60,
    thousand: 90,
    thousands: 90,
    swarm: 60,
    flock: 24,
  }),
);

/** Words without visual meaning; they neither end an exclusion nor count as unknown. */
export const FILLER = list(
  'a an the of in on at by to from with under over above below into onto and or but as is are was were be been ' +
    'its it this that these those there here up down out off through across around near beside between among ' +
    'behind beyond inside within for my your his her their our we i you he she they me him them some any all ' +
    'where when while who which what how so such very more most less than too just like made make makes making ' +
    'full covered filled show showing see view scene picture image photo video please imagine want ' +
    'after before during against along toward towards upon if then now also add put get give let turn keep set ' +
    'change bring move take everything whole same only still even again much bit s would should could can will ' +
    'walk walking stand standing sit sitting run running drive driving cross crossing gallop galloping howl ' +
    'howling sleep sleeping fly flying ride riding swim swimming look looking hang hanging lie lying wait ' +
    'waiting rest resting play playing go going come comes coming launch launching take taking lit rolls rolling ' +
    'far front back surface side background foreground next top middle edge shape kind sort lot lots piece ' +
    'way time place world thing things something nothing every each other one hair old-style create draw paint ' +
    'drawing style wide long short round flat young new beautiful pretty nice great amazing stunning gorgeous ' +
    'cute detailed realistic quality high-resolution hd 4k ultra slowly quickly away earth’s ground ' +
    'falls passing passes pass reflected reflecting reflection overlooking surrounded lined made-of using ' +
    'reading signs sign window windows outside sports ultra style living child mount coloured colored light-filled ' +
    't re ve ll rather quite almost colour colours color colors tone tones modern steep transparent nearly somewhere everywhere toward about ' +
    'gazing watching staring playing sits stands lies walks runs flies swims sleeps sails floats plays rides ' +
    'drives hangs rises shines blows sat stood slept ran flew swam sailed rode walked looked horizon ' +
    'distance scenery landscape panorama atmosphere mood feeling moment someone somebody anybody ' +
    'peacefully gently softly brightly wearing carrying holding ' +
    'camera moves pulls creeps overhead lands breathes barks meows sings laughs smiles jumps jump dances turns after-all past along aside apart together step catches catch fill fills howls howl watches watch visible cat-like longer anymore suddenly gradually steadily finally softly soon little-by-little starts start begins begin another return returns back again same please ' +
    'live alive day-to-day ok okay hello hi do does did have has had got another additional extra fewer it’s lets',
);

/** A prompt that starts with one of these changes the current scene. */
export const OPENERS = list(
  'remove delete now with without and but more less fewer also then zoom replace no stop same plus still even so ' +
    'instead closer everything what add bring put change move erase hide nearer further farther another turn back return ' +
    'insert include suddenly let go travel enter take we wider',
);
/** "still" before one of these marks no change: "still life", "still waters". */
export const STILL = list('life water waters lake sea');
/** Words for an action or a position. */
export const ACTIVITIES = list(
  'is are was were in on at by near beside behind under over above below inside with from through across around ' +
    'between among sits stands walks runs flies swims sleeps sails floats grows plays rides looks stand walk run fly',
);
/** These change the scene together with a word from POINTERS ("make it night"), but not otherwise ("make a castle"). */
export const MAKERS = list('make let give keep set paint get');
export const POINTERS = list('it them they the everything that this all these those there its');
/** A prompt that only names a place moves the current scene there. */
export const PREPOSITIONS = list('in on at under over by above below inside into near beside underwater');
export const ADDERS = list('add also with and plus too front behind beside next another more bring');
export const UNDOERS = (
  'undo,undo that,undo it,go back,put it back,bring it back,back,put them back,revert,revert that,as before,' +
  'like before,the way it was,as it was,as it was before,previous scene,one step back,take that back,back again'
).split(',');
/** A prompt that ends with one of these changes the current scene. */
export const LAST_WORDS = list('now too instead again anymore');
/** A prompt that starts with one of these starts a new scene. */
export const NEW_SCENE = [
  'new scene',
  'new dream',
  'a new scene',
  'a new dream',
  'another scene',
  'another dream',
  'a different scene',
  'a different dream',
  'start over',
  'something else',
  'something completely different',
];
/** A noun after one of these is a place or an instrument, not what a verb belongs to. */
export const PLACE_PREPOSITIONS = list(
  'in on at over under above below inside into onto near beside behind from through across around between among with of by towards toward',
);
