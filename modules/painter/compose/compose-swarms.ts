import { createBirds } from '../layers/beings/birds.ts';
import { createButterflies } from '../layers/beings/butterflies.ts';
import { createFireworks } from '../layers/effects/fireworks.ts';
import { createBalloons, createLanterns } from '../layers/effects/floaters.ts';
import { createParticles } from '../layers/effects/particles.ts';
import { createMushrooms } from '../layers/land/mushrooms.ts';
import { createFish, createTurtles } from '../layers/water/fish.ts';
import { createJellyfish } from '../layers/water/jellyfish.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';

/** Everything that comes in numbers and moves on its own. */
export function addSwarms(spec: SceneSpec, palette: Palette, seed: number, horizonY: number, add: Add): void {
  for (const [i, swarm] of spec.swarms.entries()) {
    const salt = seed + 200 + i * 17;
    switch (swarm) {
      case 'birds':
      case 'bats':
        add(2, () => createBirds(spec, palette, horizonY, swarm === 'bats', salt));
        break;
      case 'butterflies':
        add(4, () => createButterflies(spec, palette, salt));
        break;
      case 'lanterns':
        add(2, () => createLanterns(spec, salt));
        break;
      case 'balloons':
        add(4, () => createBalloons(spec, palette, horizonY, salt));
        break;
      case 'jellyfish':
        add(2, () => createJellyfish(spec, palette, salt));
        break;
      case 'mushrooms':
        add(2, () => createMushrooms(spec, palette, salt));
        break;
      case 'fireworks':
        add(2, () => createFireworks(spec, horizonY, salt));
        break;
      case 'fish':
        add(2, () => createFish(spec, palette, salt));
        break;
      case 'turtles':
        add(1, () => createTurtles(spec, palette, salt));
        break;
      default: {
        add(2, () => createParticles(swarm, spec, palette, salt) ?? { draw: () => {} });
      }
    }
  }
}
