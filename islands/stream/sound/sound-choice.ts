import { readStored, writeStored } from '../../browser/stored.ts';

/** The person's choices about sound, stored in this browser. */
export interface SoundChoice {
  on: boolean;
  /** from 0 to 1 */
  volume: number;
  /** names of the sounds that can be heard */
  captions: boolean;
}

const KEY = 'sound';
const DEFAULTS: SoundChoice = { on: false, volume: 0.8, captions: true };

export function readChoice(): SoundChoice {
  try {
    const stored = JSON.parse(readStored(KEY) ?? '{}');
    const volume = Number(stored.volume ?? DEFAULTS.volume);
    return {
      on: stored.on === true,
      volume: volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
      captions: stored.captions !== false,
    };
  } catch {
    return DEFAULTS;
  }
}

export const keepChoice = (choice: SoundChoice) => writeStored(KEY, JSON.stringify(choice));
