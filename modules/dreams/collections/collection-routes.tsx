import type { Hono } from 'hono';
import { AppError, notFound } from '../../kit/errors.ts';
import { check, jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { guardPage, requirePerson } from '../../web/guards.ts';
import { Island } from '../../web/island.tsx';
import { publicOrigin } from '../../web/security.ts';
import type { ChangeDeps } from '../board/change-routes.ts';
import { toSession } from '../board/present.ts';
import {
  type CollectAnswer,
  type Collection,
  type CollectionAnswer,
  type CollectionsAnswer,
  type ContainingAnswer,
  changeCollection,
  collectionAnswer,
  collectRequest,
  containingRequest,
  newCollection,
  orderRequest,
} from '../contract/collection-schemas.ts';
import { isWatchable } from '../contract/fits.ts';
import { COLLECTION_DREAMS_MAX, COLLECTIONS_MAX } from '../contract/limits.ts';
import { type Chosen, chosenOf } from '../contract/selection-schemas.ts';
import { ShelfPage } from '../pages/shelf.tsx';
import type { ListedDream } from '../queries/board.ts';
import type { CollectionStore } from './collection-store.ts';
import { PAGE, pageOf } from './page-of.ts';

interface CollectionDeps extends Pick<ChangeDeps, 'searching'> {
  collections: CollectionStore;
  rateLimits: RateLimits;
  isClosed(userId: string): Promise<boolean>;
}

const noCollection = () => notFound(m.dreams_error_no_collection());

type Found = Awaited<ReturnType<CollectionStore['list']>>[number];

export const toCollection = ({ id, name, count, shown, shareId }: Found): Collection => ({
  ...{ id, name, count, shown },
  share_path: shareId && `/c/${shareId}`,
});

function toCollected(dream: ListedDream) {
  const listed = toSession(dream);
  return { ...listed, shown: isWatchable(listed) };
}

/** A person's own collections, and the public pages of those that they share. */
export function registerCollections(app: Hono<AppEnv>, deps: CollectionDeps): void {
  const { collections, rateLimits, searching } = deps;

  /** A searched list runs the search again, so it waits for a turn. */
  function about<T>(personId: string, chosen: Chosen, run: (what: Chosen) => Promise<T>): Promise<T> {
    return searching(personId, { q: 'ids' in chosen ? null : chosen.words }, () => run(chosen));
  }

  async function read(userId: string, id: string): Promise<Collection> {
    const found = await collections.find(userId, id);
    if (!found) throw noCollection();
    return toCollection(found);
  }

  async function readWhole(userId: string, id: string): Promise<CollectionAnswer> {
    const found = await read(userId, id);
    const dreams = await collections.listDreams(userId, id);
    return collectionAnswer.parse({ collection: found, dreams: dreams.map(toCollected) });
  }

  app.get('/collections', guardPage(), async (c) => {
    const { id: userId } = requirePerson(c);
    const id = c.req.query('id');
    const rows = await collections.list(userId);
    const open = id !== undefined && rows.some((row) => row.id === id) ? await readWhole(userId, id) : null;
    return renderPage(c, {
      title: open?.collection.name ?? m.dreams_collections_title(),
      page: (
        <Island
          name="collections"
          props={{
            collections: rows.map(toCollection),
            open,
            publicUrl: publicOrigin(c.get('config'), c.req.raw),
          }}
        />
      ),
    });
  });

  app.get('/api/collections', async (c) => {
    const rows = await collections.list(requirePerson(c).id);
    c.header('Cache-Control', 'no-store');
    return c.json({ collections: rows.map(toCollection) } satisfies CollectionsAnswer);
  });

  app.post('/api/collections', async (c) => {
    const { id: userId } = requirePerson(c);
    await rateLimits.take('collection', userId);
    const { name } = await jsonBody(c, newCollection);
    const id = await collections.add(userId, name);
    if (id === 'taken') throw nameTaken();
    if (id === null)
      throw new AppError(409, 'too-many', m.dreams_error_collections_many({ max: COLLECTIONS_MAX }));
    return c.json(await read(userId, id), 201);
  });

  app.post('/api/collections/containing', async (c) => {
    const { id: userId } = requirePerson(c);
    const chosen = chosenOf(await jsonBody(c, containingRequest));
    const answer = await about(userId, chosen, (what) => collections.countContained(userId, what));
    c.header('Cache-Control', 'no-store');
    return c.json(answer satisfies ContainingAnswer);
  });

  app.get('/api/collections/:id', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await readWhole(requirePerson(c).id, c.req.param('id')));
  });

  app.patch('/api/collections/:id', async (c) => {
    const { id: userId } = requirePerson(c);
    await rateLimits.take('collection', userId);
    const id = c.req.param('id');
    const { name, shared } = await jsonBody(c, changeCollection);
    if (name !== undefined && (await collections.rename(userId, id, name)) === 'taken') throw nameTaken();
    if (shared !== undefined) await collections.setShared(userId, id, shared);
    return c.json(await read(userId, id));
  });

  app.delete('/api/collections/:id', async (c) => {
    if (!(await collections.remove(requirePerson(c).id, c.req.param('id')))) throw noCollection();
    return c.json({ ok: true });
  });

  app.patch('/api/collections/:id/dreams', async (c) => {
    const { id: userId } = requirePerson(c);
    await rateLimits.take('collection', userId);
    const { added, ...meant } = await jsonBody(c, collectRequest);
    const id = c.req.param('id');
    const changed = await about(userId, chosenOf(meant), (what) =>
      added ? collections.collect(userId, id, what) : collections.drop(userId, id, what),
    );
    if (changed === null) throw noCollection();
    if (changed === 'full')
      throw new AppError(409, 'full', m.dreams_error_collection_full({ max: COLLECTION_DREAMS_MAX }));
    return c.json({ added, changed_count: changed } satisfies CollectAnswer);
  });

  app.patch('/api/collections/:id/order', async (c) => {
    const { id: userId } = requirePerson(c);
    await rateLimits.take('collection', userId);
    const { session_id, before } = await jsonBody(c, orderRequest);
    if (!(await collections.move(userId, c.req.param('id'), session_id, before))) throw noCollection();
    return c.json({ ok: true });
  });

  app.get('/c/:code', async (c) => {
    c.header('X-Robots-Tag', 'noindex');
    const found = await collections.findShared(c.req.param('code'));
    if (!found || (await deps.isClosed(found.userId))) throw noCollection();
    const at = check(pageOf, c.req.query('page'));
    const dreams = await collections.listShown(found, {
      by: 'order',
      limit: PAGE + 1,
      offset: (at - 1) * PAGE,
    });
    const { APP_NAME } = c.get('config');
    const publicUrl = publicOrigin(c.get('config'), c.req.raw);
    return renderPage(c, {
      title: found.name,
      description: m.dreams_shelf_description({ app: APP_NAME }),
      head: (
        <>
          <link rel="canonical" href={`${publicUrl}/c/${found.shareId}`} />
          <meta name="robots" content="noindex" />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={APP_NAME} />
          <meta property="og:title" content={found.name} />
          <meta property="og:url" content={`${publicUrl}/c/${found.shareId}`} />
        </>
      ),
      page: <ShelfPage title={found.name} appName={APP_NAME} dreams={dreams} at={at} path={c.req.path} />,
    });
  });
}

const nameTaken = () => new AppError(409, 'name-taken', m.dreams_error_collection_taken());
