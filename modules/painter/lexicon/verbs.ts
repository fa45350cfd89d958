/** The event that a verb describes. */
export type Deed =
  | 'come'
  | 'leave'
  | 'pass'
  | 'stop'
  | 'clear'
  | 'melt'
  | 'rise'
  | 'sink'
  | 'break'
  | 'grow'
  | 'shrink'
  | 'strengthen'
  | 'weaken'
  | 'become'
  | 'darken'
  | 'light';

/** Verbs in their base form. Phrases contain spaces. */
const VERBS: Record<Deed, string> = {
  come:
    'appear,arrive,come,come in,come out,come by,come along,come into view,come back,come into being,emerge,' +
    'surface,enter,join,begin,start,approach,gather,form,fall,roll in,roll over,roll up,move in,set in,settle in,' +
    'blow in,blow up,drift in,drift by,drift past,drift down,float by,float past,float in,fly by,fly past,' +
    'fly in,fly over,fly through,fly across,fly overhead,swim by,swim past,swim in,swim up,sail by,sail past,sail in,' +
    'sail into view,walk by,walk past,walk in,walk into,run by,run past,run in,run across,drive by,drive past,' +
    'drive up,drive in,jump in,jump out,jump up,jump out of,leap out,leap out of,leap up,breach,burst in,break out,' +
    'break through,burst,burst out,return,be back,is back,are back,is here,are here,is coming,are coming,circle,' +
    'descend,show up,turn up,pop up,wander in,wander by,stroll by,peek out,peek through,shine through,bloom,' +
    'awaken,take over,sneak in,creep in,spread,cross,brew,loom,draw near,draw in,close in,pull up,pour down,set sail,strike,erupt,awake',
  leave:
    'vanish,disappear,leave,depart,go,go away,go out,go off,go dark,fade away,fade out,fade,dissolve,evaporate,lift,' +
    'blow over,pass over,is over,are over,is gone,are gone,be gone,swim away,swim off,sail away,sail off,' +
    'fly away,fly off,walk away,walk off,run away,run off,drive away,drive off,drift away,float away,die out,burn out,' +
    'burn down,collapse,crumble,dive away,is no more,are no more,wear off,retreat,withdraw,move on,' +
    'move away,move off,move out,switch off,turn off,is off,are off,scatter,disperse,wither,wilt,die,perish',
  pass: 'pass,pass by,roll past,blow past',
  stop: 'stop,end,cease,stop falling,stop blowing,have ended,has ended,is at an end',
  clear: 'clear,clear up,clear away,clear out,brighten up,lighten up,improve',
  melt: 'melt,melt away,thaw',
  rise: 'rise,come up,go up,rise up,rise out of,climb,climb up,climb higher,ascend',
  sink: 'set,sink,go down,go under,dip,dip below,drop,drown',
  break: 'part,open,open up,break,break up,break open,tear open,tear,split',
  grow: 'grow,get bigger,get larger,get taller,grow bigger,grow larger,grow taller,swell,expand',
  shrink: 'shrink,get smaller,grow smaller,become smaller',
  strengthen:
    'strengthen,intensify,thicken,deepen,worsen,increase,build,build up,pick up,multiply,escalate,rage,get stronger,get worse,' +
    'get heavier,get thicker,get denser,get higher,get harder,grow stronger,grow thicker,grow heavier,become stronger,' +
    'become heavier,become thicker,become denser',
  weaken:
    'weaken,ease,ease off,ease up,subside,slacken,calm,calm down,settle,settle down,let up,thin,thin out,lessen,decrease,' +
    'abate,die down,slow down,quiet down,soften,diminish,get weaker,get lighter,get thinner,get calmer,become calmer,' +
    'grow calmer,become calm,get calm,become lighter,become weaker,become thinner,grow weaker,grow thinner,go down a bit',
  become:
    'turn,turn into,turn to,become,change into,change to,change,transform into,transform to,transform,morph into,get,' +
    'fade to,fade into,shift to,give way to,make way for,is now,are now,is replaced by,are replaced by,is covered in,' +
    'are covered in,is covered with,are covered with',
  darken: 'darken,darken over,cloud over,turn dark,grow dark,get dark,become dark,go dark,turn black',
  light:
    'light up,come on,go on,turn on,switch on,glow,is lit,are lit,is on,are on,are lit up,is lit up,shine,flicker on',
};

/** "gallops past", "glides across" */
const MOTIONS =
  'gallop,trot,hop,crawl,glide,march,leap,dash,race,slide,hurry,wade,soar,roam,tiptoe,prowl,swoop,stride,step,stray';
const WAYS = 'by,past,in,across,over,through,around,into view,overhead,out,along';

const PAST: Record<string, string> = {
  come: 'came',
  go: 'went gone',
  rise: 'rose risen',
  fall: 'fell fallen',
  break: 'broke broken',
  begin: 'began begun',
  fly: 'flew flown',
  swim: 'swam swum',
  run: 'ran',
  drive: 'drove driven',
  sink: 'sank sunk',
  grow: 'grew grown',
  get: 'got gotten',
  become: 'became',
  leave: 'left',
  blow: 'blew blown',
  light: 'lit',
  shine: 'shone',
  tear: 'tore torn',
  draw: 'drew drawn',
  leap: 'leapt',
  swell: 'swollen',
  build: 'built',
  creep: 'crept',
  awaken: 'awoken',
};

const AUXILIARIES = ['is', 'are', 'be', 'has', 'have'];
/** Verbs that double their last consonant: "setting", "stopped". */
const DOUBLED = ['set', 'run', 'swim', 'get', 'stop', 'begin', 'drop', 'dip', 'thin', 'let', 'split', 'step'];

interface Verb {
  deed: Deed;
  /** false for "part", "falling" and "broken", which may also be nouns or adjectives */
  finite: boolean;
  /** true for "falling", which may also precede its noun */
  continuous: boolean;
}

const verbs = new Map<string, Verb>();
const motions = MOTIONS.split(',').flatMap((verb) => WAYS.split(',').map((way) => `${verb} ${way}`));
VERBS.come += `,${motions.join(',')}`;
for (const [deed, list] of Object.entries(VERBS)) {
  for (const verb of list.split(','))
    for (const [form, finite, continuous] of formsOf(verb))
      if (!verbs.has(form)) verbs.set(form, { deed: deed as Deed, finite, continuous });
}

/** Number of words in the longest verb. */
export const LONGEST_VERB = 3;

/** Finds a verb in any of its forms. */
export const findVerb = (phrase: string): Verb | undefined => verbs.get(phrase);

function formsOf(verb: string): [form: string, finite: boolean, continuous: boolean][] {
  const [base = '', ...rest] = verb.split(' ');
  if (AUXILIARIES.includes(base)) return [[verb, true, false]];
  const stem = DOUBLED.includes(base) ? base + base.at(-1) : base.replace(/e$/, '');
  const third = /(s|sh|ch|x|z|go)$/.test(base) ? `${base}es` : `${base.replace(/([^aeiou])y$/, '$1ie')}s`;
  const past = PAST[base]?.split(' ') ?? [`${stem.replace(/([^aeiou])y$/, '$1i')}ed`];
  const whole = (form: string) => [form, ...rest].join(' ');
  return [
    [whole(base), false, false],
    [whole(third), true, false],
    [whole(`${stem}ing`), false, true],
    ...past.map((form): [string, boolean, boolean] => [whole(form), false, false]),
  ];
}
