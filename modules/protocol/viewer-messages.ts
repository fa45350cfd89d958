import { z } from 'zod';
import { m } from '../kit/texts/m.ts';
import { VIDEO_SOURCES } from './controls.ts';
import { BALLOT_MAX, BALLOT_MIN, PROMPT_MAX } from './limits.ts';
import { plainText } from './plain-text.ts';
import type { viewerEvents } from './viewer-events.ts';
import { WATCHER_ROLES } from './watcher-roles.ts';

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

/** the camera or screen of a video control; while it is on, frames follow as binary messages (JPEG, as in frame.ts) */
export const videoMessage = z.object({
  type: z.literal('video'),
  name: plainText(64),
  on: z.boolean(),
  source: z.enum(VIDEO_SOURCES).optional(),
});

/** switches the sound on or off */
export const soundMessage = z.object({ type: z.literal('sound'), on: z.boolean() });

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
  videoMessage,
  soundMessage,
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

/** The relay's JSON messages to a viewer. */
export type ViewerEvent = z.output<(typeof viewerEvents)[number]>;
export type GeneratorEvent = Extract<ViewerEvent, { type: 'generator' }>;
export type ScoreEvent = Extract<ViewerEvent, { type: 'score' }>;

/** Why a message, prompt or change is rejected. */
export type ViewerRefusal = Pick<Extract<ViewerEvent, { type: 'error' }>, 'code' | 'error'>;
export type RefusalCode = ViewerRefusal['code'];
