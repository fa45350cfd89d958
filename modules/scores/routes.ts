import type { Hono } from 'hono';
import { utcText } from '../kit/clock.ts';
import { AppError, badRequest, forbidden, notFound } from '../kit/errors.ts';
import { check, jsonBody } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { m } from '../kit/texts/m.ts';
import type { AppEnv } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { requirePerson } from '../web/guards.ts';
import { SCORE_NAME_MAX, SCORES_MAX } from './contract/limits.ts';
import { readRequest, type ScoreAnswer, type ScoresAnswer, saveRequest } from './contract/schemas.ts';
import { type Score, score } from './contract/score.ts';
import { readSrt } from './contract/srt.ts';
import type { ScoresStore } from './store.ts';

interface ScoresDeps {
  store: ScoresStore;
  rateLimits: RateLimits;
  /** the score of a dream that this person may repeat. @throws AppError 404 */
  scoreOfDream(person: SessionUser, dreamId: string): Promise<ScoreAnswer>;
}

export function registerScores(app: Hono<AppEnv>, { store, rateLimits, scoreOfDream }: ScoresDeps): void {
  app.get('/api/scores', async (c) => {
    const { id: userId } = requirePerson(c);
    const rows = await store.list(userId);
    c.header('Cache-Control', 'no-store');
    return c.json({
      scores: rows.map((row) => ({
        id: row.id,
        name: row.name,
        shots: row.score.shots.length,
        own: row.userId === userId,
        example: row.example,
        changed: utcText(row.changedAt),
      })),
    } satisfies ScoresAnswer);
  });

  app.get('/api/scores/:id', async (c) => {
    const row = await store.find(requirePerson(c).id, c.req.param('id'));
    if (!row) throw noScore();
    return c.json({ score: { ...row.score, name: row.name } } satisfies ScoreAnswer);
  });

  app.post('/api/scores', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('score', person.id);
    const { id, score: given, example = false } = await jsonBody(c, saveRequest);
    if (example && person.role !== 'admin') throw forbidden();
    if (given.shots.length === 0) throw badRequest(m.scores_error_no_shots());
    const name =
      given.name || (given.shots.find(({ prompt }) => prompt)?.prompt ?? '').slice(0, SCORE_NAME_MAX);
    const kept = { score: given, name, example };
    if (id !== undefined) {
      if (!(await store.replace(person.id, id, kept))) throw noScore();
      return c.json({ id });
    }
    const added = await store.add(person.id, kept);
    if (added === null) throw new AppError(409, 'too-many', m.scores_error_kept({ max: SCORES_MAX }));
    return c.json({ id: added }, 201);
  });

  app.delete('/api/scores/:id', async (c) => {
    if (!(await store.remove(requirePerson(c).id, c.req.param('id')))) throw noScore();
    return c.json({ ok: true });
  });

  /** Parses a file on the server, so that browsers load neither the validator nor the parser. */
  app.post('/api/scores/read', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('score', person.id);
    const { text } = await jsonBody(c, readRequest);
    return c.json({ score: readFile(text) } satisfies ScoreAnswer);
  });

  app.get('/api/sessions/:id/score', async (c) => {
    const person = requirePerson(c);
    c.header('Cache-Control', 'no-store');
    return c.json(await scoreOfDream(person, c.req.param('id')));
  });
}

/** @throws AppError 400 */
function readFile(text: string): Score {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = readSrt(text);
    if (value === null) throw badRequest(m.scores_error_file());
  }
  return check(score, value);
}

const noScore = () => notFound(m.scores_error_not_found());
