import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Manifest } from '../../islands/manifest.ts';
import { type Encoding, matchesEtag, parseRange, pickEncoding } from '../kit/negotiate.ts';
import type { AppContext, AppEnv } from './context.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Larger files are rarely asked for, and then once by each browser. */
const IN_MEMORY_BYTES = 2 * 1024 * 1024;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

interface Asset {
  type: string;
  etag: string;
  /** by encoding; identity is always there. What is too large for memory is the path of its file */
  bodies: Map<Encoding, Uint8Array<ArrayBuffer> | string>;
}

export interface Assets {
  manifest: Manifest;
  /** by path, `/assets/…` and the files of public/ */
  files: Map<string, Asset>;
}

/**
 * Reads the built assets and public/ into memory, once at start: a few megabytes. Larger files stay on disk.
 * @throws when nothing was built yet
 */
export function loadAssets(): Assets {
  const built = join(root, '.build/assets');
  const manifestFile = join(built, 'manifest.json');
  if (!existsSync(manifestFile)) {
    throw new Error('The browser assets are not built yet. Run `bun islands/build.ts` first.');
  }
  const files = new Map<string, Asset>();
  for (const name of readdirSync(built)) {
    if (TYPES[extname(name)]) files.set(`/assets/${name}`, readAsset(built, name));
  }
  const statics = join(root, 'public');
  for (const name of existsSync(statics) ? readdirSync(statics) : []) {
    if (TYPES[extname(name)]) files.set(`/${name}`, readAsset(statics, name));
  }
  return { manifest: JSON.parse(readFileSync(manifestFile, 'utf8')), files };
}

/** Serves the assets and hands them to every later handler, which is where pages find their manifest. */
export function registerAssets(app: Hono<AppEnv>, assets: Assets = loadAssets()): void {
  app.use(async function provideAssets(c, next) {
    c.set('assets', assets);
    const asset =
      c.req.method === 'GET' || c.req.method === 'HEAD' ? assets.files.get(c.req.path) : undefined;
    return asset ? answer(c, asset) : next();
  });
}

function readAsset(dir: string, name: string): Asset {
  const path = join(dir, name);
  const large = statSync(path).size > IN_MEMORY_BYTES;
  const body = new Uint8Array(readFileSync(path));
  const bodies: Asset['bodies'] = new Map();
  for (const [encoding, ending] of [
    ['identity', ''],
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const file = path + ending;
    if (existsSync(file)) bodies.set(encoding, large ? file : new Uint8Array(readFileSync(file)));
  }
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', etag, bodies };
}

async function answer(c: AppContext, asset: Asset): Promise<Response> {
  const encoding = pickEncoding(c.req.header('Accept-Encoding'), [...asset.bodies.keys()]);
  const stored = asset.bodies.get(encoding) ?? new Uint8Array();
  // Each encoding is its own representation, so it needs its own strong tag.
  const etag = encoding === 'identity' ? `"${asset.etag}"` : `"${asset.etag}-${encoding}"`;
  c.header('ETag', etag);
  c.header(
    'Cache-Control',
    c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
  if (asset.bodies.size > 1) c.header('Vary', 'Accept-Encoding', { append: true });
  else c.header('Accept-Ranges', 'bytes');
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
  c.header('Content-Type', asset.type);
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);

  const body = typeof stored === 'string' ? new Uint8Array(await readFile(stored)) : stored;
  const range = asset.bodies.size > 1 ? null : parseRange(c.req.header('Range'), body.byteLength);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${body.byteLength}`);
    return c.body(null, 416);
  }
  const part = range ? body.subarray(range.start, range.end + 1) : body;
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${body.byteLength}`);
  c.header('Content-Length', String(part.byteLength));
  const status = range ? 206 : 200;
  return c.req.method === 'HEAD' ? c.body(null, status) : c.body(part, status);
}
