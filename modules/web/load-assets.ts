import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../../islands/build/manifest.ts';
import type { Encoding } from '../kit/http/negotiate.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Larger files are rarely requested, and once per browser. */
const IN_MEMORY_BYTES = 2 * 1024 * 1024;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
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
  /** By encoding; identity always exists. Files too large for memory are stored as paths. */
  bodies: Map<Encoding, Uint8Array<ArrayBuffer> | string>;
}

export interface Assets {
  manifest: Manifest;
  /** By URL path: `/assets/…` and the files of public/. */
  files: Map<string, Asset>;
}

/** The built scripts and styles are missing. The message is for the operator. */
export class NotBuiltError extends Error {}

/**
 * Loads the built assets and public/ into memory at start, a few megabytes. Larger files stay on disk.
 * @throws NotBuiltError if there is no build
 */
export function loadAssets(built = join(root, '.build/assets')): Assets {
  const manifestFile = join(built, 'manifest.json');
  if (!existsSync(manifestFile)) {
    throw new NotBuiltError(
      'The pages for browsers are not built yet. Start with `bun run start`, which builds them, or run `bun islands/build/build.ts` first.',
    );
  }
  const files = new Map<string, Asset>();
  const names = new Set(readdirSync(built));
  for (const name of names) {
    // The name already contains a content hash; hashing large files again would dominate the start time.
    if (TYPES[extname(name)]) files.set(`/assets/${name}`, readAsset(built, name, names, name));
  }
  const statics = join(root, 'public');
  const shipped = new Set(existsSync(statics) ? readdirSync(statics) : []);
  for (const name of shipped) {
    if (TYPES[extname(name)]) files.set(`/${name}`, readAsset(statics, name, shipped));
  }
  return { manifest: JSON.parse(readFileSync(manifestFile, 'utf8')), files };
}

/**
 * @param present names of all files in the folder
 * @param known ETag, if it is known without reading the file
 */
function readAsset(dir: string, name: string, present: ReadonlySet<string>, known?: string): Asset {
  const path = join(dir, name);
  const large = statSync(path).size > IN_MEMORY_BYTES;
  const bodies: Asset['bodies'] = new Map();
  for (const [encoding, ending] of [
    ['identity', ''],
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!present.has(name + ending)) continue;
    const file = path + ending;
    bodies.set(encoding, large ? file : readFileSync(file));
  }
  const etag = known ?? createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 16);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', etag, bodies };
}
