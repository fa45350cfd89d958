import { mixSeed } from '../../generator/random.ts';
import { LAUNCHED, SHELL_SECONDS, shellsIn } from '../layers/effects/fireworks.ts';
import { FLASH_INTERVAL, flashOf, LIGHTNING_SALT } from '../layers/sky/flashes.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Strike } from './packet.ts';
import type { VoiceName } from './voices.ts';

interface Cue extends Omit<Strike, 'at'> {
  voice: VoiceName;
}

/**
 * Events in the picture between two moments that can be heard: flashes and bursting fireworks.
 * @param seed the dream's
 * @param after in scene seconds, exclusive
 * @param until in scene seconds, inclusive
 */
export function cuesIn(spec: SceneSpec, seed: number, after: number, until: number): Cue[] {
  const cues: Cue[] = [];
  const isNow = (moment: number) => moment > after && moment <= until;
  if (spec.celestials.includes('lightning')) {
    const own = mixSeed(seed, spec.key) + LIGHTNING_SALT;
    const last = Math.floor(until / FLASH_INTERVAL);
    for (let turn = Math.floor(after / FLASH_INTERVAL); turn <= last; turn++) {
      const { start, x } = flashOf(own, turn);
      if (isNow(start)) cues.push({ voice: 'thunder', pan: x * 2 - 1, seed: mixSeed(own, turn) });
    }
  }
  if (spec.swarms.includes('fireworks')) {
    const shells = shellsIn(spec);
    for (let shell = 0; shell < shells; shell++) {
      const turn = Math.floor(until / SHELL_SECONDS + shell / shells - LAUNCHED);
      if (!isNow((turn + LAUNCHED - shell / shells) * SHELL_SECONDS)) continue;
      const pan = (((shell * 0.618 + 0.15) % 1) * 2 - 1) * 0.8;
      cues.push({ voice: 'fireworks', pan, seed: mixSeed(seed + shell, turn) });
    }
  }
  return cues;
}
