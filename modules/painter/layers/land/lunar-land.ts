import { between, createRandom } from '../../../generator/random.ts';
import { mix } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { lit, type Palette } from '../../palette.ts';
import type { Landscape } from './terrain.ts';

/** Grey dust under hard light, pitted with craters. */
export function createLunarLand(palette: Palette, seed: number): Landscape {
  const { soft } = noiseFields();
  const random = createRandom(seed);
  const craters = Array.from({ length: 70 }, () => {
    const z = 2 + 44 * random() ** 1.6;
    return { x: between(random, -0.85, 0.85) * z, z, radius: between(random, 0.18, 0.5) * (1 + z * 0.09) };
  });
  const dust = mix(
    lit([176, 174, 178], { ...palette, exposure: 1.15, night: false }, 1.1),
    [168, 168, 174],
    0.5,
  );
  const pit = (x: number, z: number) => {
    let depth = 0;
    for (const crater of craters) {
      const away = Math.hypot(x - crater.x, z - crater.z) / crater.radius;
      if (away < 1) depth -= (1 - away * away) * 0.3 * crater.radius;
      else if (away < 1.5) depth += (1.5 - away) * 0.3 * crater.radius;
    }
    return depth;
  };
  return {
    height: (x, z) =>
      (sample(soft, x * 3 + (seed % 97), z * 3) - 0.5) * 0.9 * Math.min(1, z / 12) +
      (sample(soft, x * 22, z * 22) - 0.5) * 0.05 +
      pit(x, z),
    paint({ x, z, slopeX, slopeZ }, out) {
      const grain = (sample(soft, x * 60, z * 60) - 0.5) * 0.16;
      const light = Math.max(0.1, Math.min(1.25, 0.66 + slopeX * 1.1 - slopeZ * 0.5 + grain));
      for (const i of [0, 1, 2] as const) out[i] = dust[i] * light;
      out[3] = 0;
    },
  };
}
