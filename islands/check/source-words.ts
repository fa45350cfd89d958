/** Digital source types of IPTC and C2PA, as text for users. */
const WORDS: Record<string, string> = {
  trainedAlgorithmicMedia: 'Made by AI',
  compositeWithTrainedAlgorithmicMedia: 'Made by AI, beginning with something else, such as a photo',
  compositeSynthetic: 'Put together, partly from what AI or a program made',
  algorithmicMedia: 'Made by a program, without AI',
  algorithmicallyEnhanced: 'Improved by a program',
  dataDrivenMedia: 'Drawn by a program from data',
  digitalArt: 'Drawn by a person with digital tools',
  digitalCreation: 'Made by a person with digital tools',
  humanEdits: 'Edited by a person',
  minorHumanEdits: 'Lightly edited by a person',
  composite: 'Put together from several things',
  compositeCapture: 'Put together from several photos',
  computationalCapture: 'Taken with a camera and improved by its program',
  digitalCapture: 'Taken with a camera',
  negativeFilm: 'Scanned from film',
  positiveFilm: 'Scanned from film',
  print: 'Scanned from a print',
  screenCapture: 'Taken from a screen',
  virtualRecording: 'Recorded from a virtual event',
};
const OF_AI = new Set([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'compositeSynthetic',
]);

const termOf = (sourceType: string): string => sourceType.split(/[/#]/).at(-1) ?? '';

/** Unknown types are shown as they are. */
export const sourceWords = (sourceType: string): string => {
  const term = termOf(sourceType);
  return (Object.hasOwn(WORDS, term) && WORDS[term]) || term.slice(0, 80);
};

export const isSourceOfAi = (sourceType: string): boolean => OF_AI.has(termOf(sourceType));
