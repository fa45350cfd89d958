import type { Entry } from './entry.ts';

/** Things that can't be painted, each with the place where it would be. */
export const undrawn: readonly Entry[] = [
  ['statue of liberty,empire state building', { backdrop: 'city', ground: 'lake', undrawn: true }],
  ['colosseum,brandenburg gate,kremlin,sagrada familia', { backdrop: 'city', undrawn: true }],
  ['sydney opera house,opera house', { backdrop: 'city', ground: 'water', undrawn: true }],
  ['great wall of china,great wall,machu picchu,mount rushmore', { backdrop: 'mountains', undrawn: true }],
  ['stonehenge,tent,statue,fountain,fence', { ground: 'field', undrawn: true }],
  ['shark,dolphin,octopus,squid,mermaid,submarine,diver', { realm: 'underwater', undrawn: true }],
  ['penguin,seal,polar bear', { backdrop: 'icebergs', ground: 'water', undrawn: true }],
  ['bear,squirrel,hedgehog', { backdrop: 'forest', undrawn: true }],
  ['monkey,gorilla,parrot,snake', { backdrop: 'jungle', undrawn: true }],
  ['sheep,cow,goat,pig,chicken', { ground: 'field', undrawn: true }],
  ['giraffe,zebra,rhino,hippo', { ground: 'field', colour: '#c9a24a', undrawn: true }],
  [
    'sofa,couch,armchair,chair,desk,carpet,curtain,piano,television,mirror,bathtub',
    { realm: 'room', undrawn: true },
  ],
  ['bus,truck,lorry,van,motorcycle,motorbike,scooter,tractor', { ground: 'street', undrawn: true }],
  ['helicopter,drone,angel,parachute', { realm: 'sky', clouds: 0.4, undrawn: true }],
  ['panda,koala,crocodile,frog,peacock', { backdrop: 'jungle', undrawn: true }],
  ['crab,lobster,starfish,seal pup,seahorse', { ground: 'water', undrawn: true }],
  ['phoenix', { realm: 'sky', swarm: 'embers', undrawn: true }],
];
