import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { compileTexts } from '../../modules/kit/texts/compile/compile-texts.ts';
import { PSEUDO_LOCALE } from '../../modules/kit/texts/compile/pseudo.ts';
import { registry } from '../registry.ts';
import { addressOf, bundleInto, importFirst, reactByName, scriptOf } from './bundle.ts';
import {
  C2PA_READER,
  CAPTURE_WORKLET,
  CHECK_WORKER,
  DRAW_WORKER,
  EMBED_LIVE,
  ENGINE_WORKER,
  FRAME_WORKER,
  islandEntry,
  OF_ALL,
  OF_ISLANDS,
  ONNX_RUNTIME,
  SCRIPTS,
  SOUND_WORKER,
  SOUND_WORKLET,
  scriptEntry,
  VOICE_WORKER,
  WHISPER_THREAD,
} from './entries.ts';
import { inputsUnchanged, rememberInputs } from './inputs.ts';
import type { Manifest, Scripts } from './manifest.ts';
import { precompress } from './precompress.ts';
import { FONTS, minifyCss, readIslandStyles, readStyle, readStyles } from './styles.ts';
import { compiledLocales, noTexts, textsOf } from './texts.ts';

const root = join(import.meta.dirname, '../..');
const buildDir = join(root, '.build');
const assetsDir = join(buildDir, 'assets');

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
  const { frameWorker, define } = await bundleThreads(bundle, copy);
  const scripts = SCRIPTS.map(scriptEntry);
  const islands = ['islands/client.ts', ...Object.keys(registry).map(islandEntry)];
  const first = [importFirst(scripts, OF_ALL), importFirst(islands, [...OF_ALL, ...OF_ISLANDS])];
  const locales: Record<string, Scripts> = {};
  for (const locale of compiledLocales()) {
    const main = await bundle([...islands, ...scripts], define, [...first, reactByName, textsOf(locale)]);
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
  await precompress(output, assetsDir, onlyForTests(locales));

  if (!moveIntoPlace(output)) return false;
  rememberInputs(root, read, began);
  return true;
}

type BundleFiles = (
  entries: string[],
  define: Record<string, string>,
  plugins: Bun.BunPlugin[],
) => Promise<Awaited<ReturnType<typeof bundleInto>>['outputs']>;

/** Builds workers and worklets. `define` has their URLs for the scripts that start them. */
async function bundleThreads(bundle: BundleFiles, copy: (path: string) => string) {
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
  return { frameWorker, define };
}

/** @returns false if another start has made the same build meanwhile, and may be serving it */
function moveIntoPlace(output: string): boolean {
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

/** Files only used by the pseudo-language. Only tests load them, and compressing them takes a second per build. */
function onlyForTests({ [PSEUDO_LOCALE]: pseudo, ...shipped }: Record<string, Scripts>): Set<string> {
  const filesOf = ({ client, islands, scripts }: Scripts) =>
    [client, ...Object.values(islands), ...Object.values(scripts)].flatMap(({ src, imports, later }) =>
      [src, ...imports, ...later].map((address) => basename(address)),
    );
  const names = new Set(Object.values(shipped).flatMap(filesOf));
  return new Set((pseudo ? filesOf(pseudo) : []).filter((name) => !names.has(name)));
}

if (import.meta.main) {
  const started = performance.now();
  const built = await buildIslands();
  const took = Math.round(performance.now() - started);
  console.log(built ? `Built .build/assets in ${took} ms.` : `Nothing changed (${took} ms).`);
}
