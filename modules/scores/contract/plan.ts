import type { ControlValues } from '../../protocol/controls.ts';
import type { Score, Shot } from './score.ts';

/** The score of a dream and its start, stored with it. */
export interface Plan {
  score: Score;
  /** name and version of the generator whose frames the score counts; with any other, shots go by time */
  generator?: string | null;
  /** false: waits until the dreamer starts it */
  plays: boolean;
  /** the dream continues another one */
  past?: Past;
  /** control values with images, by their `picture:` names, which are stored with the dream */
  pictures?: Record<string, string>;
  /** an image stored with the dream, to start from if the generator accepts one and can't repeat `past` */
  startPicture?: string;
}

/** The part of an earlier dream that an exact generator goes through without showing it. */
export interface Past {
  /** the first frame to show */
  frame: number;
  /** control values at its start */
  controls: ControlValues;
  shots: PastShot[];
}

export interface PastShot extends Pick<Shot, 'prompt' | 'soft' | 'controls'> {
  frame: number;
}
