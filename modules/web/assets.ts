import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
import { matchesEtag, parseRange, pickEncoding } from '../kit/http/negotiate.ts';
import type { AppContext, AppEnv } from './context.ts';
import { type Asset, type Assets, loadAssets } from './load-assets.ts';

/** Serves the built assets, and gives every later handler access to them; pages read their manifest this way. */
export function registerAssets(app: Hono<AppEnv>, assets: Assets = loadAssets()): void {
  app.use(async function provideAssets(c, next) {
    c.set('assets', assets);
    const asset =
      c.req.method === 'GET' || c.req.method === 'HEAD' ? assets.files.get(c.req.path) : undefined;
    return asset ? answer(c, asset) : next();
  });
}

async function answer(c: AppContext, asset: Asset): Promise<Response> {
  const encoding = pickEncoding(c.req.header('Accept-Encoding'), [...asset.bodies.keys()]);
  const stored = asset.bodies.get(encoding) ?? new Uint8Array();
  // Each encoding is a separate representation, so it needs its own strong ETag.
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
