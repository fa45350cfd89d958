import type { Hono } from 'hono';
import type { Clock } from '../kit/clock.ts';
import { check } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { m } from '../kit/texts/m.ts';
import { createTurns } from '../kit/turns.ts';
import type { AppEnv } from '../web/context.ts';
import type { Dreamer, SessionUser } from '../web/contract/person.ts';
import { cookieValues } from '../web/cookies.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requireDreamer, requirePerson } from '../web/guards.ts';
import { publicOrigin } from '../web/security.ts';
import { registerDreamMedia } from './archive/media-routes.ts';
import { readBoardList, readNeighbours } from './board/board-list.ts';
import { registerDreamChanges } from './board/change-routes.ts';
import { listDreams, readControlMarks, readPromptMarks } from './board/list-dreams.ts';
import { askForLook, type LookedAt, noteLook } from './board/note-look.ts';
import { toSessionDetail } from './board/present.ts';
import { readDream, readOwnDream } from './board/read-dream.ts';
import { registerCollections } from './collections/collection-routes.tsx';
import type { CollectionStore } from './collections/collection-store.ts';
import { readNarrowing, readWords } from './contract/narrowing.ts';
import {
  type MonthsAnswer,
  monthsQuery,
  type NeighboursQuery,
  neighboursQuery,
  type SessionDetail,
  sessionsQuery,
} from './contract/schemas.ts';
import { matchingOf, type SelectionAnswer, selectionQuery } from './contract/selection-schemas.ts';
import { readSort, SORT_KEY } from './contract/sort.ts';
import { readSoundMarks } from './conversation/read-sounds.ts';
import { DownloadPage } from './pages/download.tsx';
import { DreamboardPage } from './pages/dreamboard.tsx';
import { LookPage } from './pages/look.tsx';
import { SessionPage } from './pages/session.tsx';
import type { ReceivedReport } from './reports/receive-report.ts';
import type { createViews } from './sharing/count-view.ts';
import { registerSharedDreams } from './sharing/shared-routes.tsx';
import type { DreamRow, DreamsStore } from './store.ts';

export interface DreamsDeps {
  store: DreamsStore;
  collections: CollectionStore;
  storage: Storage;
  clock: Clock;
  /** True if the account is waiting for erasure; nothing of it is shown to other people. */
  isClosed(userId: string): Promise<boolean>;
  rateLimits: RateLimits;
  /** Compile progress of videos, 0–1 by dream id. */
  compileProgress(dreamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  findUser(id: string): Promise<{ email: string; news: string | null } | null>;
  /** Called when an operator opens another person's dream. */
  lookedAt: LookedAt;
  views: Pick<ReturnType<typeof createViews>, 'count' | 'nameReporter'>;
  /** @returns the report's number, for the reporter */
  receiveReport(report: ReceivedReport): Promise<string>;
}

/** A search reads all of a person's text, so concurrency is limited to leave capacity for other requests. */
const SEARCHES = { atOnce: 2, waitingEach: 8 };

export function registerDreams(app: Hono<AppEnv>, deps: DreamsDeps): void {
  const { store, clock, rateLimits } = deps;
  const searches = createTurns(SEARCHES);

  app.get('/dreamboard', guardPage(), async (c) => {
    const { id } = requirePerson(c);
    const sort = readSort(...cookieValues(c, SORT_KEY));
    const search = new URL(c.req.url).searchParams;
    const words = readWords(search);
    const narrowing = readNarrowing(search);
    // A search waits for its turn, which shouldn't delay the page.
    const [initial, months] = words
      ? [null, null]
      : await Promise.all([
          listDreams(deps, id, { sort, ...narrowing }),
          store.countMonths(id, { words: null, narrowing: { ...narrowing, month: undefined } }),
        ]);
    const collections = await deps.collections.listNames(id);
    const asksForNews = (await deps.findUser(id))?.news === 'ask';
    const first = { initial, months, sort, words, narrowing, collections, asksForNews };
    return renderPage(c, {
      title: m.dreams_board_title(),
      page: <DreamboardPage {...first} now={clock.now()} />,
    });
  });

  app.get('/session', guardPage({ signedOutTo: '/unauthorized' }), async (c) => {
    const id = c.req.query('session_id') ?? c.req.query('id') ?? c.req.query('job_id');
    if (!id) return c.redirect('/unauthorized', 302);
    const person = requirePerson(c);
    const dream = await readDream(store, person, id);
    const look = await askForLook(c, deps.lookedAt, dream);
    if (look !== 'noted') {
      const page = <LookPage dreamId={dream.id} isMailed={look === 'mailed'} />;
      return renderPage(c, { title: m.dreams_look_title(), page });
    }
    const list = readBoardList(c);
    const marks = await readPromptMarks(store, dream);
    const sounds = (await readSoundMarks(store, dream, marks)).filter(({ text }) => text !== '');
    return renderPage(c, {
      title: dream.name ?? m.dreams_untitled(),
      page: (
        <SessionPage
          session={await detailOf(dream, person)}
          marks={marks}
          changes={[...(await readControlMarks(store, dream)), ...sounds]}
          list={list.search}
          neighbours={await firstNeighbours(person, dream, list.query)}
          publicUrl={publicOrigin(c.get('config'), c.req.raw)}
          reports={person.role === 'admin' ? await store.countReports(dream.id) : 0}
          operator={person.role === 'admin' ? { owner: await otherOwner(dream, person) } : null}
        />
      ),
    });
  });

  app.get('/download', async (c) => {
    const jobId = c.req.query('job_id');
    if (!jobId) return c.redirect('/unauthorized', 302);
    return renderPage(c, { title: m.dreams_download_page_title(), page: <DownloadPage jobId={jobId} /> });
  });

  app.get('/api/sessions', async (c) => {
    const person = requirePerson(c);
    const query = check(sessionsQuery, c.req.query());
    c.header('Cache-Control', 'no-store');
    return c.json(await searching(person.id, query, () => listDreams(deps, person.id, query)));
  });

  app.get('/api/sessions/months', async (c) => {
    const person = requirePerson(c);
    const query = check(monthsQuery, c.req.query());
    const { q, ...narrowing } = query;
    const count = () => store.countMonths(person.id, { words: q || null, narrowing });
    c.header('Cache-Control', 'no-store');
    const answer: MonthsAnswer = { months: await searching(person.id, query, count) };
    return c.json(answer);
  });

  app.get('/api/sessions/selection', async (c) => {
    const person = requirePerson(c);
    const query = check(selectionQuery, c.req.query());
    const as_of = clock.now();
    const count = () => store.countSelection(person.id, matchingOf(query, as_of));
    c.header('Cache-Control', 'no-store');
    const answer: SelectionAnswer = { ...(await searching(person.id, query, count)), as_of };
    return c.json(answer);
  });

  app.get('/api/sessions/:id', async (c) => {
    const { dreamer } = requireDreamer(c);
    const dream = await readDream(store, dreamer, c.req.param('id'));
    await noteLook(c, deps.lookedAt, dream);
    c.header('Cache-Control', 'no-store');
    const detail = await detailOf(dream, dreamer);
    const marks = detail.is_owner ? await readPromptMarks(store, dream) : null;
    return c.json({
      ...detail,
      ...(marks && { marks: marks.flatMap(({ id, text, at }) => (at === null ? [] : [{ id, text, at }])) }),
      ...(dreamer.role === 'admin' && { report_count: await store.countReports(dream.id) }),
    });
  });

  app.get('/api/sessions/:id/neighbours', async (c) => {
    const person = requirePerson(c);
    const query = check(neighboursQuery, c.req.query());
    const dream = await readOwnDream(store, person.id, c.req.param('id'));
    c.header('Cache-Control', 'no-store');
    return c.json(await searching(person.id, query, () => readNeighbours(store, dream, query)));
  });

  /** Owner of the dream; null if it's the person's own. */
  async function otherOwner({ userId }: DreamRow, { id }: SessionUser) {
    const owner = userId === id ? null : await deps.findUser(userId);
    return owner && { id: userId, email: owner.email };
  }

  async function detailOf(dream: DreamRow, viewer: Dreamer): Promise<SessionDetail> {
    const detail = { ...toSessionDetail(dream, viewer), ...(await store.listRelatives(dream, viewer.id)) };
    return detail.is_owner ? { ...detail, view_count: await store.countViews(dream.id) } : detail;
  }

  /** A search waits for its turn, which shouldn't delay the page. */
  async function firstNeighbours(person: SessionUser, dream: DreamRow, query: NeighboursQuery) {
    if (dream.userId !== person.id || query.q) return null;
    return readNeighbours(store, dream, query);
  }

  async function searching<T>(
    personId: string,
    { q }: { q?: string | null | undefined },
    run: () => Promise<T>,
  ): Promise<T> {
    if (!q) return run();
    await rateLimits.take('search', personId);
    return searches.run(personId, async () => {
      await store.updateSearchText(personId);
      return run();
    });
  }

  registerDreamChanges(app, { store, searching });
  registerDreamMedia(app, { ...deps, searching });
  registerSharedDreams(app, deps);
  registerCollections(app, { ...deps, searching });
}
