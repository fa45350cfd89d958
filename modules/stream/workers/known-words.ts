import { sinceless } from '../../kit/shared/since-words.ts';
import { createKnownSentences, type KnownSentence } from '../../kit/texts/known-sentences.ts';
import { m } from '../../kit/texts/m.ts';

/** Sentences from code that also runs in browsers' threads, which have no catalogs, and from workers of older versions. */
const PLAIN: readonly (() => string)[] = [
  m.painter_control_grain,
  m.painter_control_motion,
  m.painter_loading_canvas,
  m.painter_loading_pigments,
  m.painter_receipt_empty,
  m.painter_receipt_unchanged,
  m.protocol_message_invalid,
  m.protocol_message_json,
  m.worker_control_feedback,
  m.worker_control_guidance,
  m.worker_control_negative,
  m.worker_control_negative_hint,
  m.worker_control_pan,
  m.worker_control_seed,
  m.worker_control_seed_hint,
  m.worker_control_start_image,
  m.worker_control_start_image_hint,
  m.worker_control_steps,
  m.worker_control_steps_hint,
  m.worker_control_strength,
  m.worker_control_strength_hint,
  m.worker_control_style,
  m.worker_control_wander,
  m.worker_control_zoom,
  m.worker_engine_failed,
  m.worker_engine_unchanged,
  m.worker_image_late,
  m.worker_model_failed,
  m.worker_model_first_image,
  m.worker_model_no_image,
  m.worker_model_reloading,
];

/** As above, with values. */
const WITH_VALUES: readonly KnownSentence[] = [
  { text: m.worker_frame_not_encoded, slots: ['reason'] },
  { text: m.worker_model_down, slots: ['reason'] },
  { text: m.worker_model_failed_reason, slots: ['reason'] },
  { text: m.worker_model_rate, slots: ['rate', 'device'] },
];

const codeOf = createKnownSentences([...PLAIN.map((text) => ({ text, slots: [] })), ...WITH_VALUES]);

/** The code of a known sentence, with the elapsed time after it; any other text as it is. */
export function knownWords(text: string): string {
  const words = sinceless(text);
  return codeOf(words) + text.slice(words.length);
}
