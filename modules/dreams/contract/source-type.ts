import { m } from '../../kit/texts/m.ts';

/** Facts about a dream's origin. */
interface Source {
  /** Null for dreams stored before this column existed. */
  isAi: boolean | null;
  generator: string | null;
}

/** Name of the generator that is a program, without a model. */
export const PAINTER = 'demo';

/** True if a trained model generated the dream; the painter is a program. */
export const isMadeByAi = ({ isAi, generator }: Source): boolean => isAi ?? generator !== PAINTER;

/**
 * Label for the live page, shared links and previews.
 * @param fromCamera the person's camera or screen was on
 */
export const madeBy = (isAi: boolean, fromCamera = false): string =>
  [isAi ? m.dreams_made_by_ai() : m.dreams_made_by_program(), fromCamera && m.dreams_made_from_camera()]
    .filter(Boolean)
    .join(' · ');

/**
 * URL of the IPTC digital source type.
 * @param from the dream started from the person's own image, or edited their camera or screen
 */
export function digitalSourceType(source: Source, from: { picture: boolean; camera: boolean }): string {
  const term = !isMadeByAi(source)
    ? from.camera
      ? // IPTC: “several elements, at least one of which is synthetic”. Plain `composite` leaves that open, and the term
        // with a trained model would be untrue.
        'compositeSynthetic'
      : 'algorithmicMedia'
    : from.picture || from.camera
      ? 'compositeWithTrainedAlgorithmicMedia'
      : 'trainedAlgorithmicMedia';
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`;
}
