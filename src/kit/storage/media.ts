import { matchesEtag, parseRange } from '../http/negotiate.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

export interface MediaOptions {
  contentType: string;
  disposition: 'inline' | 'attachment';
  /** name under which a browser saves it */
  fileName?: string;
  /** the Cache-Control header */
  cacheControl: string;
  /** large enough that a browser is better sent to where the file lies, if it can be */
  isLarge?: boolean;
}

/** A file replaced between its description and its opening is described again, this often. */
const MAX_ATTEMPTS = 3;

/**
 * Answers a GET or HEAD for a stored file as HTTP has it (RFC 9110): one byte range (206, 416), If-Range,
 * If-None-Match and If-Modified-Since (304), strong ETag, Last-Modified. Several ranges at once, or malformed
 * ones, get the whole file. Streams in pieces. A large file of a storage that has addresses of its own is answered with
 * a redirect (302) there. 404 when nothing is stored, 405 for other methods.
 */
export async function serveMedia(
  request: Request,
  storage: Storage,
  key: string,
  options: MediaOptions,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'This address answers GET and HEAD only.', { Allow: 'GET, HEAD' });
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const about = await storage.stat(key);
    if (about === null) return notStored();
    const headers = describeFile(about, options);
    if (isFresh(request, about)) return new Response(null, { status: 304, headers });
    const range = request.method === 'GET' ? requestedRange(request, about) : null;
    if (range === 'unsatisfiable') {
      return refuse(416, 'The file is shorter than that.', { 'Content-Range': `bytes */${about.size}` });
    }
    headers.set('Content-Type', options.contentType);
    headers.set('Content-Disposition', describeDisposition(options));
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Content-Length', String(range ? range.end - range.start + 1 : about.size));
    if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${about.size}`);
    if (request.method === 'HEAD') return new Response(null, { status: 200, headers });

    const link = await linkFor(request, storage, key, about, options);
    if (link !== null) return redirect(link);
    const status = range ? 206 : 200;
    const direct = sendByKernel(about, range);
    if (direct !== null) return new Response(direct, { status, headers });
    const file = await storage.open(key, range ?? undefined);
    if (file === null) return notStored();
    if (file.etag === about.etag) return new Response(file.stream, { status, headers });
    await file.stream.cancel();
  }
  return refuse(503, 'The file is being replaced. Please try again.', { 'Retry-After': '1' });
}

/**
 * The file's own address, for who may be sent there: players and those who save it. What a script fetches comes from
 * here, since a bucket does not know our origin, and so do pictures: they are small, and a browser that keeps them for a
 * day would ask again under each new link.
 */
async function linkFor(
  request: Request,
  storage: Storage,
  key: string,
  about: StoredFile,
  options: MediaOptions,
): Promise<string | null> {
  const isScript = ['cors', 'same-origin'].includes(request.headers.get('sec-fetch-mode') ?? '');
  if (!options.isLarge || isScript || about.path !== undefined) return null;
  return await storage.link(key, {
    contentType: options.contentType,
    contentDisposition: describeDisposition(options),
    cacheControl: options.cacheControl,
  });
}

/** Each is requested again, so that a person who may no longer see the file gets no further link. */
function redirect(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'private, no-store' },
  });
}

/**
 * Bun sends streams without a Content-Length, which players need, but a slice of a file with one, and fast. To a
 * whole file it applies a Range header by itself; where one was set aside above, Bun sets it aside too.
 */
function sendByKernel(about: StoredFile, range: ByteRange | null): Blob | null {
  if (about.path === undefined || about.size === 0 || process.versions.bun === undefined) return null;
  return Bun.file(about.path).slice(range?.start ?? 0, range ? range.end + 1 : about.size);
}

/** Headers that a 304 holds, too. */
function describeFile(about: StoredFile, options: MediaOptions): Headers {
  return new Headers({
    ETag: about.etag,
    'Last-Modified': about.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': options.cacheControl,
  });
}

/** If-Modified-Since counts only where there is no If-None-Match. */
function isFresh(request: Request, about: StoredFile): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null) return matchesEtag(tags, about.etag);
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return wholeSecond(about.modifiedAt) <= since;
}

/** The range to send, null for the whole file. */
function requestedRange(request: Request, about: StoredFile): ByteRange | 'unsatisfiable' | null {
  if (!rangeStillApplies(request, about)) return null;
  return parseRange(request.headers.get('range') ?? undefined, about.size);
}

/** If-Range: the rest of a file is only good for who holds the beginning of the same one. */
function rangeStillApplies(request: Request, about: StoredFile): boolean {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  if (condition.startsWith('"')) return condition === about.etag;
  return Date.parse(condition) === wholeSecond(about.modifiedAt);
}

/** HTTP dates have no fractions. */
function wholeSecond(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

/** Names beyond ASCII come twice: spelled out for old clients and as RFC 8187 has it. */
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
  return refuse(404, 'This file is not stored here.', {});
}

function refuse(status: number, error: string, headers: Record<string, string>): Response {
  return Response.json({ error }, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
}
