import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { directionOf } from '../../modules/kit/texts/direction.ts';
import type { Compiled } from '../../modules/kit/texts/format.ts';
import { BASE_LOCALE } from '../../modules/kit/texts/locale.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.build/texts');
const texts = join(root, 'modules/kit/texts');

/** Languages of the compiled catalogs. */
export const compiledLocales = (inside = root): string[] =>
  readdirSync(join(inside, '.build/texts'))
    .flatMap((name) => name.match(/^([\w-]+)\.json$/)?.[1] ?? [])
    .sort();

/**
 * Gives a bundle the texts of one language: each file that imports `m` gets a module with only the messages it names,
 * which becomes part of that file's chunk. A single module would be a chunk that every page loads.
 */
export function textsOf(locale: string): Bun.BunPlugin {
  const messages = new Map<string, Compiled>(
    [compiledTexts(BASE_LOCALE), compiledTexts(locale)].flatMap((catalog) => Object.entries(catalog)),
  );
  return {
    name: `texts in ${locale}`,
    setup(build) {
      build.onLoad({ filter: /\/texts\/locale\.ts$/ }, () => ({
        contents: `export const currentLocale = () => ${JSON.stringify(locale)};
export const currentDirection = () => ${JSON.stringify(directionOf(locale))};
export const formatLocale = () => document.documentElement.lang;`,
        loader: 'js',
      }));
      // Only servers and workers write texts for later readers.
      build.onLoad({ filter: /\/texts\/formatters\.ts$/ }, async ({ path, loader }) => ({
        contents: (await Bun.file(path).text()).replaceAll(/^.*\bisCoded\b.*$/gm, ''),
        loader,
      }));
      build.onResolve({ filter: /\/texts\/m\.ts$/ }, ({ importer }) => ({
        path: `in ${importer}`,
        namespace: 'texts',
      }));
      build.onResolve({ filter: /^functions of / }, ({ path }) => ({ path, namespace: 'texts' }));
      build.onLoad({ filter: /.*/, namespace: 'texts' }, ({ path }) => {
        const importer = path.match(/^functions of (.*)$/)?.[1];
        const contents =
          importer === undefined
            ? // Tree shaking only works on namespaces; an object would keep every member.
              `export * as m from ${JSON.stringify(path.replace(/^in /, 'functions of '))};`
            : functionsFor(importer, messages);
        return { contents, loader: 'js' };
      });
      build.onLoad({ filter: /\/(islands|modules)\/.*\.tsx?$/ }, async ({ path, loader }) => ({
        contents: withPlainTexts(await Bun.file(path).text(), messages),
        loader,
      }));
    },
  };
}

/** Fails the build if a worker imports texts. Workers have no language, so they send codes that the page turns into text. */
export const noTexts: Bun.BunPlugin = {
  name: 'no texts',
  setup(build) {
    // Also from a file next to them, such as `formats.ts`.
    build.onResolve({ filter: /\/(m|locale)\.ts$/ }, ({ path, importer }) => {
      if (!resolve(dirname(importer), path).startsWith(`${texts}/`)) return undefined;
      throw new Error(`${importer} is part of a thread, which has no texts: send a code to the page.`);
    });
  },
};

/**
 * Source with texts without slots in the place of their calls: half a kilobyte less on a page than functions, which the bundler
 * doesn't inline.
 */
const withPlainTexts = (source: string, messages: ReadonlyMap<string, Compiled>): string =>
  source.replaceAll(/\bm\.(\w+)\(\)/g, (call, key: string) => {
    const message = messages.get(key);
    return typeof message === 'string' ? JSON.stringify(message) : call;
  });

function functionsFor(importer: string, messages: ReadonlyMap<string, Compiled>): string {
  const keys = new Set(
    [...readFileSync(importer, 'utf8').matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key),
  );
  const functions = [...keys].sort().flatMap((key) => {
    const message = messages.get(key);
    return message === undefined ? [] : `export const ${key} = ${functionOf(message)};`;
  });
  // Only imports that are called: a bundle keeps an import of React whether it is used or not.
  const imports = [
    ['format', 'format.ts'],
    ['formatRich', 'rich.ts'],
  ].flatMap(([name = '', file = '']) =>
    functions.some((text) => text.includes(` => ${name}(`))
      ? `import { ${name} } from ${JSON.stringify(join(texts, file))};`
      : [],
  );
  return [...imports, ...functions].join('\n');
}

function functionOf(message: Compiled): string {
  if (typeof message === 'string') return `() => ${JSON.stringify(message)}`;
  return 'rich' in message
    ? `(slots) => formatRich(${JSON.stringify(message.rich)}, slots)`
    : `(slots) => format(${JSON.stringify(message)}, slots)`;
}

const compiledTexts = (locale: string): Record<string, Compiled> =>
  JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'));
