import { z } from 'zod';
import { m } from '../kit/texts/m.ts';
import { type AudienceEvent, WATCHER_ROLES } from './audience-messages.ts';
import type { Control, ControlValue, ControlValues } from './controls.ts';
import type { JobStatus } from './job-statuses.ts';
import { BALLOT_MAX, BALLOT_MIN, PROMPT_MAX } from './limits.ts';
import { plainText } from './plain-text.ts';

export const ackMessage = z.object({
  type: z.literal('ack'),
  frame_id: z.int().min(0).max(0xffffffff),
  timestamp: z.number(),
  server_timestamp: z.number().optional(),
});
/** the decoder needs a keyframe */
export const keyframeMessage = z.object({ type: z.literal('keyframe') });
/** codecs that the viewer now accepts, in order of preference */
export const codecsMessage = z.object({
  type: z.literal('codecs'),
  codecs: z.array(z.int()).min(1).max(16),
});

/** A viewer's JSON messages. Text that doesn't start with `{` or `[` is a prompt. */
export const viewerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    id: plainText(64).optional(),
    /** checked by the room, as bare prompts are */
    text: z.string(),
  }),
  ackMessage,
  z.object({
    type: z.literal('control'),
    name: plainText(64),
    value: z.union([
      z.number(),
      z.boolean(),
      z.string().max(PROMPT_MAX, { error: () => m.protocol_control_too_long({ max: `${PROMPT_MAX}` }) }),
    ]),
  }),
  /** a prompt is being prepared: a voice model is loading or the person is speaking */
  z.object({ type: z.literal('active') }),
  /** next: takes the score's next shot now */
  z.object({ type: z.literal('score'), act: z.enum(['play', 'pause', 'next']) }),
  keyframeMessage,
  codecsMessage,
  /** a suggestion of the audience becomes the prompt, or is dropped */
  z.object({ type: z.enum(['take', 'drop']), id: plainText(64) }),
  /** seconds between two outcomes of a vote, whose most wanted suggestion becomes the prompt; null ends it */
  z.object({ type: z.literal('ballot'), seconds: z.int().min(BALLOT_MIN).max(BALLOT_MAX).nullable() }),
  z.object({ type: z.literal('role'), watcher: plainText(64), role: z.enum(WATCHER_ROLES) }),
  z.object({ type: z.literal('end') }),
]);

/** An acknowledgement in the exact form that viewers write. Most messages that a relay reads are these. */
const ACK =
  /^\{"type":"ack","frame_id":(\d{1,9}),"timestamp":\d{1,16}(?:\.\d+)?(?:,"server_timestamp":\d{1,16}(?:\.\d+)?)?\}$/;

/** The acknowledged frame, without parsing JSON; null if the message needs parsing. */
export function readAck(text: string): number | null {
  const [, id] = ACK.exec(text) ?? [];
  return id === undefined ? null : Number(id);
}

/** The relay's JSON messages to a viewer (frames are binary, or `frame` in base64 format). */
export type ViewerEvent =
  | { type: 'frame'; data: string; frame_id: number; request_ack: boolean; timestamp: number }
  /**
   * recording: false while frames aren't recorded, for example because the disk is full; end_text: why a dream failed
   * or was cut short; counted: false if a dream that had started was refunded
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
  /** from: first name of the watcher whose prompt it is, null for a guest; absent for the dreamer's own */
  | { type: 'prompt_received'; id: string; text: string; from?: string | null }
  /**
   * note: what the generator didn't understand, in words for people; drawn: false if no part of the prompt is in the
   * image
   */
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
  /** blurred: blur the video from now on, and why; or a warning about the prompt with this id, which is still used */
  | { type: 'safety'; blurred: boolean; text: string | null; id?: never }
  | { type: 'safety'; id: string; text: string }
  | AudienceEvent
  /** sent to each viewer on joining, if the generator has any */
  | { type: 'controls'; controls: Control[]; values: ControlValues }
  /** a control's new value */
  | { type: 'control'; name: string; value: ControlValue }
  | ScoreEvent
  /** id: of the rejected prompt; control: of the rejected change; value: its current value */
  | ({ type: 'error'; id?: string; control?: string; value?: ControlValue | undefined } & ViewerRefusal);

/** The dream's score, sent to each viewer on joining and whenever its state changes. */
export interface ScoreEvent {
  type: 'score';
  /** waiting: for the first frame; holding: at a shot that waits for the dreamer */
  state: 'waiting' | 'playing' | 'paused' | 'holding' | 'done';
  /** ids of the last shot and of the next one */
  last: string | null;
  next: string | null;
  /** ms until the next shot; null if it isn't counting */
  in_ms: number | null;
  /** longest soft transition that the generator can make, in seconds, 0 if none; null while unknown */
  soft: number | null;
  /** continues the story by itself */
  goes_on: boolean;
}

/** Why a message, prompt or change is rejected. */
export interface ViewerRefusal {
  /** Stable, unlike the text. */
  code: RefusalCode;
  error: string;
}
export type RefusalCode =
  | 'ended'
  | 'invalid-message'
  | 'prompt-empty'
  | 'prompt-too-long'
  | 'prompt-id-used'
  | 'prompt-not-stored'
  | 'prompt-unchecked'
  | 'suggestion-limit'
  | 'not-a-player'
  /** by the safety rules; for a control also a warning, and the value stands */
  | 'moderated'
  | 'control-unknown'
  | 'control-fixed'
  | 'control-value'
  | 'control-no-image'
  | 'control-not-stored'
  | 'control-too-many';

/** The dream's generator, sent to each viewer on joining and whenever its figures change. */
export interface GeneratorEvent {
  type: 'generator';
  /** the worker's name for itself: `demo`, `1`, or `diffusion`, `sdxs on webgpu` */
  name: string;
  version: string;
  /** false for a program without a trained model, such as the painter */
  ai: boolean;
  /** last reported frames per second; null until the first report */
  fps: number | null;
  /** its condition, in its own words */
  note: string | null;
}
