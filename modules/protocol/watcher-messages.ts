import { z } from 'zod';
import { m } from '../kit/texts/m.ts';
import { REACTIONS } from './audience-messages.ts';
import { PROMPT_MAX, SUGGESTION_MAX } from './limits.ts';
import { plainText } from './plain-text.ts';
import { ackMessage, codecsMessage, keyframeMessage, soundMessage } from './viewer-messages.ts';

/** A watcher's JSON messages. */
export const watcherMessage = z.discriminatedUnion('type', [
  ackMessage,
  keyframeMessage,
  codecsMessage,
  soundMessage,
  z.object({
    type: z.literal('suggest'),
    text: z
      .string()
      .max(SUGGESTION_MAX, { error: () => m.stream_suggestion_too_long({ max: SUGGESTION_MAX }) }),
  }),
  /** for a suggestion, while a vote is open */
  z.object({ type: z.literal('vote'), id: plainText(64) }),
  z.object({
    type: z.literal('react'),
    kind: z
      .int()
      .min(0)
      .max(REACTIONS - 1),
  }),
  /** the next two are for players only */
  z.object({ type: z.literal('prompt'), text: z.string().max(PROMPT_MAX) }),
  z.object({
    type: z.literal('control'),
    name: plainText(64),
    value: z.union([z.number(), z.boolean(), z.string().max(PROMPT_MAX)]),
  }),
]);
