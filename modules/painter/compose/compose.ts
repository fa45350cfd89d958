import { createRandom } from '../../generator/random.ts';
import { createAbstract } from '../layers/effects/abstract.ts';
import { createGrade } from '../layers/effects/grade.ts';
import { createParticles } from '../layers/effects/particles.ts';
import { createRibbons } from '../layers/sky/ribbons.ts';
import { createPalette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Add, Step } from '../step.ts';
import { composeCave, composeNave, composeRoom } from './compose-inside.ts';
import { addWeather, composeLand } from './compose-land.ts';
import { composeLunar, composeSky, composeSpace } from './compose-sky.ts';
import { addSwarms } from './compose-swarms.ts';
import { composeUnderwater } from './compose-underwater.ts';

/** Lists a scene's layers from back to front without building them yet. */
export function compose(spec: SceneSpec, seed: number): Step[] {
  const palette = createPalette(spec, createRandom(seed));
  const steps: Step[] = [];
  const add: Add = (cost, make, near = false) => void steps.push({ cost, make, near });
  switch (spec.realm) {
    case 'space':
      composeSpace(spec, palette, seed, add);
      break;
    case 'underwater':
      composeUnderwater(spec, palette, seed, add);
      break;
    case 'cave':
      composeCave(spec, palette, seed, add);
      break;
    case 'lunar':
      composeLunar(spec, palette, seed, add);
      break;
    case 'nave':
      composeNave(spec, palette, seed, add);
      break;
    case 'room':
      composeRoom(spec, palette, seed, add);
      break;
    case 'sky':
      composeSky(spec, palette, seed, add);
      break;
    case 'abstract': {
      add(2, () => createAbstract(spec, palette, seed));
      add(1, () => createRibbons(palette.accents, 3, spec.swirl, (spec.whims[0] ?? spec.key) ^ seed));
      const lights = createParticles('dust', spec, palette, seed + 8);
      if (lights) add(1, () => lights);
      addSwarms(spec, palette, seed, 500, add);
      addWeather(spec, palette, seed, 420, add);
      break;
    }
    default:
      composeLand(spec, palette, seed, add);
  }
  add(8, () => createGrade(spec));
  return steps;
}
