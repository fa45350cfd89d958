import type { Hono } from 'hono';
import { utcText } from '../../kit/clock.ts';
import { badRequest } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { m } from '../../kit/texts/m.ts';
import { createTurns } from '../../kit/turns.ts';
import type { AppEnv } from '../../web/context.ts';
import { requirePerson } from '../../web/guards.ts';
import { readDream, readOwnDream } from '../board/read-dream.ts';
import { type ConversationAnswer, conversationRequest } from '../contract/conversation-schemas.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import type { ConversationStore } from './conversation-store.ts';

export interface ConversationDeps {
  store: DreamsStore;
  conversations: ConversationStore;
  clock: { now(): number };
  rateLimits: RateLimits;
}

/** Transcripts may still grow for this long after the dream, because a page sends its last lines as it closes. */
const SETTLED_AFTER_MS = 60_000;
const CACHED_SECONDS = 300;
/** Pages save one call at a time, so sending many at once only delays the sender. */
const WRITES = { atOnce: 4, waitingEach: 8 };

export function registerConversation(app: Hono<AppEnv>, deps: ConversationDeps): void {
  const { store, conversations, clock, rateLimits } = deps;
  const writes = createTurns(WRITES);

  app.get('/api/conversation', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('conversation', person.id);
    const jobId = c.req.query('job_id');
    const id = jobId ?? c.req.query('session_id');
    if (!id) throw badRequest(m.dreams_error_name_dream());
    const dream = await readDream(store, person, id);
    const cached = jobId !== undefined && isSettled(dream, clock.now());
    c.header('Cache-Control', cached ? `private, max-age=${CACHED_SECONDS}` : 'no-store');
    const lines = await conversations.list(dream.id);
    const messages = lines.map(({ at, ...line }) => ({ ...line, timestamp: utcText(at) }));
    return c.json({ messages } satisfies ConversationAnswer);
  });

  app.post('/api/conversation', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('conversation', person.id);
    const { session_id, messages } = await jsonBody(c, conversationRequest);
    // Admins can read every conversation but only write to their own.
    const dream = await readOwnDream(store, person.id, session_id);
    const lines = messages.map(({ timestamp, ...message }) => ({ ...message, at: timestamp }));
    await writes.run(person.id, () => conversations.merge(dream, lines));
    return c.json({ ok: true });
  });
}

function isSettled(dream: DreamRow, now: number): boolean {
  return dream.endedAt !== null && dream.endedAt <= now - SETTLED_AFTER_MS;
}
