import { sinceless } from '../../kit/shared/since-words.ts';
import { englishText } from '../../kit/texts/codes.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';

/** Sentences from code that also runs in browsers' threads, which have no catalogs, and from workers of older versions. */
const KNOWN: readonly (() => string)[] = [
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

/** As above, with values: each with its slots in the order of the English sentence. */
const WITH_VALUES: readonly { known: (slots: never) => string; slots: readonly string[] }[] = [
  { known: m.worker_frame_not_encoded, slots: ['reason'] },
  { known: m.worker_model_down, slots: ['reason'] },
  { known: m.worker_model_failed_reason, slots: ['reason'] },
  { known: m.worker_model_rate, slots: ['rate', 'device'] },
];

let codes: ReadonlyMap<string, string> | null = null;

/**
 * The code of a known sentence, with the elapsed time after it; any other text as it is.
 * @param depth of a value in its sentence: codes in codes grow with each level
 */
export function knownWords(text: string, depth = 0): string {
  codes ??= new Map(
    inCodes(() =>
      KNOWN.map((known) => {
        const code = known();
        return [englishText(code), code] as const;
      }),
    ),
  );
  const words = sinceless(text);
  return (codes.get(words) ?? withValues(words, depth) ?? words) + text.slice(words.length);
}

const MAX_DEPTH = 2;

let patterns: readonly (readonly string[])[] | null = null;

/** The code of a known sentence with values, which may be known sentences themselves. */
function withValues(text: string, depth: number): string | null {
  if (depth === MAX_DEPTH) return null;
  patterns ??= WITH_VALUES.map(({ known, slots }) => {
    const marked = slots.map((name) => [name, MARK]);
    return englishText(inCodes(() => known(Object.fromEntries(marked) as never))).split(MARK);
  });
  for (const [index, parts] of patterns.entries()) {
    const values = valuesIn(text, parts);
    const sentence = WITH_VALUES[index];
    if (!values || !sentence) continue;
    const slots = sentence.slots.map((name, at) => [name, knownWords(values[at] ?? '', depth + 1)]);
    return inCodes(() => sentence.known(Object.fromEntries(slots) as never));
  }
  return null;
}

/** Stands for a value; no text from a worker holds it. */
const MARK = '\u0000';

/** The values between the parts of a sentence, which ends with one; null for another sentence. */
function valuesIn(text: string, parts: readonly string[]): string[] | null {
  const [start = '', ...between] = parts.slice(0, -1);
  if (!text.startsWith(start)) return null;
  const values: string[] = [];
  let at = start.length;
  for (const part of between) {
    const end = text.indexOf(part, at);
    if (end < 0) return null;
    values.push(text.slice(at, end));
    at = end + part.length;
  }
  return [...values, text.slice(at)];
}
