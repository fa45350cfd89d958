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

let codes: ReadonlyMap<string, string> | null = null;

/** The code of a known sentence; any other text as it is. */
export function knownWords(text: string): string {
  codes ??= new Map(
    inCodes(() =>
      KNOWN.map((known) => {
        const code = known();
        return [englishText(code), code] as const;
      }),
    ),
  );
  return codes.get(text) ?? text;
}
