import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

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
export const FONTS = {
  'font:display': 'modules/web/styles/fonts/fraunces.woff2',
  'font:sans': 'modules/web/styles/fonts/inter.woff2',
};

/** Folders of components with styles of their own that other islands use. */
const SHARED_STYLES: Record<string, string[]> = {
  session: ['player', 'score'],
  shared: ['player'],
  stream: ['player', 'score'],
  watch: ['stream'],
};

export function readStyles(): string {
  return STYLES.map(readStyle).join('\n');
}

export const readStyle = (name: string) =>
  readFileSync(join(root, 'modules/web/styles', `${name}.css`), 'utf8');

export function readIslandStyles(name: string): string {
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

/**
 * Removes comments and white space but keeps the syntax: Bun's style bundler would rewrite light-dark(), oklch() and
 * nesting for browsers too old to run the site.
 */
export function minifyCss(source: string, fonts: Record<string, string>): string {
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
