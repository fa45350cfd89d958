import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { threadId } from 'node:worker_threads';
import { brotliCompress, constants, gzip as zlibGzip } from 'node:zlib';
import { compileTexts } from '../../modules/kit/texts/compile/compile-texts.ts';
import { PSEUDO_LOCALE } from '../../modules/kit/texts/compile/pseudo.ts';
import { registry } from '../registry.ts';
import { addressOf, bundleInto, importFirst, scriptOf } from './bundle.ts';
import { inputsUnchanged, rememberInputs } from './inputs.ts';
import type { Manifest, Scripts } from './manifest.ts';
import { compiledLocales, noTexts, textsOf } from './texts.ts';

const root = join(import.meta.dirname, '../..');
const buildDir = join(root, '.build');
const assetsDir = join(buildDir, 'assets');

/** Plain scripts without React: `page` is on every page, the rest only where a page adds them. */
const SCRIPTS = [
  'page',
  'await-film',
  'copy',
  'download',
  'passkey',
  'promo',
  'settings',
  'success',
  'tokens',
];

/**
 * Small shared modules, combined into one file for all pages and one for islands; the bundler would otherwise make each
 * a request of a few hundred bytes.
 */
const OF_ALL = [
  'modules/kit/browser/api.ts',
  'islands/browser/copy-text.ts',
  'islands/page/sign-out.ts',
  'modules/kit/shared/dates.ts',
];
const OF_ISLANDS = [
  'islands/browser/capture-devices.ts',
  'islands/browser/rate-text.ts',
  'islands/browser/retry-after-failure.ts',
  'islands/browser/lock-landscape.ts',
  'islands/ui/banner.tsx',
  'islands/ui/clock-text.ts',
  'islands/ui/dialogs.ts',
  'islands/ui/boundary.tsx',
  'islands/ui/icons.tsx',
  'islands/ui/ideas.ts',
  'islands/ui/local-time.tsx',
  'islands/ui/modal.tsx',
  'islands/browser/new-id.ts',
  'islands/browser/stored.ts',
  'islands/ui/use-copy.ts',
  'islands/ui/use-hydrated.ts',
  'islands/ui/use-keys.ts',
  'islands/ui/use-later.ts',
  'islands/ui/use-share.ts',
  'islands/ui/share-button.tsx',
  'islands/browser/feedback.ts',
  'islands/browser/web-gpu.ts',
  'islands/stream/voice/describe-download.ts',
  'modules/dreams/contract/limits.ts',
  'modules/dreams/contract/name-key.ts',
  'modules/dreams/contract/sort.ts',
  'modules/dreams/contract/source-type.ts',
  'modules/protocol/format.ts',
  'modules/protocol/limits.ts',
  'modules/stream/contract/limits.ts',
  'modules/kit/shared/bytes.ts',
  'modules/kit/shared/escape-html.ts',
  'modules/kit/shared/fold.ts',
  'modules/kit/shared/picture-rate.ts',
  'modules/kit/shared/trim.ts',
  'modules/kit/texts/format.ts',
  'modules/kit/texts/formats.ts',
  'modules/kit/texts/isolate.ts',
  'modules/kit/texts/rich.ts',
  'modules/kit/texts/sentences.ts',
];

/** One file, because nothing else of ours is on other sites' pages. */
const EMBED_LIVE = 'islands/page/embed-live.ts';

/** Worker threads and worklets. */
const FRAME_WORKER = 'islands/stream/frames/frame-worker.ts';
const VOICE_WORKER = 'islands/stream/voice/voice-worker.ts';
const WHISPER_THREAD = 'modules/voice/web/whisper-thread.ts';
const CAPTURE_WORKLET = 'islands/stream/voice/capture-worklet.ts';
const SOUND_WORKER = 'islands/stream/sound/sound-worker.ts';
const SOUND_WORKLET = 'islands/stream/sound/sound-worklet.ts';
const DRAW_WORKER = 'modules/worker/diffusion/web/draw-worker.ts';
const ENGINE_WORKER = 'modules/worker/diffusion/web/engine-worker.ts';
const CHECK_WORKER = 'islands/check/check-worker.ts';
/** The ONNX runtime is also served from here, because our CSP would block a CDN. */
const ONNX_RUNTIME = 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify';

/** The content credentials reader, only loaded on the page that checks files. */
const C2PA_READER = 'node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm';

/** The shell's styles in cascade order; the first file declares the layers. */
const STYLES = [
  'tokens',
  'base',
  'components',
  'layout',
  'home',
  'dreamscape',
  'session',
  'pages',
  'legal',
  'settings',
];
/** From `tests/make-fonts.ts`. */
const FONTS = {
  'font:display': 'modules/web/styles/fonts/fraunces.woff2',
  'font:sans': 'modules/web/styles/fonts/inter.woff2',
};

/**
 * Builds all browser files into `.build/assets`, unless nothing has changed since the last build. The finished folder
 * is renamed into place, so a running server never sees half a build.
 * @returns true if a build was necessary
 */
export async function buildIslands(): Promise<boolean> {
  await compileTexts();
  if (isBuilt()) return false;
  const began = Date.now();
  const read: string[] = [];
  const output = join(buildDir, `assets-${process.pid}-${threadId}`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const emit = (name: string, content: string | Uint8Array) => emitHashed(output, name, content);

  const copy = (path: string) => {
    read.push(path);
    return emit(basename(path), readFileSync(join(root, path)));
  };
  const bundle = async (entries: string[], define: Record<string, string>, plugins: Bun.BunPlugin[]) => {
    const { inputs, outputs } = await bundleInto(output, entries, define, plugins);
    const files = Object.keys(inputs).filter((path) => !path.startsWith('texts:'));
    // Bun reports paths relative to the working directory.
    read.push(...files.map((path) => relative(root, resolve(path))));
    return outputs;
  };

  const fonts = Object.fromEntries(Object.entries(FONTS).map(([key, path]) => [key, copy(path)]));
  const css = emit('base.css', minifyCss(readStyles(), fonts));
  const faces = emit('fonts.css', minifyCss(readStyle('fonts'), fonts));
  // Alone, so that it is one file: the first frame waits for it.
  const frameWorker = scriptOf(await bundle([FRAME_WORKER], {}, [noTexts]), FRAME_WORKER).src;
  // A worklet can't import in every browser.
  const soundWorklet = scriptOf(await bundle([SOUND_WORKLET], {}, [noTexts]), SOUND_WORKLET).src;
  const threads = await bundle(
    [VOICE_WORKER, WHISPER_THREAD, CAPTURE_WORKLET, SOUND_WORKER, DRAW_WORKER, ENGINE_WORKER, CHECK_WORKER],
    {},
    [noTexts],
  );
  const [mjs, wasm] = ['.mjs', '.wasm'].map((ending) => copy(ONNX_RUNTIME + ending));
  const scripts = SCRIPTS.map(scriptEntry);
  const islands = ['islands/client.ts', ...Object.keys(registry).map(islandEntry)];
  const define = {
    FRAME_WORKER_URL: JSON.stringify(frameWorker),
    VOICE_URLS: JSON.stringify({
      worker: scriptOf(threads, VOICE_WORKER).src,
      whisper: scriptOf(threads, WHISPER_THREAD).src,
      worklet: scriptOf(threads, CAPTURE_WORKLET).src,
      wasm: { mjs, wasm },
    }),
    SOUND_URLS: JSON.stringify({
      worker: scriptOf(threads, SOUND_WORKER).src,
      worklet: soundWorklet,
    }),
    DRAW_URLS: JSON.stringify({
      draw: scriptOf(threads, DRAW_WORKER).src,
      engine: scriptOf(threads, ENGINE_WORKER).src,
      wasm: { mjs, wasm },
    }),
    CHECK_URLS: JSON.stringify({
      worker: scriptOf(threads, CHECK_WORKER).src,
      wasm: copy(C2PA_READER),
      onnx: { mjs, wasm },
    }),
  };
  const first = [importFirst(scripts, OF_ALL), importFirst(islands, [...OF_ALL, ...OF_ISLANDS])];
  const locales: Record<string, Scripts> = {};
  for (const locale of compiledLocales()) {
    const main = await bundle([...islands, ...scripts], define, [...first, textsOf(locale)]);
    const alone = await bundle([EMBED_LIVE], define, [textsOf(locale)]);
    locales[locale] = {
      client: scriptOf(main, 'islands/client.ts'),
      islands: mapNames(Object.keys(registry), (name) => scriptOf(main, islandEntry(name))),
      scripts: {
        ...mapNames(SCRIPTS, (name) => scriptOf(main, scriptEntry(name))),
        'embed-live': scriptOf(alone, EMBED_LIVE),
      },
    };
  }
  const manifest: Manifest = {
    locales,
    islandStyles: mapNames(Object.keys(registry), (name) => {
      const styles = readIslandStyles(name);
      return styles === '' ? null : emit(`${name}.css`, minifyCss(styles, fonts));
    }),
    islandWorkers: { stream: [frameWorker] },
    css,
    integrity: hashAll(output),
    fonts: { css: faces, files: Object.values(fonts) },
  };
  writeFileSync(join(output, 'manifest.json'), JSON.stringify(manifest, null, 2));
  await precompress(output, onlyForTests(locales));

  // Another start has made the same build meanwhile, and may be serving it.
  if (isBuilt()) {
    rmSync(output, { recursive: true });
    return false;
  }
  clear(assetsDir);
  try {
    renameSync(output, assetsDir);
  } catch (error) {
    // Another start moved its build into place just before ours.
    if (!existsSync(join(assetsDir, 'manifest.json'))) throw error;
    rmSync(output, { recursive: true });
  }
  rememberInputs(root, read, began);
  return true;
}

/** Renames the folder first, so that another start never sees it half deleted. */
function clear(folder: string) {
  const aside = `${folder}-${process.pid}-${threadId}-old`;
  try {
    renameSync(folder, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  rmSync(aside, { recursive: true });
}

const mapNames = <T>(names: readonly string[], of: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

const isBuilt = () => existsSync(join(assetsDir, 'manifest.json')) && inputsUnchanged(root);

const scriptEntry = (name: string) => `islands/page/${name}.ts`;

/** Folders of components with styles of their own that other islands use. */
const SHARED_STYLES: Record<string, string[]> = {
  session: ['player', 'score'],
  shared: ['player'],
  stream: ['player', 'score'],
  watch: ['stream'],
};

/** The entry of an island. */
const islandEntry = (name: string) => `islands/${name}/${name}.tsx`;

function readIslandStyles(name: string): string {
  return [...(SHARED_STYLES[name] ?? []), name].map(readStylesIn).join('\n');
}

/** All style files of a folder, sorted by name. */
function readStylesIn(folder: string): string {
  const dir = join(root, 'islands', folder);
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .map((file) => readFileSync(join(dir, file), 'utf8'))
    .join('\n');
}

/** Integrity hashes of scripts and styles. */
function hashAll(dir: string): Record<string, string> {
  const names = readdirSync(dir).filter((name) => /\.(js|css)$/.test(name));
  return Object.fromEntries(
    names.map((name) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(dir, name)))
        .digest('base64');
      return [addressOf(name), `sha384-${digest}`];
    }),
  );
}

function emitHashed(dir: string, name: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const extension = extname(name);
  const file = `${basename(name, extension)}-${hash}${extension}`;
  writeFileSync(join(dir, file), content);
  return `/assets/${file}`;
}

function readStyles(): string {
  return STYLES.map(readStyle).join('\n');
}

const readStyle = (name: string) => readFileSync(join(root, 'modules/web/styles', `${name}.css`), 'utf8');

/**
 * Removes comments and white space but keeps the syntax: Bun's style bundler would rewrite light-dark(), oklch() and
 * nesting for browsers too old to run the site.
 */
function minifyCss(source: string, fonts: Record<string, string>): string {
  const [start = '', ...commented] = Object.entries(fonts)
    .reduce((text, [key, address]) => text.replaceAll(key, address), source)
    .split('/*');
  return [start, ...commented.map((part) => part.slice(part.indexOf('*/') + 2))]
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();
}

/** Files only used by the pseudo-language. Only tests load them, and compressing them takes a second per build. */
function onlyForTests({ [PSEUDO_LOCALE]: pseudo, ...shipped }: Record<string, Scripts>): Set<string> {
  const filesOf = ({ client, islands, scripts }: Scripts) =>
    [client, ...Object.values(islands), ...Object.values(scripts)].flatMap(({ src, imports, later }) =>
      [src, ...imports, ...later].map((address) => basename(address)),
    );
  const names = new Set(Object.values(shipped).flatMap(filesOf));
  return new Set((pseudo ? filesOf(pseudo) : []).filter((name) => !names.has(name)));
}

const brotli = promisify(brotliCompress);
const gzip = promisify(zlibGzip);

/** Precompresses files in the thread pool; unchanged ones are copied from the last build. */
async function precompress(dir: string, except: ReadonlySet<string>): Promise<void> {
  const names = readdirSync(dir).filter((name) => /\.(js|mjs|css|wasm)$/.test(name) && !except.has(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(dir, name);
      const content = readFileSync(path);
      if (copiedFromLast(name, content, path)) return;
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

function copiedFromLast(name: string, content: Buffer, path: string): boolean {
  const last = join(assetsDir, name);
  try {
    if (!readFileSync(last).equals(content)) return false;
    for (const ending of ['.br', '.gz']) copyFileSync(last + ending, path + ending);
    return true;
  } catch {
    // There is no earlier build, or another start is just replacing it.
    return false;
  }
}

if (import.meta.main) {
  const started = performance.now();
  const built = await buildIslands();
  const took = Math.round(performance.now() - started);
  console.log(built ? `Built .build/assets in ${took} ms.` : `Nothing changed (${took} ms).`);
}
