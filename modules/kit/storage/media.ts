import { AppError, errorAnswer, notFound } from '../errors.ts';
import { matchesEtag, parseRange } from '../http/negotiate.ts';
import { m } from '../texts/m.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

export interface MediaOptions {
  contentType: string;
  disposition: 'inline' | 'attachment';
  fileName?: string;
  cacheControl: string;
  /** Large enough to redirect browsers to the storage itself if possible. */
  isLarge?: boolean;
}

/** Maximum attempts when the file is replaced between `stat` and `open`. */
const MAX_ATTEMPTS = 3;

/**
 * Serves a stored file over GET or HEAD (RFC 9110): single byte ranges (206, 416), If-Range, If-None-Match and
 * If-Modified-Since (304), strong ETag, Last-Modified. Several or malformed ranges get the whole file. Large files
 * redirect (302) to the storage if it has public URLs. 404 if nothing is stored, 405 for other methods.
 */
export async function serveMedia(
  request: Request,
  storage: Storage,
  key: string,
  options: MediaOptions,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(new AppError(405, 'get-only', m.kit_error_get_only()), { Allow: 'GET, HEAD' });
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const about = await storage.stat(key);
    if (about === null) return notStored();
    const headers = describeFile(about, options);
    if (isFresh(request, about)) return new Response(null, { status: 304, headers });
    const range = request.method === 'GET' ? requestedRange(request, about) : null;
    if (range === 'unsatisfiable') {
      const fault = new AppError(416, 'range', m.kit_error_range());
      return refuse(fault, { 'Content-Range': `bytes */${about.size}` });
    }
    headers.set('Content-Type', options.contentType);
    headers.set('Content-Disposition', describeDisposition(options));
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Content-Length', String(range ? range.end - range.start + 1 : about.size));
    if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${about.size}`);
    if (request.method === 'HEAD') return new Response(null, { status: 200, headers });

    const link = about.path === undefined ? await linkFor(request, storage, key, options) : null;
    if (link !== null) return redirect(link);
    const status = range ? 206 : 200;
    const direct = sendByKernel(about, range);
    if (direct !== null) return new Response(direct, { status, headers });
    const file = await storage.open(key, range ?? undefined);
    if (file === null) return notStored();
    if (file.etag === about.etag) return new Response(file.stream, { status, headers });
    await file.stream.cancel();
  }
  return refuse(new AppError(503, 'replaced', m.kit_error_replaced(), { retryAfter: 1 }));
}

/**
 * The storage's own URL for players and downloads. Scripts are served from here, because the bucket doesn't allow our
 * origin (CORS), and so are images: they are small, and a changing link would defeat the browser's cache.
 */
async function linkFor(
  request: Request,
  storage: Storage,
  key: string,
  options: MediaOptions,
): Promise<string | null> {
  const isScript = ['cors', 'same-origin'].includes(request.headers.get('sec-fetch-mode') ?? '');
  if (!options.isLarge || isScript) return null;
  return await storage.link(key, {
    contentType: options.contentType,
    contentDisposition: describeDisposition(options),
    cacheControl: options.cacheControl,
  });
}

/** Not cached: every request repeats the access check, so a person who has lost access gets no new link. */
function redirect(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'private, no-store' },
  });
}

/**
 * Bun sends streams without Content-Length, which players need, but file slices with it, and faster. For a whole file
 * Bun applies the Range header itself, and ignores it in the same cases as above.
 */
function sendByKernel(about: StoredFile, range: ByteRange | null): Blob | null {
  if (about.path === undefined || about.size === 0 || process.versions.bun === undefined) return null;
  return Bun.file(about.path).slice(range?.start ?? 0, range ? range.end + 1 : about.size);
}

/** Headers that a 304 also carries. */
function describeFile(about: StoredFile, options: MediaOptions): Headers {
  return new Headers({
    ETag: about.etag,
    'Last-Modified': about.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': options.cacheControl,
  });
}

/** If-Modified-Since only counts without If-None-Match. */
function isFresh(request: Request, about: StoredFile): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null) return matchesEtag(tags, about.etag);
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return wholeSecond(about.modifiedAt) <= since;
}

/** The range to send; null for the whole file. */
function requestedRange(request: Request, about: StoredFile): ByteRange | 'unsatisfiable' | null {
  if (!rangeStillApplies(request, about)) return null;
  return parseRange(request.headers.get('range') ?? undefined, about.size);
}

/** If-Range: a range is only useful to a client that has the start of the same version. */
function rangeStillApplies(request: Request, about: StoredFile): boolean {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  if (condition.startsWith('"')) return condition === about.etag;
  return Date.parse(condition) === wholeSecond(about.modifiedAt);
}

/** HTTP dates have no fractions of a second. */
function wholeSecond(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

/** Non-ASCII names are sent twice: as an ASCII approximation for old clients, and per RFC 8187. */
function describeDisposition({ disposition, fileName }: MediaOptions): string {
  if (fileName === undefined) return disposition;
  const plain = fileName.replace(/[^ -~]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, percentEncode);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${full}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function notStored(): Response {
  return refuse(notFound(m.kit_error_no_file()));
}

const refuse = (error: AppError, headers: Record<string, string> = {}): Response =>
  errorAnswer(error, { ...headers, 'Cache-Control': 'no-store' });
