/** Facts about a dream that say how its frames came about. */
interface Source {
  /** null for dreams from before it was stored */
  isAi: boolean | null;
  generator: string | null;
}

/** True for a dream that a trained model drew; the painter is a program. */
export const isMadeByAi = ({ isAi, generator }: Source): boolean => isAi ?? generator !== 'demo';

/** Words for people: on the live page, on shared links and in previews. */
export const madeBy = (isAi: boolean): string => (isAi ? 'Made by AI' : 'Made by a program');

/** IPTC's digital source type of a dream, a URL. @param fromPicture it began with an image that its person gave */
export function digitalSourceType(source: Source, fromPicture: boolean): string {
  const term = !isMadeByAi(source)
    ? 'algorithmicMedia'
    : fromPicture
      ? 'compositeWithTrainedAlgorithmicMedia'
      : 'trainedAlgorithmicMedia';
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`;
}
