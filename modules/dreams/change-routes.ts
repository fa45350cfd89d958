import type { Hono } from 'hono';
import { AppError, notFound } from '../../src/kit/errors.ts';
import { jsonBody } from '../../src/kit/http.ts';
import type { AppEnv } from '../../src/web/context.ts';
import { requirePerson } from '../../src/web/guards.ts';
import {
  bookmarkRequest,
  feedbackRequest,
  type HideAnswer,
  hideRequest,
  renameRequest,
  type ShareManyAnswer,
  shareManyRequest,
  sharingRequest,
} from './schemas.ts';
import type { DreamsStore } from './store.ts';

/** What people do with their own dreams; somebody else's, and hidden ones, are not found. */
export function registerDreamChanges(app: Hono<AppEnv>, { store }: { store: DreamsStore }): void {
  app.patch('/api/media-rename/:id', async (c) => {
    const person = requirePerson(c);
    const { dream_name } = await jsonBody(c, renameRequest);
    if (!(await store.rename(person.id, c.req.param('id'), dream_name))) throw notFound('No dream');
    return c.json({ dream_name });
  });

  app.patch('/api/sessions/sharing', async (c) => {
    const person = requirePerson(c);
    const { session_ids, shared } = await jsonBody(c, shareManyRequest);
    const ids = new Set(session_ids);
    const { changed, noVideo } = await store.shareMany(person.id, [...ids], shared);
    for (const id of [...changed, ...noVideo]) ids.delete(id);
    const answer: ShareManyAnswer = {
      shared,
      changed_ids: changed,
      no_video_ids: noVideo,
      missing_ids: [...ids],
    };
    if (changed.length + noVideo.length === 0) throw notFound('No dream');
    return c.json(answer);
  });

  app.patch('/api/sessions/:id/sharing', async (c) => {
    const person = requirePerson(c);
    const { shared } = await jsonBody(c, sharingRequest);
    if (!(await store.setShared(person.id, c.req.param('id'), shared))) throw notFound('No dream');
    return c.json({ shared });
  });

  app.on(['POST', 'DELETE'], '/api/bookmarks', async (c) => {
    const person = requirePerson(c);
    const { session_id } = await jsonBody(c, bookmarkRequest);
    const bookmarked = c.req.method === 'POST';
    if (!(await store.setBookmark(person.id, session_id, bookmarked))) throw notFound('No dream');
    c.header('Cache-Control', 'no-store');
    return c.json({ bookmarked });
  });

  app.patch('/api/sessions/hide', async (c) => {
    const person = requirePerson(c);
    const { session_ids } = await jsonBody(c, hideRequest);
    const ids = new Set(session_ids);
    const hidden = await store.hide(person.id, [...ids]);
    const answer: HideAnswer = {
      hidden_count: hidden.length,
      requested_count: ids.size,
      hidden_ids: hidden,
    };
    if (hidden.length === 0) {
      throw new AppError(404, 'not-found', 'No dream was found to hide.', { extra: { ...answer } });
    }
    return c.json(answer);
  });

  app.post('/api/feedback', async (c) => {
    const person = requirePerson(c);
    const { session_id, stars, feedback_message } = await jsonBody(c, feedbackRequest);
    const saved = await store.saveFeedback(person.id, session_id, { stars, message: feedback_message });
    if (!saved) throw notFound('No dream');
    return c.json({ ok: true });
  });
}
