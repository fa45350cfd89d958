/** Scenes that differ in content, amount of motion, and detail. */
export const PROMPTS = [
  'a calm ocean at sunset',
  'neon city in the rain at night',
  'snowy mountains under the aurora',
  'forest in autumn fog',
  'desert with two moons',
  'underwater coral garden with jellyfish',
  'galaxy nebula in purple and teal',
  'a field of wildflowers, spring morning, butterflies',
  'volcano erupting at night, embers',
  'a castle made of crystal floating in the clouds',
  'a lighthouse above a calm sea at dusk',
  'zxqv blorp',
];
