import type { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Clock } from '../../src/kit/clock.ts';
import { check } from '../../src/kit/http.ts';
import type { RateLimits } from '../../src/kit/rate-limit.ts';
import type { Storage } from '../../src/kit/storage.ts';
import { createTurns } from '../../src/kit/turns.ts';
import type { AppEnv } from '../../src/web/context.ts';
import { renderPage } from '../../src/web/document.tsx';
import { guardPage, requirePerson } from '../../src/web/guards.ts';
import { publicOrigin } from '../../src/web/security.ts';
import { registerDreamChanges } from './change-routes.ts';
import { listDreams, readControlMarks, readPromptMarks } from './list-dreams.ts';
import { registerDreamMedia } from './media-routes.ts';
import { DownloadPage } from './pages/download.tsx';
import { DreamboardPage } from './pages/dreamboard.tsx';
import { SessionPage } from './pages/session.tsx';
import { toSessionDetail } from './present.ts';
import { readDream } from './read-dream.ts';
import { sessionsQuery } from './schemas.ts';
import { readSort, SORT_KEY } from './shared/sort.ts';
import { registerSharedDreams } from './shared-routes.tsx';
import type { DreamsStore } from './store.ts';

export interface DreamsDeps {
  store: DreamsStore;
  storage: Storage;
  clock: Clock;
  /** whether an account waits for its erasure: nothing of it is shown to others any more */
  isClosed(userId: string): Promise<boolean>;
  rateLimits: RateLimits;
  /** tells the admins about a report, now or as soon as mail works again */
  tellAdmins(reportId: string, dreamId: string): Promise<void>;
}

/** A search reads all that a person has said; those of one person, and of many, must leave room for others. */
const SEARCHES = { atOnce: 2, waitingEach: 8 };

export function registerDreams(app: Hono<AppEnv>, deps: DreamsDeps): void {
  const { store, clock, rateLimits } = deps;
  const searches = createTurns(SEARCHES);

  app.get('/dreamboard', guardPage(), async (c) => {
    const sort = readSort(getCookie(c, SORT_KEY));
    const initial = await listDreams(store, requirePerson(c).id, { sort });
    return renderPage(c, {
      title: 'Dreamboard',
      page: <DreamboardPage initial={initial} sort={sort} now={clock.now()} />,
    });
  });

  app.get('/session', guardPage({ signedOutTo: '/unauthorized' }), async (c) => {
    const id = c.req.query('session_id') ?? c.req.query('id') ?? c.req.query('job_id');
    if (!id) return c.redirect('/unauthorized', 302);
    const person = requirePerson(c);
    const dream = await readDream(store, person, id);
    return renderPage(c, {
      title: dream.name ?? 'untitled',
      page: (
        <SessionPage
          session={toSessionDetail(dream, person)}
          marks={await readPromptMarks(store, dream)}
          changes={await readControlMarks(store, dream)}
          publicUrl={publicOrigin(c.get('config'), c.req.raw)}
          reports={person.role === 'admin' ? await store.countReports(dream.id) : 0}
        />
      ),
    });
  });

  app.get('/download', async (c) => {
    const jobId = c.req.query('job_id');
    if (!jobId) return c.redirect('/unauthorized', 302);
    return renderPage(c, { title: 'Download', page: <DownloadPage jobId={jobId} /> });
  });

  app.get('/api/sessions', async (c) => {
    const person = requirePerson(c);
    const query = check(sessionsQuery, c.req.query());
    c.header('Cache-Control', 'no-store');
    const list = () => listDreams(store, person.id, query);
    if (!query.q) return c.json(await list());
    await rateLimits.take('search', person.id);
    return c.json(await searches.run(person.id, list));
  });

  app.get('/api/sessions/:id', async (c) => {
    const person = requirePerson(c);
    const dream = await readDream(store, person, c.req.param('id'));
    c.header('Cache-Control', 'no-store');
    return c.json({
      ...toSessionDetail(dream, person),
      ...(person.role === 'admin' && { report_count: await store.countReports(dream.id) }),
    });
  });

  registerDreamChanges(app, deps);
  registerDreamMedia(app, deps);
  registerSharedDreams(app, deps);
}
