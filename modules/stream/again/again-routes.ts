import type { Hono } from 'hono';
import { type Dream, readOwnDream } from '../../dreams/dreams.ts';
import { AppError } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { ScoreAnswer } from '../../scores/contract/schemas.ts';
import type { AppEnv } from '../../web/context.ts';
import { requirePerson } from '../../web/guards.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { againRequest, branchRequest, scoreRequest } from '../contract/again-schemas.ts';
import type { Relay } from '../relay.ts';
import { type AgainDeps, dreamAgain } from './again.ts';
import { branchFrom } from './branch.ts';

interface AgainRouteDeps extends AgainDeps {
  relay: Pick<Relay, 'room' | 'open'>;
  cluster: Pick<Cluster, 'setScore' | 'has' | 'end' | 'movedFrom'>;
  rateLimits: RateLimits;
}

/** Scores of live dreams, and dreams that repeat or continue others. */
export function registerAgain(app: Hono<AppEnv>, deps: AgainRouteDeps): void {
  const { repository, relay, cluster, rateLimits } = deps;

  app.post('/api/stream/again', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('connect', person.id);
    const { session_id, from, image, score: edited } = await jsonBody(c, againRequest);
    const dream = await dreamAgain(deps, person, {
      sessionId: session_id,
      from,
      image: image === undefined ? undefined : Buffer.from(image, 'base64'),
      score: edited,
    });
    // If its page never asks, the room gives up like any other.
    relay.open(dream);
    return c.json({ sessionId: dream.id }, 201);
  });

  app.post('/api/stream/branch', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('connect', person.id);
    const { session_id, image, ...call } = await jsonBody(c, branchRequest);
    const dream = await branchFrom(deps, person, {
      ...call,
      sessionId: session_id,
      image: image === undefined ? undefined : Buffer.from(image, 'base64'),
    });
    relay.open(dream);
    return c.json({ sessionId: dream.id }, 201);
  });

  app.get('/api/stream/score', async (c) => {
    const person = requirePerson(c);
    c.header('Cache-Control', 'no-store');
    const dream = await readOwnDream(repository, person.id, c.req.query('session_id') ?? '');
    const plan = dream.planned ? await repository.findPlan(dream.id) : null;
    return c.json({ score: plan?.score ?? { version: 1, shots: [] } } satisfies ScoreAnswer);
  });

  app.post('/api/stream/score', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('score', person.id);
    const { session_id, score: given, restart } = await jsonBody(c, scoreRequest);
    const dream = await readOwnDream(repository, person.id, session_id);
    if (dream.endedAt !== null) throw ended();
    const before = dream.planned ? await repository.findPlan(dream.id) : null;
    await repository.savePlan(dream.id, { ...before, score: given, plays: before?.plays ?? restart });
    await set(dream, given, restart);
    return c.json({ ok: true });
  });

  async function set(
    dream: Dream,
    ...given: Parameters<Cluster['setScore']> extends [Dream, ...infer R] ? R : never
  ) {
    const room = relay.room(dream.id);
    if (room?.ended) throw ended();
    if (room) inCodes(() => room.score.set(...given));
    // A dream whose room isn't open yet reads its score then.
    else await cluster.setScore(dream, ...given);
  }
}

const ended = () => new AppError(409, 'not-live', m.stream_dream_ended());
