import { z } from 'zod';
import type { Control, ControlValue, ControlValues } from './controls.ts';
import type { JobStatus } from './job-statuses.ts';
import { PROMPT_MAX } from './limits.ts';
import { plainText } from './plain-text.ts';

/** JSON messages of a viewer; any text that does not start with `{` or `[` is a prompt by itself. */
export const viewerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    id: plainText(64).optional(),
    text: z
      .string()
      .trim()
      .min(1, 'A prompt needs at least one character.')
      .max(PROMPT_MAX, `A prompt has at most ${PROMPT_MAX} characters.`),
  }),
  z.object({
    type: z.literal('ack'),
    frame_id: z.int().min(0).max(0xffffffff),
    timestamp: z.number(),
    server_timestamp: z.number().optional(),
  }),
  z.object({
    type: z.literal('control'),
    name: plainText(64),
    value: z.union([
      z.number(),
      z.boolean(),
      z.string().max(PROMPT_MAX, `A control has at most ${PROMPT_MAX} characters.`),
    ]),
  }),
  /** a prompt is being prepared: a voice model loads, or the person speaks */
  z.object({ type: z.literal('active') }),
  /** its decoder needs a frame that stands alone */
  z.object({ type: z.literal('keyframe') }),
  /** codings that it takes from now on, the most wanted first */
  z.object({ type: z.literal('codecs'), codecs: z.array(z.int()).min(1).max(16) }),
  z.object({ type: z.literal('end') }),
]);

/** An acknowledgement in the form in which viewers write it: most messages that a relay reads. */
const ACK =
  /^\{"type":"ack","frame_id":(\d{1,9}),"timestamp":\d{1,16}(?:\.\d+)?(?:,"server_timestamp":\d{1,16}(?:\.\d+)?)?\}$/;

/** The frame that a message acknowledges, read without parsing JSON; null for one that has to be parsed. */
export function readAck(text: string): number | null {
  const [, id] = ACK.exec(text) ?? [];
  return id === undefined ? null : Number(id);
}

/** JSON messages of the relay to a viewer (frames are binary, or `frame` in base64 format). */
export type ViewerEvent =
  | { type: 'frame'; data: string; frame_id: number; request_ack: boolean; timestamp: number }
  /**
   * recording is false while what is shown is not kept, as a full disk takes nothing until it has room again; end_text says
   * why a dream failed or was cut short; counted is false where one that began was given back
   */
  | {
      type: 'status';
      job_status: JobStatus;
      time_left: number;
      recording?: false;
      end_text?: string;
      counted?: false;
    }
  | { type: 'queue'; position: number; size: number }
  | { type: 'loading'; progress: number | null; text: string | null }
  | GeneratorEvent
  | { type: 'prompt_received'; id: string; text: string }
  /** note: what of it the generator did not understand, in words for people; drawn: false when nothing of it is in the picture */
  | {
      type: 'prompt_ack';
      id: string;
      text: string;
      frame_id: number | null;
      superseded?: true;
      note?: string;
      drawn?: false;
    }
  | { type: 'quality'; verdict: 'good' | 'fair' | 'poor'; cause: 'network' | 'generator' | 'browser' | null }
  /** whether the picture is to be blurred from now on, and why; or a warning about the prompt of this id, which is drawn */
  | { type: 'safety'; blurred: boolean; text: string | null; id?: never }
  | { type: 'safety'; id: string; text: string }
  /** sent to each viewer that joins, where the generator has any */
  | { type: 'controls'; controls: Control[]; values: ControlValues }
  /** what one stands at from now on */
  | { type: 'control'; name: string; value: ControlValue }
  /** id: of the prompt that is refused; control: what was asked of it is refused, and it stands where it stood */
  | { type: 'error'; error: string; id?: string; control?: string; value?: ControlValue | undefined };

/** Generator of the dream, sent to each viewer that joins and whenever there are new figures. */
export interface GeneratorEvent {
  type: 'generator';
  /** as the worker calls itself: `demo`, `1`, or `diffusion`, `sdxs on webgpu` */
  name: string;
  version: string;
  /** false for a program that was not trained, such as the painter */
  ai: boolean;
  /** frames a second that it last sent; null until it has reported them */
  fps: number | null;
  /** how it fares, in its own words */
  note: string | null;
}
