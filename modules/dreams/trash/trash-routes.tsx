import type { Hono } from 'hono';
import type { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { check, jsonBody } from '../../kit/http/http.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { guardPage, requirePerson } from '../../web/guards.ts';
import { Island } from '../../web/island.tsx';
import { type PurgeAnswer, type RestoreAnswer, trashQuery, trashRequest } from '../contract/trash-schemas.ts';
import type { TrashChoice } from '../queries/trash.ts';
import type { DreamsStore } from '../store.ts';
import { listTrash } from './list-trash.ts';

export interface TrashDeps {
  store: DreamsStore;
  clock: Clock;
  /** Days during which a deleted dream can be restored. */
  hiddenDays: number;
  /** Days for which the person's plan keeps dreams; undefined for no limit. */
  keptDays(userId: string): Promise<number | undefined>;
  /** Purges condemned dreams as soon as possible. */
  purgeSoon(): Promise<void>;
}

const DAY_MS = 24 * 3600_000;

/** Restores deleted dreams or purges them. Purged dreams, and other people's, answer 404. */
export function registerTrash(app: Hono<AppEnv>, deps: TrashDeps): void {
  const { store, clock, hiddenDays } = deps;

  async function oldestOf(userId: string): Promise<number | null> {
    const days = await deps.keptDays(userId);
    return days === undefined ? null : clock.now() - days * DAY_MS;
  }
  const list = async (userId: string, cursor?: string) =>
    listTrash(store, userId, {
      cursor,
      endedAfter: await oldestOf(userId),
      keepDays: hiddenDays,
      now: clock.now(),
    });

  app.get('/trash', guardPage(), async (c) =>
    renderPage(c, {
      title: m.dreams_trash_title(),
      page: <Island name="trash" props={{ initial: await list(requirePerson(c).id), hiddenDays }} />,
    }),
  );

  app.get('/api/trash', async (c) => {
    const person = requirePerson(c);
    const { cursor } = check(trashQuery, c.req.query());
    c.header('Cache-Control', 'no-store');
    return c.json(await list(person.id, cursor));
  });

  app.patch('/api/sessions/restore', async (c) => {
    const person = requirePerson(c);
    const asked = await jsonBody(c, trashRequest);
    const restored = await store.restore(person.id, choiceOf(asked), await oldestOf(person.id));
    if (restored.length === 0) throw new AppError(404, 'not-found', m.dreams_error_restore_none());
    const answer: RestoreAnswer =
      'session_ids' in asked
        ? { restored_ids: restored, requested_count: new Set(asked.session_ids).size }
        : { restored_count: restored.length };
    return c.json(answer);
  });

  app.delete('/api/trash', async (c) => {
    const person = requirePerson(c);
    const asked = await jsonBody(c, trashRequest);
    // Dreams that the plan no longer keeps are hidden from lists and expire by themselves, but can still be named by
    // id.
    const endedAfter = 'session_ids' in asked ? null : await oldestOf(person.id);
    const condemned = await store.condemn(person.id, choiceOf(asked), endedAfter);
    if (condemned.length === 0) throw new AppError(404, 'not-found', m.dreams_error_purge_none());
    await deps.purgeSoon();
    const answer: PurgeAnswer =
      'session_ids' in asked ? { purged_ids: condemned } : { purged_count: condemned.length };
    return c.json(answer);
  });
}

function choiceOf(asked: z.output<typeof trashRequest>): TrashChoice {
  if ('session_ids' in asked) return { ids: asked.session_ids };
  return 'all' in asked ? { hiddenBy: asked.as_of } : { hiddenAt: Date.parse(`${asked.hidden_at}Z`) };
}
