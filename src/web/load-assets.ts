import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../../islands/build/manifest.ts';
import type { Encoding } from '../kit/http/negotiate.ts';

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

export interface Asset {
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

/** The pages' scripts and styles are missing, in words for the operator. */
export class NotBuiltError extends Error {}

/**
 * Reads the built assets and public/ into memory, once at start: a few megabytes. Larger files stay on disk.
 * @throws NotBuiltError when nothing was built yet
 */
export function loadAssets(built = join(root, '.build/assets')): Assets {
  const manifestFile = join(built, 'manifest.json');
  if (!existsSync(manifestFile)) {
    throw new NotBuiltError(
      'The pages for browsers are not built yet. Start with `bun run start`, which builds them, or run `bun islands/build/build.ts` first.',
    );
  }
  const files = new Map<string, Asset>();
  for (const name of readdirSync(built)) {
    // Its content is in its name already; reading what is large only to name it once more takes longest of all.
    if (TYPES[extname(name)]) files.set(`/assets/${name}`, readAsset(built, name, name));
  }
  const statics = join(root, 'public');
  for (const name of existsSync(statics) ? readdirSync(statics) : []) {
    if (TYPES[extname(name)]) files.set(`/${name}`, readAsset(statics, name));
  }
  return { manifest: JSON.parse(readFileSync(manifestFile, 'utf8')), files };
}

/** @param known an entity tag of its content, where there is one without reading it */
function readAsset(dir: string, name: string, known?: string): Asset {
  const path = join(dir, name);
  const large = statSync(path).size > IN_MEMORY_BYTES;
  const bodies: Asset['bodies'] = new Map();
  for (const [encoding, ending] of [
    ['identity', ''],
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const file = path + ending;
    if (existsSync(file)) bodies.set(encoding, large ? file : new Uint8Array(readFileSync(file)));
  }
  const etag = known ?? createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 16);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', etag, bodies };
}
