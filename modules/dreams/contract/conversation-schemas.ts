import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { MESSAGE_MAX, MESSAGES_A_CALL } from './limits.ts';

/** A time, as ms since the epoch or as text. Text without a zone is UTC, as everywhere in the API. */
const moment = z.union([
  z.number(),
  z
    .string()
    .max(40)
    .transform((text) => Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)),
]);

const incomingMessage = z.object({
  id: z.string().regex(/^[\w.:-]{1,64}$/, { error: m.dreams_error_message_id }),
  text: z
    .string()
    // JSON may contain NUL, which Postgres rejects in text.
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(MESSAGE_MAX, { error: () => m.dreams_error_message_long({ max: MESSAGE_MAX }) }),
    ),
  timestamp: moment.pipe(z.number().int().min(0).max(8.64e15, { error: m.dreams_error_timestamp })),
  isUser: z.boolean(),
});

/** POST /api/conversation: messages that are new or whose text has changed */
export const conversationRequest = z.strictObject({
  session_id: z.string().min(1).max(64),
  messages: z
    .array(incomingMessage)
    .max(MESSAGES_A_CALL, { error: () => m.dreams_error_messages_call({ max: MESSAGES_A_CALL }) }),
});

/** GET /api/conversation?job_id= or ?session_id= */
export const conversationAnswer = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      /** UTC without a zone suffix */
      timestamp: z.string(),
      isUser: z.boolean(),
    }),
  ),
});
export type ConversationAnswer = z.infer<typeof conversationAnswer>;
