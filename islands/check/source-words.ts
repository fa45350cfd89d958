import { m } from '../../modules/kit/texts/m.ts';
import { CAMERA_TITLE } from '../../modules/recordings/contract/camera-title.ts';
import { answered, type Findings } from './check-state.ts';

/** Digital source types of IPTC and C2PA, as text for users. */
const WORDS: Record<string, () => string> = {
  trainedAlgorithmicMedia: m.watermark_check_source_ai,
  compositeWithTrainedAlgorithmicMedia: m.watermark_check_source_ai_from,
  compositeSynthetic: m.watermark_check_source_composite_ai,
  algorithmicMedia: m.watermark_check_source_program,
  algorithmicallyEnhanced: m.watermark_check_source_enhanced,
  dataDrivenMedia: m.watermark_check_source_data,
  digitalArt: m.watermark_check_source_drawn,
  digitalCreation: m.watermark_check_source_person,
  humanEdits: m.watermark_check_source_edited,
  minorHumanEdits: m.watermark_check_source_edited_lightly,
  composite: m.watermark_check_source_composite,
  compositeCapture: m.watermark_check_source_composite_photos,
  computationalCapture: m.watermark_check_source_camera_enhanced,
  digitalCapture: m.watermark_check_source_camera,
  negativeFilm: m.watermark_check_source_film,
  positiveFilm: m.watermark_check_source_film,
  print: m.watermark_check_source_print,
  screenCapture: m.watermark_check_source_screen,
  virtualRecording: m.watermark_check_source_virtual,
};
/** A synthetic part may also be a program's, as in the painter's dreams with a camera. */
const OF_AI = new Set(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia']);

const termOf = (sourceType: string): string => sourceType.split(/[/#]/).at(-1) ?? '';

/** Unknown types are shown as they are. */
export const sourceWords = (sourceType: string): string => {
  const term = termOf(sourceType);
  return (Object.hasOwn(WORDS, term) && WORDS[term]?.()) || term.slice(0, 80);
};

export const isSourceOfAi = (sourceType: string): boolean => OF_AI.has(termOf(sourceType));

/** A dream made here that edited a camera's pictures, by its credentials or our own log. */
export const isFromCamera = ({ credentials, byHash, byWatermark }: Findings): boolean =>
  (credentials?.isOwn === true && credentials.madeFrom.includes(CAMERA_TITLE)) ||
  [byHash, byWatermark].some((asked) => answered(asked)?.from_camera === true);
