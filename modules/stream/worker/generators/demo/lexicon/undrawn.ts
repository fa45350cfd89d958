import type { Entry } from './entry.ts';

/** What the painter cannot draw, with the place where it would be. */
export const undrawn: readonly Entry[] = [
  ['statue of liberty,empire state building', { backdrop: 'city', ground: 'lake', undrawn: true }],
  ['colosseum,brandenburg gate,kremlin,sagrada familia', { backdrop: 'city', undrawn: true }],
  ['sydney opera house,opera house', { backdrop: 'city', ground: 'water', undrawn: true }],
  ['great wall of china,great wall,machu picchu,mount rushmore', { backdrop: 'mountains', undrawn: true }],
  ['stonehenge', { ground: 'field', undrawn: true }],
  ['shark,dolphin,octopus,squid,mermaid,submarine,diver', { realm: 'underwater', undrawn: true }],
  ['penguin,seal,polar bear', { backdrop: 'icebergs', ground: 'water', undrawn: true }],
  ['bear,squirrel,hedgehog', { backdrop: 'forest', undrawn: true }],
  ['monkey,gorilla,parrot,snake', { backdrop: 'jungle', undrawn: true }],
  ['sheep,cow,goat,pig,chicken', { ground: 'field', undrawn: true }],
  ['giraffe,zebra,rhino,hippo', { ground: 'field', colour: '#c9a24a', undrawn: true }],
  ['phoenix', { realm: 'sky', swarm: 'embers', undrawn: true }],
];
