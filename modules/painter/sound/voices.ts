import type { Voice } from './packet.ts';
import { createBirds, createCalls, createCrickets, createHooves, createInsects } from './voices/creatures.ts';
import { createFire, createFireworks, createLava } from './voices/fire.ts';
import { createChimes, createHall, createSpace, createTones } from './voices/space.ts';
import {
  createBell,
  createCity,
  createCrowd,
  createEngine,
  createRoad,
  createRoom,
  createTrain,
} from './voices/town.ts';
import {
  createCave,
  createLapping,
  createSea,
  createStream,
  createUnderwater,
  createWaterfall,
} from './voices/water.ts';
import { createLeaves, createRain, createSnow, createThunder, createWind } from './voices/weather.ts';

/** Creates a voice. `force`, 0–1, comes from the scene: the wind's strength, the number of birds. */
type CreateVoice = (seed: number, force: number) => Voice;

/** Everything that the painter can sound like. */
export const VOICES = {
  sea: createSea,
  lapping: createLapping,
  stream: createStream,
  waterfall: createWaterfall,
  underwater: createUnderwater,
  cave: createCave,
  rain: (seed, force) => createRain(seed, force, false),
  windowRain: (seed, force) => createRain(seed, force, true),
  wind: createWind,
  leaves: createLeaves,
  snow: createSnow,
  thunder: createThunder,
  crickets: createCrickets,
  birds: (seed, force) => createBirds(seed, force, false),
  jungleBirds: (seed, force) => createBirds(seed, force, true),
  insects: createInsects,
  frogs: (seed) => createCalls(seed, 'frog', 3),
  gulls: (seed, force) => createCalls(seed, 'gull', force > 0.5 ? 3 : 2),
  owl: (seed) => createCalls(seed, 'owl'),
  wolf: (seed, force) => createCalls(seed, 'wolf', force > 0.5 ? 3 : 1),
  whale: (seed) => createCalls(seed, 'whale'),
  dog: (seed) => createCalls(seed, 'dog'),
  cat: (seed) => createCalls(seed, 'cat'),
  elephant: (seed) => createCalls(seed, 'elephant'),
  growl: (seed) => createCalls(seed, 'growl'),
  hooves: createHooves,
  fire: createFire,
  lava: createLava,
  fireworks: createFireworks,
  city: createCity,
  road: createRoad,
  crowd: createCrowd,
  bell: (seed, force) => createBell(seed, force > 0.5 ? 330 : 175),
  room: createRoom,
  train: createTrain,
  car: (seed) => createEngine(seed, 'car'),
  plane: (seed) => createEngine(seed, 'plane'),
  rocket: (seed) => createEngine(seed, 'rocket'),
  space: createSpace,
  tones: createTones,
  hall: createHall,
  chimes: createChimes,
} as const satisfies Record<string, CreateVoice>;

export type VoiceName = keyof typeof VOICES;
