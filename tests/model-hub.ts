import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Faults of a hub during downloads. */
export interface HubMood {
  /** successive connections break after this many bytes */
  breaksAfter: number[];
  /** the client's own file while a download isn't complete; connections break only once it holds the bytes sent */
  partOf: ((path: string) => string) | null;
  /** a file whose bytes don't match its digest, and for how many more requests */
  lies: string | null;
  liesTimes: number;
  /** a file that stops halfway and stays silent */
  stalls: string | null;
  /** a file whose second half is sent once this resolves */
  holds: { path: string; until: Promise<void> } | null;
  /** ignores range requests, as some mirrors do */
  wholeOnly: boolean;
}

/** A local model hub: listing, files and ranges, with faults on demand. */
export interface ModelHub {
  url: string;
  mood: HubMood;
  /** requested paths and ranges */
  asked: string[];
  close(): Promise<void>;
}

const LARGE_BYTES = 4_000;
/** Before a break, where the client's own file can't be looked at. */
const BREAK_MS = 100;
const LOOK_MS = 5;

/** @param repos the folder of each `owner/name` */
export async function startModelHub(
  repos: Record<string, string>,
  license = 'openrail++',
): Promise<ModelHub> {
  const mood: HubMood = {
    breaksAfter: [],
    partOf: null,
    lies: null,
    liesTimes: Number.POSITIVE_INFINITY,
    stalls: null,
    holds: null,
    wholeOnly: false,
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://hub');
    // as the hub does, for pages that download from it
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'range');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const range = request.headers.range ?? '';
    asked.push(`${pathname}${range && ` ${range}`}`);
    const repo = Object.keys(repos).find((name) => pathname.includes(`/${name}`));
    const folder = repo && repos[repo];
    if (!folder) return void response.writeHead(404).end();
    if (pathname.includes('/tree/')) return void json(response, listOf(folder));
    if (pathname.startsWith('/api/')) return void json(response, { cardData: { license } });
    const path = pathname.split('/').slice(5).join('/');
    const file = join(folder, path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    sendFile(response, path, readFileSync(file), range);
  });

  function sendFile(response: ServerResponse, path: string, content: Buffer, range: string): void {
    const start = mood.wholeOnly ? 0 : Number(range.match(/^bytes=(\d+)-$/)?.[1] ?? 0);
    const body = Buffer.from(content.subarray(start));
    if (mood.lies === path && mood.liesTimes-- > 0) body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': body.length });
    if (mood.stalls === path) return void response.write(body.subarray(0, body.length / 2));
    if (mood.holds?.path === path) {
      response.write(body.subarray(0, body.length / 2));
      return void mood.holds.until.then(() => response.end(body.subarray(body.length / 2)));
    }
    const limit = body.length > LARGE_BYTES ? mood.breaksAfter.shift() : undefined;
    if (limit === undefined) return void response.end(body);
    // Not at once: the client would lose bytes that arrive together with the end.
    response.write(body.subarray(0, limit), () => breakOnce(response, mood.partOf?.(path), start + limit));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood,
    asked,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Breaks a connection once the client's file holds this many bytes. */
function breakOnce(response: ServerResponse, part: string | undefined, bytes: number): void {
  if (part === undefined) return void setTimeout(() => response.destroy(), BREAK_MS);
  if (response.destroyed || (statSync(part, { throwIfNoEntry: false })?.size ?? 0) >= bytes)
    return void response.destroy();
  setTimeout(() => breakOnce(response, part, bytes), LOOK_MS);
}

function json(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

/** Lists files as the hub does: large ones by SHA-256, small ones by git object id. */
function listOf(folder: string) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return names.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    const size = content.length;
    const oid = createHash('sha1').update(`blob ${size}\0`).update(content).digest('hex');
    const lfs = { oid: createHash('sha256').update(content).digest('hex'), size };
    return {
      type: 'file',
      path: file.slice(folder.length + 1),
      size,
      oid,
      ...(size > LARGE_BYTES ? { lfs } : {}),
    };
  });
}
