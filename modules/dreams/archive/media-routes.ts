import type { Hono } from 'hono';
import type { Clock } from '../../kit/clock.ts';
import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import { check, jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { serveMedia } from '../../kit/storage/media.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { requireDreamer, requirePerson } from '../../web/guards.ts';
import { publicOrigin } from '../../web/security.ts';
import type { ChangeDeps } from '../board/change-routes.ts';
import { readPromptMarks } from '../board/list-dreams.ts';
import { type LookedAt, noteLook } from '../board/note-look.ts';
import { readDream, readKeptDream } from '../board/read-dream.ts';
import { ARCHIVE_ADDRESS, ARCHIVE_BYTES, ARCHIVE_LEFT_OUT } from '../contract/limits.ts';
import { archiveRequest, chosenOf } from '../contract/selection-schemas.ts';
import { type CaptionLine, writeCaptions } from '../conversation/captions.ts';
import { readCaptionLines } from '../conversation/read-sounds.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import { planArchive, writeArchive } from './archive.ts';

interface MediaDeps {
  store: DreamsStore;
  storage: Storage;
  clock: Clock;
  rateLimits: RateLimits;
  searching: ChangeDeps['searching'];
  lookedAt: LookedAt;
}

const KINDS = {
  video: { keyOf: (dream: DreamRow) => dream.videoKey, type: 'video/mp4', isLarge: true },
  preview: { keyOf: (dream: DreamRow) => dream.previewKey, type: 'video/mp4', isLarge: true },
  thumbnail: { keyOf: (dream: DreamRow) => dream.thumbnailKey, type: 'image/jpeg', isLarge: false },
  poster: { keyOf: (dream: DreamRow) => dream.posterKey, type: 'image/jpeg', isLarge: false },
  filmstrip: { keyOf: (dream: DreamRow) => dream.filmstripKey, type: 'image/jpeg', isLarge: false },
} as const;
export type MediaKind = keyof typeof KINDS;

/** A dream's files, for its owner and for admins. */
export function registerDreamMedia(app: Hono<AppEnv>, deps: MediaDeps): void {
  const { store, storage, clock, rateLimits, searching } = deps;
  const read = (c: AppContext, id: string) => readDream(store, requirePerson(c), id);
  /** As above, also for the guest whose dream it is. */
  const readOrGuest = (c: AppContext, id: string) => readDream(store, requireDreamer(c).dreamer, id);
  const readKept = (c: AppContext, id: string) => readKeptDream(store, requireDreamer(c).dreamer, id);

  for (const kind of Object.keys(KINDS) as MediaKind[]) {
    const kept = kind === 'video' ? 'private, max-age=0' : 'private, max-age=86400';
    app.get(`/api/sessions/:id/${kind}`, async (c) => {
      const dream = await (kind === 'thumbnail' ? readKept : readOrGuest)(c, c.req.param('id') ?? '');
      // Operators' lists show thumbnails.
      if (kind !== 'thumbnail') await noteLook(c, deps.lookedAt, dream);
      return sendMedia(c, storage, dream, { kind, cacheControl: kept });
    });
  }

  app.get('/api/sessions/:id/captions', async (c) => {
    const dream = await readOrGuest(c, c.req.param('id'));
    await noteLook(c, deps.lookedAt, dream);
    const replies = (await store.listReplies(dream.id)).map(({ text, at }) => ({
      text,
      at: dream.startedAt === null ? null : (at - dream.startedAt) / 1000,
      kind: 'reply' as const,
    }));
    const lines = await readCaptionLines(store, dream, await readPromptMarks(store, dream));
    c.header('Cache-Control', 'private, no-cache');
    return sendCaptions(c, dream, [...lines, ...replies]);
  });

  app.get('/api/sessions/:id/qr', async (c) => {
    const dream = await read(c, c.req.param('id'));
    const link = `${publicOrigin(c.get('config'), c.req.raw)}/api/d/${dream.id}`;
    // Level H stays readable with up to 30 % covered; the 200 px include a quiet zone of 4 modules. Imported on first
    // use.
    const { default: QRCode } = await import('qrcode');
    const svg = await QRCode.toString(link, {
      type: 'svg',
      errorCorrectionLevel: 'H',
      width: 200,
      margin: 4,
    });
    c.header('Content-Type', 'image/svg+xml');
    c.header('Cache-Control', 'private, max-age=86400');
    return c.body(svg);
  });

  app.post(ARCHIVE_ADDRESS, async (c) => {
    const person = requirePerson(c);
    const chosen = chosenOf(await readArchiveRequest(c));
    await rateLimits.take('archive', person.id);
    const archive = await searching(person.id, { q: 'ids' in chosen ? null : chosen.words }, () =>
      planArchive({ store, storage }, person.id, chosen),
    );
    if (archive.files.length === 0) throw new AppError(404, 'no-video', m.dreams_error_archive_empty());
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return c.body(writeArchive(storage, archive), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="dreams-${day}.zip"`,
      'Content-Length': String(archive.bytes),
      [ARCHIVE_BYTES]: String(archive.bytes),
      [ARCHIVE_LEFT_OUT]: String(archive.leftOut.length),
      'Cache-Control': 'no-store',
    });
  });

  app.get('/api/download-video/:job_id', async (c) => {
    const dream = await read(c, c.req.param('job_id'));
    if (!dream.videoKey) throw noVideo();
    const answer = await serveMedia(c.req.raw, storage, dream.videoKey, {
      contentType: 'video/mp4',
      disposition: 'attachment',
      fileName: 'dream.mp4',
      cacheControl: 'private, max-age=0',
      isLarge: true,
    });
    if (answer.status === 404) throw noVideo();
    return answer;
  });
}

/** Scripts send JSON; the browser's own download uses a form. */
async function readArchiveRequest(c: AppContext) {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  if (!isForm) return jsonBody(c, archiveRequest);
  const { session_ids, selection } = await c.req.parseBody({ all: true });
  return check(archiveRequest, {
    ...(session_ids !== undefined && { session_ids: [session_ids].flat() }),
    ...(typeof selection === 'string' && { selection: parsed(selection) }),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(m.dreams_error_selection_json());
  }
}

/** Captions of the dream's video. Words for sounds are in the reader's language. */
export function sendCaptions(c: AppContext, dream: DreamRow, lines: readonly CaptionLine[]): Response {
  c.header('Content-Type', 'text/vtt; charset=utf-8');
  return c.body(writeCaptions(lines, (dream.durationMs ?? 0) / 1000));
}

const noVideo = () => new AppError(404, 'no-video', m.dreams_error_no_video());

export function sendMedia(
  c: AppContext,
  storage: Storage,
  dream: DreamRow,
  { kind, cacheControl }: { kind: MediaKind; cacheControl: string },
): Promise<Response> {
  const { keyOf, type, isLarge } = KINDS[kind];
  const key = keyOf(dream);
  if (!key) throw notFound(m.dreams_error_file_not_found());
  return serveMedia(c.req.raw, storage, key, {
    contentType: type,
    disposition: 'inline',
    cacheControl,
    isLarge,
  });
}
