import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as zlibGzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzip = promisify(zlibGzip);

/** Precompresses files in the thread pool; unchanged ones are copied from the last build. */
export async function precompress(dir: string, lastDir: string, except: ReadonlySet<string>): Promise<void> {
  const names = readdirSync(dir).filter((name) => /\.(js|mjs|css|wasm)$/.test(name) && !except.has(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(dir, name);
      const content = readFileSync(path);
      if (copiedFrom(join(lastDir, name), content, path)) return;
      const best = {
        params: {
          // The best quality takes a minute for the 27 MB wasm file, and saves little over a good one.
          [constants.BROTLI_PARAM_QUALITY]: name.endsWith('.wasm') ? 5 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
        },
      };
      writeFileSync(`${path}.br`, await brotli(content, best));
      writeFileSync(`${path}.gz`, await gzip(content, { level: name.endsWith('.wasm') ? 6 : 9 }));
    }),
  );
}

function copiedFrom(last: string, content: Buffer, path: string): boolean {
  try {
    if (!readFileSync(last).equals(content)) return false;
    for (const ending of ['.br', '.gz']) copyFileSync(last + ending, path + ending);
    return true;
  } catch {
    // There is no earlier build, or another start is just replacing it.
    return false;
  }
}
