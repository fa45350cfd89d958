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

/** Label for the live page, shared links and previews. */
export const madeBy = (isAi: boolean): string => (isAi ? m.dreams_made_by_ai() : m.dreams_made_by_program());

/** URL of the IPTC digital source type. @param fromPicture the dream started from the person's own image */
export function digitalSourceType(source: Source, fromPicture: boolean): string {
  const term = !isMadeByAi(source)
    ? 'algorithmicMedia'
    : fromPicture
      ? 'compositeWithTrainedAlgorithmicMedia'
      : 'trainedAlgorithmicMedia';
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`;
}
