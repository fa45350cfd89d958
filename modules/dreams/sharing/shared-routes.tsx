import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { publicOrigin } from '../../web/security.ts';
import { type MediaKind, sendCaptions, sendMedia } from '../archive/media-routes.ts';
import { readShownPrompts } from '../board/list-dreams.ts';
import { toSession } from '../board/present.ts';
import { isLinkOpen } from '../contract/held.ts';
import { type ReportRequest, reportRequest } from '../contract/schemas.ts';
import { idOfShortLink } from '../contract/short-link.ts';
import { isMadeByAi } from '../contract/source-type.ts';
import { readCaptionLines } from '../conversation/read-sounds.ts';
import { registerEmbed } from '../embed/embed-routes.tsx';
import type { SentReport } from '../pages/report-form.tsx';
import { SharedHead, SharedPage, type SharedPageProps, sharedDescription } from '../pages/shared.tsx';
import { SharingOffPage } from '../pages/sharing-off.tsx';
import type { ReceivedReport } from '../reports/receive-report.ts';
import { answerReportForm } from '../reports/report-form-answer.tsx';
import type { DreamRow } from '../store.ts';
import type { createViews } from './count-view.ts';
import { type OpenDreamDeps, readOpenDream } from './open-dream.ts';
import { wantsBytes } from './wants-bytes.ts';

interface SharedDeps extends OpenDreamDeps {
  storage: Storage;
  rateLimits: RateLimits;
  views: Pick<ReturnType<typeof createViews>, 'count' | 'nameReporter'>;
  /** @returns the report's number, for the reporter */
  receiveReport(report: ReceivedReport): Promise<string>;
}

/** Caches revalidate on every request, so that closing a link takes effect at once; a 304 is short. */
const UNTIL_ASKED = 'public, no-cache';
const VIDEO_VARIES = 'Accept, Range, Sec-Fetch-Dest';
const PAGE_VARIES = `${VIDEO_VARIES}, Cookie`;

/** Public links: a page for people and the video for players, while the owner shares the dream. */
export function registerSharedDreams(app: Hono<AppEnv>, deps: SharedDeps): void {
  const { store, storage, rateLimits } = deps;

  /** The visitor's own unshared dream. Everyone else must not learn that it exists. */
  async function findOwnClosed(c: AppContext, id: string): Promise<DreamRow | null> {
    const person = c.get('person');
    const dream = person && (await store.find(id, person.id));
    const isOwn = dream && dream.id === id && dream.userId === person.id;
    const isThere = isOwn && dream.hiddenAt === null && dream.removedAt === null;
    return isThere && !isLinkOpen(dream) ? dream : null;
  }

  app.get('/api/d/:file', async (c) => {
    const [, id = '', ending = ''] = c.req.param('file').match(/^([^.]+)(\.mp4|\.jpg|\.vtt)?$/) ?? [];
    return open(c, id, ending);
  });

  app.get('/d/:code', async (c) => open(c, idOfShortLink(c.req.param('code')) ?? '', ''));

  /** @param ending of a file of the dream; none for the page, which is also the video's address */
  async function open(c: AppContext, id: string, ending: string): Promise<Response> {
    c.header('X-Robots-Tag', 'noindex');
    c.header('Cache-Control', UNTIL_ASKED);
    const isBare = ending === '';
    const closed = isBare && !wantsBytes(c.req.raw, null) && (await findOwnClosed(c, id));
    if (closed) return closedPage(c, closed);
    const dream = await readOpenDream(deps, id);
    if (isBare && !wantsBytes(c.req.raw, dream.videoBytes)) {
      await deps.views.count(c, dream);
      return sharedPage(c, dream);
    }
    c.set('openToOthers', true);
    if (ending === '.vtt')
      return sendCaptions(c, dream, await readCaptionLines(store, dream, await shownPrompts(dream)));
    const kind = ending === '.jpg' ? stillOf(dream, c.req.query('size')) : 'video';
    const answer = await sendMedia(c, storage, dream, { kind, cacheControl: UNTIL_ASKED });
    answer.headers.set('X-Robots-Tag', 'noindex');
    if (isBare) answer.headers.set('Vary', VIDEO_VARIES);
    return answer;
  }

  const shownPrompts = (dream: DreamRow) => readShownPrompts(store, dream);
  registerEmbed(app, deps);

  async function receive(c: AppContext, given: ReportRequest): Promise<string> {
    const dream = await readOpenDream(deps, c.req.param('id') ?? '');
    const userId = c.get('person')?.id ?? null;
    const reporter = userId ?? (await deps.views.nameReporter(c, dream.id));
    return deps.receiveReport({ dreamId: dream.id, userId, reporter, ...given });
  }

  app.post('/api/d/:id/report', async (c) => {
    await rateLimits.take('report', c.get('address'));
    if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
      return c.json({ reported: true, number: await receive(c, await jsonBody(c, reportRequest)) }, 201);
    return answerReportForm(c, {
      back: `/api/d/${c.req.param('id')}`,
      receive: (given) => receive(c, given),
      again: async (sent) => sharedPage(c, await readOpenDream(deps, c.req.param('id')), sent),
    });
  });

  function closedPage(c: AppContext, dream: DreamRow): Promise<Response> {
    c.header('Vary', PAGE_VARIES);
    return renderPage(c, {
      title: m.dreams_sharing_off_title(),
      status: 404,
      page: <SharingOffPage dream={dream} />,
    });
  }

  async function sharedPage(
    c: AppContext,
    dream: DreamRow,
    { status = 200, report }: { status?: ContentfulStatusCode; report?: SentReport } = {},
  ): Promise<Response> {
    const { APP_NAME } = c.get('config');
    const address = `/api/d/${dream.id}`;
    const props = {
      session: {
        ...toSession(dream),
        video_url: dream.videoKey ? `${address}.mp4` : null,
        thumbnail_url: dream.posterKey ? `${address}.jpg` : null,
      },
      marks: (await shownPrompts(dream)).map(({ id, text, at }) => ({ id, text, at })),
      filmstrip: dream.filmstripKey ? `${address}.jpg?size=strip` : null,
      awaited: awaitedOf(dream),
      appName: APP_NAME,
      isAi: isMadeByAi(dream),
      fromCamera: dream.fromCamera,
      publicUrl: publicOrigin(c.get('config'), c.req.raw),
      signedIn: c.get('person') !== null,
      remix: dream.remix && dream.endedAt !== null,
      report,
    };
    c.header('Vary', PAGE_VARIES);
    return renderPage(c, {
      title: dream.name ?? m.dreams_untitled(),
      status,
      description: sharedDescription(props),
      page: <SharedPage {...props} />,
      head: <SharedHead {...props} />,
    });
  }
}

function stillOf(dream: DreamRow, size: string | undefined): MediaKind {
  if (size === 'strip') return 'filmstrip';
  return size === 'small' && dream.thumbnailKey ? 'thumbnail' : 'poster';
}

/** Why a dream's video isn't there yet; null if it is, or never will be. */
function awaitedOf({ videoKey, serverStatus }: DreamRow): SharedPageProps['awaited'] {
  if (videoKey) return null;
  if (serverStatus === null) return 'live';
  return serverStatus === 'PROCESSING' ? 'compiling' : null;
}
