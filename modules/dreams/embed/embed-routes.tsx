import type { Hono } from 'hono';
import { renderToStaticMarkup } from 'react-dom/server';
import { AppError, notFound } from '../../kit/errors.ts';
import { check } from '../../kit/http/http.ts';
import { XML_HEAD, xmlElement } from '../../kit/shared/xml.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { publicOrigin } from '../../web/security.ts';
import { readShownPrompts } from '../board/list-dreams.ts';
import { nameOf } from '../contract/names.ts';
import { oembedQuery } from '../contract/oembed-schemas.ts';
import { idOfShortLink, linkPath } from '../contract/short-link.ts';
import { isMadeByAi } from '../contract/source-type.ts';
import { writeCaptions } from '../conversation/captions.ts';
import { readCaptionLines } from '../conversation/read-sounds.ts';
import { type OpenDreamDeps, readOpenDream } from '../sharing/open-dream.ts';
import type { DreamRow } from '../store.ts';
import { EmbeddedFilm, EmbedPage, type Film } from './embed-page.tsx';
import { describeEmbed, readLink } from './oembed.ts';

/** As for public links: a closed link takes effect at once. */
const UNTIL_ASKED = 'public, no-cache';
/** Seconds until a page without its film looks for it again. */
const AWAITED_SECONDS = '30';
/** Longer captions have an address of their own, which sandboxed frames can't read. */
const CAPTIONS_MAX = 64 * 1024;
/** Size of thumbnails. */
const THUMBNAIL = { width: 440, height: 248 };
/** The player for other sites, and oEmbed, by which they find it. */
export function registerEmbed(app: Hono<AppEnv>, deps: OpenDreamDeps): void {
  const { store } = deps;

  app.get('/embed/:code', async (c) => {
    const code = c.req.param('code');
    const dream = await readOpenDream(deps, idOfShortLink(code) ?? code).catch(unlessMissing);
    c.header('X-Robots-Tag', 'noindex');
    c.header('Cache-Control', UNTIL_ASKED);
    const { APP_NAME: appName } = c.get('config');
    const origin = publicOrigin(c.get('config'), c.req.raw);
    const nonce = c.get('secureHeadersNonce');
    const film = dream && (await filmOf(c, dream));
    if (dream && !film && isAwaited(dream)) c.header('Refresh', AWAITED_SECONDS);
    const page = dream ? (
      <EmbedPage
        {...{ nonce, appName }}
        link={origin + linkPath(dream.id)}
        name={titleOf(dream)}
        isAi={isMadeByAi(dream)}
        fromCamera={dream.fromCamera}
      >
        {film ? <EmbeddedFilm film={film} name={titleOf(dream)} /> : <p>{absenceOf(dream)}</p>}
      </EmbedPage>
    ) : (
      <EmbedPage {...{ nonce, appName }} link={origin} name={appName} isAi={null}>
        <p>{m.dreams_embed_closed()}</p>
      </EmbedPage>
    );
    return c.html(`<!doctype html>${renderToStaticMarkup(page)}`, dream ? 200 : 404);
  });

  async function filmOf(c: AppContext, dream: DreamRow): Promise<Film | null> {
    if (!dream.videoKey) return null;
    const address = `/api/d/${dream.id}`;
    const lines = await readCaptionLines(store, dream, await readShownPrompts(store, dream));
    const captions = Buffer.from(writeCaptions(lines, (dream.durationMs ?? 0) / 1000));
    return {
      video: `${address}.mp4`,
      poster: dream.posterKey ? `${address}.jpg` : null,
      captions:
        lines.length === 0
          ? null
          : captions.length > CAPTIONS_MAX
            ? `${address}.vtt`
            : `data:text/vtt;base64,${captions.toString('base64')}`,
      autoplay: c.req.query('autoplay') === '1',
    };
  }

  app.get('/api/oembed', async (c) => {
    c.header('Cache-Control', UNTIL_ASKED);
    c.header('Access-Control-Allow-Origin', '*');
    const { url, format, maxwidth, maxheight } = check(oembedQuery, c.req.query());
    if (format !== 'json' && format !== 'xml')
      throw new AppError(501, 'format', m.dreams_error_embed_format());
    const publicUrl = publicOrigin(c.get('config'), c.req.raw);
    const link = readLink(url, publicUrl);
    if (link === 'private') throw new AppError(401, 'private', m.dreams_error_embed_private());
    const dream = link && (await readOpenDream(deps, link.id).catch(unlessMissing));
    if (!dream?.videoKey) throw notFound(m.dreams_error_embed_none());
    const address = `/api/d/${dream.id}.jpg`;
    const described = describeEmbed({
      id: dream.id,
      title: titleOf(dream),
      publicUrl,
      appName: c.get('config').APP_NAME,
      poster: dream.posterKey ? address : null,
      thumbnail: dream.thumbnailKey ? { path: `${address}?size=small`, ...THUMBNAIL } : null,
      maxWidth: maxwidth,
      maxHeight: maxheight,
    });
    if (format === 'json') return c.json(described);
    const elements = Object.entries(described).map(([name, value]) => xmlElement(name, String(value)));
    c.header('Content-Type', 'text/xml; charset=utf-8');
    return c.body(`${XML_HEAD}<oembed>${elements.join('')}</oembed>`);
  });
}

const titleOf = (dream: DreamRow) => nameOf({ dream_name: dream.name }) || m.dreams_untitled();

function unlessMissing(fault: unknown): null {
  if (fault instanceof AppError && fault.status === 404) return null;
  throw fault;
}

const isAwaited = ({ serverStatus }: DreamRow) => serverStatus === null || serverStatus === 'PROCESSING';

/** Why a shared dream has no film. */
function absenceOf({ serverStatus }: DreamRow): string {
  if (serverStatus === null) return m.dreams_shared_live();
  return serverStatus === 'PROCESSING' ? m.dreams_shared_compiling() : m.dreams_player_missing();
}
