import type { Hono } from 'hono';
import { utcText } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppEnv } from '../../web/context.ts';
import { requirePerson } from '../../web/guards.ts';
import { closedBecause } from '../contract/held.ts';
import {
  bookmarkRequest,
  feedbackRequest,
  remixRequest,
  renameRequest,
  sharingRequest,
} from '../contract/schemas.ts';
import {
  type BookmarkManyAnswer,
  bookmarkManyRequest,
  type Chosen,
  chosenOf,
  type HideAnswer,
  hideRequest,
  type ShareListAnswer,
  type ShareManyAnswer,
  shareManyRequest,
} from '../contract/selection-schemas.ts';
import { takenDownText } from '../contract/taken-down.ts';
import type { DreamsStore } from '../store.ts';
import { noDream, readOwnDream } from './read-dream.ts';

export interface ChangeDeps {
  store: DreamsStore;
  /** Runs a search when its turn comes. */
  searching<T>(personId: string, what: { q?: string | null | undefined }, run: () => Promise<T>): Promise<T>;
}

/** Changes to a person's own dreams. Hidden dreams, and other people's, answer 404. */
export function registerDreamChanges(app: Hono<AppEnv>, { store, searching }: ChangeDeps): void {
  /** A searched list runs the search again, so it waits for a turn. */
  const changing = <T>(personId: string, chosen: Chosen, change: (chosen: Chosen) => Promise<T>) =>
    searching(personId, { q: 'ids' in chosen ? null : chosen.words }, () => change(chosen));

  app.patch('/api/media-rename/:id', async (c) => {
    const person = requirePerson(c);
    const { dream_name } = await jsonBody(c, renameRequest);
    if (!(await store.rename(person.id, c.req.param('id'), dream_name))) throw noDream();
    return c.json({ dream_name });
  });

  app.patch('/api/sessions/sharing', async (c) => {
    const person = requirePerson(c);
    const { shared, ...about } = await jsonBody(c, shareManyRequest);
    const chosen = chosenOf(about);
    const { changed, noVideo, takenDown } = await changing(person.id, chosen, (what) =>
      store.shareMany(person.id, what, shared),
    );
    if (changed.length + noVideo.length + takenDown.length === 0) throw noDream();
    if (!('ids' in chosen)) {
      const answer: ShareListAnswer = {
        shared,
        changed_count: changed.length,
        no_video_count: noVideo.length,
        ...(takenDown.length > 0 && { taken_down_count: takenDown.length }),
      };
      return c.json(answer);
    }
    const found = new Set([...changed, ...noVideo, ...takenDown]);
    const answer: ShareManyAnswer = {
      shared,
      changed_ids: changed,
      no_video_ids: noVideo,
      ...(takenDown.length > 0 && { taken_down_ids: takenDown }),
      missing_ids: chosen.ids.filter((id) => !found.has(id)),
    };
    return c.json(answer);
  });

  app.patch('/api/sessions/:id/remix', async (c) => {
    const { id: userId } = requirePerson(c);
    const { remix } = await jsonBody(c, remixRequest);
    if (!(await store.setRemix(userId, c.req.param('id'), remix))) throw noDream();
    return c.json({ remix });
  });

  app.patch('/api/sessions/:id/sharing', async (c) => {
    const person = requirePerson(c);
    const { shared } = await jsonBody(c, sharingRequest);
    const id = c.req.param('id');
    if (!(await store.setShared(person.id, id, shared))) {
      const dream = await readOwnDream(store, person.id, id);
      throw new AppError(409, 'taken-down', takenDownText(closedBecause(dream)));
    }
    return c.json({ shared });
  });

  app.on(['POST', 'DELETE'], '/api/bookmarks', async (c) => {
    const person = requirePerson(c);
    const { session_id } = await jsonBody(c, bookmarkRequest);
    const bookmarked = c.req.method === 'POST';
    if (!(await store.setBookmark(person.id, session_id, bookmarked))) throw noDream();
    c.header('Cache-Control', 'no-store');
    return c.json({ bookmarked });
  });

  app.patch('/api/bookmarks', async (c) => {
    const person = requirePerson(c);
    const { bookmarked, ...about } = await jsonBody(c, bookmarkManyRequest);
    const changed_count = await changing(person.id, chosenOf(about), (what) =>
      store.bookmarkMany(person.id, what, bookmarked),
    );
    if (changed_count === 0) throw noDream();
    c.header('Cache-Control', 'no-store');
    return c.json({ bookmarked, changed_count } satisfies BookmarkManyAnswer);
  });

  app.patch('/api/sessions/hide', async (c) => {
    const person = requirePerson(c);
    const chosen = chosenOf(await jsonBody(c, hideRequest));
    const { ids, at } = await changing(person.id, chosen, (what) => store.hide(person.id, what));
    const answer: Omit<HideAnswer, 'hidden_at'> = {
      hidden_count: ids.length,
      requested_count: 'ids' in chosen ? chosen.ids.length : ids.length,
      ...('ids' in chosen && { hidden_ids: ids }),
    };
    if (ids.length === 0) throw new AppError(404, 'not-found', m.dreams_error_hide_none(), { extra: answer });
    return c.json({ ...answer, hidden_at: utcText(at) } satisfies HideAnswer);
  });

  app.post('/api/feedback', async (c) => {
    const person = requirePerson(c);
    const { session_id, stars, feedback_message } = await jsonBody(c, feedbackRequest);
    const saved = await store.saveFeedback(person.id, session_id, { stars, message: feedback_message });
    if (!saved) throw noDream();
    return c.json({ ok: true });
  });
}
