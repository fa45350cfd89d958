import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Auth } from '../auth/auth.ts';
import { answerReportForm, type Dreams, PAGE, pageOf, type SentReport } from '../dreams/dreams.ts';
import { AppError, notFound } from '../kit/errors.ts';
import { check } from '../kit/http/http.ts';
import { matchesEtag } from '../kit/http/negotiate.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requirePerson } from '../web/guards.ts';
import { publicOrigin } from '../web/security.ts';
import { type HandleFault, handleFault, readHandle } from './contract/handle.ts';
import { FEED_MAX, HANDLE_MAX, HANDLE_MIN } from './contract/limits.ts';
import { type ProfileForm, profileForm } from './contract/profile-form.ts';
import { writeFeed } from './feed.ts';
import { EditProfilePage } from './pages/edit-profile.tsx';
import { PublicProfilePage } from './pages/public-profile.tsx';
import type { createProfileReports } from './reports.ts';
import type { ProfileRow, ProfileStore } from './store.ts';

export interface ProfileDeps {
  store: ProfileStore;
  rateLimits: RateLimits;
  isClosed: Auth['isClosed'];
  collections: Dreams['collections'];
  reports: ReturnType<typeof createProfileReports>;
}

/** Caches revalidate on every request, so that closing a profile takes effect at once. */
const UNTIL_ASKED = 'public, no-cache';

const FAULTS: Record<HandleFault | 'taken', () => string> = {
  length: () => m.profiles_error_length({ min: HANDLE_MIN, max: HANDLE_MAX }),
  letters: m.profiles_error_letters,
  reserved: m.profiles_error_reserved,
  banned: m.profiles_error_banned,
  taken: m.profiles_error_taken,
};

const noProfile = () => notFound(m.profiles_error_none());

/** Public profiles with their feeds, and the page on which people edit theirs. */
export function registerProfiles(app: Hono<AppEnv>, deps: ProfileDeps): void {
  const { store, collections, rateLimits } = deps;

  /** A profile that everyone may see. @throws AppError 404 */
  async function readOpen(c: AppContext): Promise<ProfileRow> {
    c.header('X-Robots-Tag', 'noindex');
    const profile = await store.findByHandle(readHandle(c.req.param('handle') ?? ''));
    if (!profile?.open || profile.takenDownAt !== null || (await deps.isClosed(profile.userId)))
      throw noProfile();
    return profile;
  }

  const shownOf = async (
    { userId, collectionId }: ProfileRow,
    what: Parameters<typeof collections.listShown>[1],
  ) => (collectionId === null ? [] : collections.listShown({ id: collectionId, userId }, what));

  async function showProfile(
    c: AppContext,
    profile: ProfileRow,
    { status = 200, report }: { status?: ContentfulStatusCode; report?: SentReport } = {},
  ): Promise<Response> {
    const at = check(pageOf, c.req.query('page'));
    const dreams = await shownOf(profile, { by: 'order', limit: PAGE + 1, offset: (at - 1) * PAGE });
    const { APP_NAME } = c.get('config');
    const link = `${publicOrigin(c.get('config'), c.req.raw)}/@${profile.handle}`;
    const title = profile.name ?? `@${profile.handle}`;
    const description = profile.bio ?? m.dreams_shelf_description({ app: APP_NAME });
    return renderPage(c, {
      title,
      status,
      description,
      head: (
        <>
          <link rel="canonical" href={link} />
          <link rel="alternate" type="application/rss+xml" href={`${link}/feed.xml`} title={title} />
          <meta name="robots" content="noindex" />
          <meta property="og:type" content="profile" />
          <meta property="og:site_name" content={APP_NAME} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={link} />
        </>
      ),
      page: <PublicProfilePage {...{ profile, dreams, at, report }} appName={APP_NAME} />,
    });
  }

  app.get('/:handle{@[^/]+}', async (c) => showProfile(c, await readOpen(c)));

  app.get('/:handle{@[^/]+}/feed.xml', async (c) => {
    const profile = await readOpen(c);
    const { APP_NAME } = c.get('config');
    const feed = writeFeed({
      title: `${profile.name ?? `@${profile.handle}`} · ${APP_NAME}`,
      description: profile.bio ?? m.dreams_shelf_description({ app: APP_NAME }),
      publicUrl: publicOrigin(c.get('config'), c.req.raw),
      path: `/@${profile.handle}`,
      dreams: await shownOf(profile, { by: 'added', limit: FEED_MAX }),
    });
    const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 27)}"`;
    c.header('Cache-Control', UNTIL_ASKED);
    c.header('ETag', etag);
    const known = c.req.header('if-none-match');
    if (known !== undefined && matchesEtag(known, etag)) return c.body(null, 304);
    c.header('Content-Type', 'application/rss+xml; charset=utf-8');
    return c.body(feed);
  });

  app.post('/:handle{@[^/]+}/report', async (c) => {
    await rateLimits.take('report', c.get('address'));
    const profile = await readOpen(c);
    return answerReportForm(c, {
      back: `/@${profile.handle}`,
      receive: (given) => deps.reports.receive(profile, given, c.get('person')?.id ?? null),
      again: (sent) => showProfile(c, profile, sent),
    });
  });

  async function showForm(
    c: AppContext,
    {
      typed,
      faults = {},
      status = 200,
    }: { typed?: Record<string, string>; faults?: Faults; status?: number } = {},
  ): Promise<Response> {
    const { id: userId } = requirePerson(c);
    const [profile, names] = await Promise.all([store.find(userId), collections.listNames(userId)]);
    return renderPage(c, {
      title: m.profiles_title(),
      status,
      page: (
        <EditProfilePage
          {...{ profile, typed, faults }}
          collections={names}
          origin={publicOrigin(c.get('config'), c.req.raw)}
          isSaved={c.req.query('done') === 'saved'}
        />
      ),
    });
  }

  app.get('/settings/profile', guardPage(), (c) => showForm(c));

  app.post('/settings/profile', guardPage(), async (c) => {
    const { id: userId } = requirePerson(c);
    await rateLimits.take('profile', userId);
    const body = await c.req.parseBody();
    const typed = Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const faults = await save(c, userId, typed);
    if (faults) return showForm(c, { typed, faults, status: faults.status });
    return c.redirect('/settings/profile?done=saved', 303);
  });

  app.post('/settings/profile/clear', guardPage(), async (c) => {
    await store.clear(requirePerson(c).id);
    return c.redirect('/settings/profile?done=saved', 303);
  });

  async function save(
    c: AppContext,
    userId: string,
    typed: Record<string, string>,
  ): Promise<(Faults & { status: number }) | null> {
    let given: ProfileForm;
    try {
      given = check(profileForm, typed);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { [String(error.extra.field ?? 'name')]: error.message, status: 400 };
    }
    const { collection, ...shown } = given;
    const { APP_NAME, COMPANY_NAME } = c.get('config');
    const fault = handleFault(given.handle, [APP_NAME, COMPANY_NAME]);
    if (fault) return { handle: FAULTS[fault](), status: 400 };
    const isOwn = collection !== null && (await collections.find(userId, collection)) !== null;
    const saved = await store.save(userId, { ...shown, collectionId: isOwn ? collection : null });
    return saved ? null : { handle: FAULTS.taken(), status: 409 };
  }
}

interface Faults {
  handle?: string;
  name?: string;
  bio?: string;
}
