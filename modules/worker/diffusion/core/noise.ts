import { createRandom, mixSeed } from '../../../generator/random.ts';
import { combined } from './schedule.ts';

/** Normally distributed numbers from a seed (Box–Muller). */
export function gaussianNoise(seed: number, length: number): Float32Array {
  const random = createRandom(seed);
  const noise = new Float32Array(length);
  for (let i = 0; i < length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    noise[i] = radius * Math.cos(angle);
    if (i + 1 < length) noise[i + 1] = radius * Math.sin(angle);
  }
  return noise;
}

/**
 * Noise that rotates by `wander` radians per image, towards one seeded noise after another; it stays normally
 * distributed throughout. Fixed noise would pin a feedback loop to the screen: images would settle on the one that the
 * noise favours, whatever the camera does.
 */
export function createTurningNoise(seed: number, length: number) {
  let [from, to] = [gaussianNoise(mixSeed(seed, 0), length), gaussianNoise(mixSeed(seed, 1), length)];
  let [turns, angle] = [0, 0];
  return {
    next(wander: number): Float32Array {
      const [keep, take] = [Math.cos(angle), Math.sin(angle)];
      const noise = combined(from, keep, to, take);
      angle += wander;
      if (angle >= Math.PI / 2) {
        angle -= Math.PI / 2;
        turns++;
        [from, to] = [to, gaussianNoise(mixSeed(seed, turns + 1), length)];
      }
      return noise;
    },
  };
}
