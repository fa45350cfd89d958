import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Auth } from '../../auth/auth.ts';
import { isMadeByAi } from '../../dreams/contract/source-type.ts';
import {
  answerReportForm,
  type DreamRepository,
  type Dreams,
  type OpenAudience,
  readOwnDream,
  type SentReport,
} from '../../dreams/dreams.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { requirePerson } from '../../web/guards.ts';
import { publicOrigin } from '../../web/security.ts';
import { isLive } from '../admission/stop-live.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type AudienceAnswer, audienceRequest, type WatchAnswer } from '../contract/schemas.ts';
import { LiveEmbed } from '../pages/live-embed.tsx';
import { WatchPage } from '../pages/watch.tsx';
import type { Relay } from '../relay.ts';
import { socketOrigin } from '../socket-origin.ts';
import type { Visitor } from './watch-call.ts';
import { CLOSED_LINK, type Watched, type Watching } from './watching.ts';

interface WatchDeps {
  repository: DreamRepository;
  relay: Relay;
  cluster: Cluster;
  rateLimits: RateLimits;
  watching: Watching;
  findUser: Auth['findUser'];
  reportLive: Dreams['reportLive'];
}

/** 128 random bits in 22 characters. */
const newWatchId = (): string => randomBytes(16).toString('base64url');

/** Without a first name, a person watches as a guest does. */
const firstNameOf = (name: string): string | null => name.trim().split(/\s+/)[0]?.slice(0, 40) || null;

const titleOf = (dreamer: string | null): string =>
  dreamer === null ? m.stream_watch_title() : m.stream_watch_title_of({ name: dreamer });

/** The dreamer's switch, and the page and calls of the audience's link. */
export function registerWatch(app: Hono<AppEnv>, deps: WatchDeps): void {
  const { repository, relay, rateLimits, watching } = deps;

  const answerOf = (c: AppContext, audience: OpenAudience | null): AudienceAnswer => ({
    open: audience !== null,
    watchUrl: audience && `${publicOrigin(c.get('config'), c.req.raw)}/watch/${audience.watchId}`,
    signedIn: audience?.signedIn ?? false,
    named: audience?.named ?? false,
  });

  app.get('/api/sessions/:id/audience', async (c) => {
    const dream = await readOwnDream(repository, requirePerson(c).id, c.req.param('id'));
    return c.json(answerOf(c, dream.endedAt === null ? await repository.findAudience(dream.id) : null));
  });

  app.patch('/api/sessions/:id/audience', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('audience', person.id);
    const { open, ...choice } = await jsonBody(c, audienceRequest);
    const dream = await readOwnDream(repository, person.id, c.req.param('id'));
    if (!open) {
      await repository.closeAudience(dream.id);
      relay.room(dream.id)?.audience.close();
      return c.json(answerOf(c, null));
    }
    if (relay.maxWatchers === 0) throw new AppError(403, 'no-audience', m.stream_watch_off());
    if (!isLive(deps, dream)) throw new AppError(409, 'not-live', m.stream_dream_ended());
    const audience = await repository.openAudience(dream.id, newWatchId(), choice);
    relay.room(dream.id)?.audience.opened(audience);
    return c.json(answerOf(c, audience));
  });

  function visitorOf(c: AppContext): Visitor | null {
    const [person, login] = [c.get('person'), c.get('login')];
    if (!person || !login) return null;
    const { id, endsAt } = login;
    return { id: person.id, name: firstNameOf(person.name), login: { id, endsAt } };
  }

  const stateOf = (c: AppContext, found: Watched | null): Promise<WatchAnswer> | WatchAnswer =>
    found ? watching.report(found, { visitor: visitorOf(c), socketOrigin: socketOrigin(c) }) : CLOSED_LINK;

  app.get('/api/watch/:id', async (c) => {
    await rateLimits.take('watchLink', c.get('address'));
    c.header('Cache-Control', 'no-store');
    return c.json(await stateOf(c, await watching.find(c.req.param('id'))));
  });

  app.get('/embed/live/:id', async (c) => {
    await rateLimits.take('watchLink', c.get('address'));
    const watchId = c.req.param('id');
    const found = await watching.find(watchId);
    c.header('X-Robots-Tag', 'noindex');
    c.header('Cache-Control', 'no-store');
    const page = <LiveEmbed {...{ c, watchId, found }} name={titleOf(await dreamerOf(found))} />;
    return c.html(`<!doctype html>${renderToStaticMarkup(page)}`, found ? 200 : 404);
  });

  app.get('/watch/:id', async (c) => {
    await rateLimits.take('watchLink', c.get('address'));
    return watchPage(c, c.req.param('id'));
  });

  /** Anybody who has the link may report the dream, whether or not they may watch it. */
  app.post('/watch/:id/report', async (c) => {
    await rateLimits.take('report', c.get('address'));
    const id = c.req.param('id');
    const found = await watching.find(id);
    if (!found) throw notFound(m.stream_watch_closed());
    return answerReportForm(c, {
      back: `/watch/${id}`,
      receive: (given) => deps.reportLive(c, found.dream.id, given),
      again: (sent) => watchPage(c, id, sent),
    });
  });

  async function watchPage(
    c: AppContext,
    watchId: string,
    { status, report }: { status?: ContentfulStatusCode; report?: SentReport } = {},
  ): Promise<Response> {
    c.header('X-Robots-Tag', 'noindex');
    const clean = c.req.query('clean') !== undefined;
    const found = await watching.find(watchId);
    const answer = await stateOf(c, found);
    const isOpen = found !== null && answer.state !== 'sign-in';
    const dreamer = await dreamerOf(found);
    const person = visitorOf(c);
    return renderPage(c, {
      title: titleOf(dreamer),
      status: status ?? (found ? 200 : 404),
      layout: clean ? 'bare' : 'stage',
      head: <meta name="robots" content="noindex" />,
      page: (
        <WatchPage
          watchId={watchId}
          clean={clean}
          // The ticket of this look would be too old by the time that the island asks.
          first={{ ...answer, websocketUrl: null }}
          dreamer={dreamer}
          name={person?.name ?? null}
          prompt={isOpen ? await promptOf(found) : null}
          isAi={found ? isMadeByAi(found.dream) : false}
          report={report}
        />
      ),
    });
  }

  /** The dreamer's first name, if they show it. */
  async function dreamerOf(found: Watched | null): Promise<string | null> {
    const dreamer = found?.audience.named ? await deps.findUser(found.dream.userId) : null;
    return dreamer && firstNameOf(dreamer.name);
  }

  /** The newest prompt that took effect. */
  async function promptOf({ dream }: Watched): Promise<string | null> {
    const prompts = await repository.listPrompts(dream.id);
    return prompts.findLast(({ shownAt }) => shownAt !== null)?.text ?? null;
  }
}
