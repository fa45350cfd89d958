import type { Entry, Meaning } from './entry.ts';

/** Subjects removed when the prompt excludes people. */
const PEOPLE: Meaning[] = (['person', 'woman', 'dancer', 'portrait', 'astronaut'] as const).map(
  (subject) => ({ subject }),
);

export const beings: readonly Entry[] = [
  ['butterfly,moth,dragonfly', { swarm: 'butterflies' }],
  ['bee,ladybug,insect', { swarm: 'butterflies', scale: 0.9 }],
  ['bird,seagull,gull,swallow,crow,raven,pigeon,dove,sparrow,robin,duck,blackbird', { swarm: 'birds' }],
  ['eagle,hawk,falcon,albatross', { swarm: 'birds', count: 3 }],
  ['swan', { subject: 'swan', ground: 'lake' }],
  ['crane,heron,goose,geese,flamingo,stork', { swarm: 'birds', count: 9 }],
  ['bat', { swarm: 'bats', time: 'night' }],
  ['owl', { subject: 'owl', time: 'night' }],
  ['firefly,fireflies,glowworm', { swarm: 'fireflies' }],
  ['fairy,fairies,spirit,wisp,ghost', { swarm: 'fireflies', glow: 0.3 }],
  ['jellyfish,medusa', { swarm: 'jellyfish', realm: 'underwater' }],
  ['fish,goldfish,koi,shoal,school of fish', { swarm: 'fish', realm: 'underwater' }],
  ['turtle,stingray,manta', { swarm: 'turtles', realm: 'underwater' }],
  ['whale,orca', { subject: 'whale' }],
  ['dragon,wyvern', { subject: 'dragon' }],
  ['deer,stag,elk,reindeer,moose,doe,fawn', { subject: 'deer' }],
  ['horse,pony,unicorn,stallion,mare,foal', { subject: 'horse' }],
  ['wolf,coyote', { subject: 'wolf' }],
  ['dog,puppy,husky,hound', { subject: 'dog' }],
  ['fox', { subject: 'fox' }],
  ['cat,kitten,pussycat,pussy cat,kitty,tomcat', { subject: 'cat' }],
  ['tiger,leopard,jaguar,panther', { subject: 'tiger' }],
  ['lion', { subject: 'lion' }],
  ['rabbit,hare,bunny', { subject: 'rabbit' }],
  ['camel', { subject: 'camel' }],
  ['elephant,mammoth', { subject: 'elephant' }],
  [
    'woman,girl,lady,witch,queen,princess,mother,daughter,bride,grandmother,sister,goddess',
    { subject: 'woman' },
  ],
  [
    'person,man,boy,wanderer,traveler,traveller,figure,silhouette,human,child,old man,father,son,king,prince,soldier,farmer,fisherman,hunter,hiker,tourist,grandfather,brother,baby,shepherd,sailor',
    { subject: 'person' },
  ],
  ['knight,samurai,wizard,warrior,monk', { subject: 'person', contrast: 1.05 }],
  ['couple,lovers', { subject: 'person', count: 2, warmth: 0.2 }],
  ['crowd,throng,audience,group of people', { subject: 'person', count: 9, excludes: PEOPLE }],
  ['people,children,family,friend,nobody', { subject: 'person', count: 5, excludes: PEOPLE }],
  ['dancer,ballerina', { subject: 'dancer' }],
  ['portrait,face,bust,head', { subject: 'portrait' }],
  [
    'portrait of a woman,portrait of a girl,face of a girl,face of a woman,portrait of a man,face of a man',
    { subject: 'portrait' },
  ],
  ['portrait of an old man,portrait of a person,portrait of a child', { subject: 'portrait' }],
];
