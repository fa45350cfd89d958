import { z } from 'zod';
import { QUESTION_MAX } from './limits.ts';

const content = z.string().transform((text) => text.replaceAll('\0', ' ').trim());

/**
 * POST /api/anthropic. The last message is the question. Earlier ones are read from the server's own record, so that
 * clients can't forge the assistant's answers.
 */
export const helpRequest = z.object({
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content }))
    .min(1, 'messages is empty')
    .max(200, 'At most 200 messages.')
    .refine((messages) => messages.at(-1)?.role === 'user', 'The last message is not a question.')
    .refine((messages) => messages.at(-1)?.content !== '', 'The question is empty.')
    .refine(
      (messages) => (messages.at(-1)?.content.length ?? 0) <= QUESTION_MAX,
      `A question has at most ${QUESTION_MAX} characters.`,
    ),
  conversationId: z.string().max(64).nullish(),
});

export interface HelpAnswer {
  response: string;
  conversationId: string;
}
