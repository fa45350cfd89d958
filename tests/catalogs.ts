/**
 * Checks message catalogs: sorted keys, no unused texts, translations that match the English, typography. `bun
 * tests/catalogs.ts` sorts them, drops translations of texts that are gone, and lists what a language lacks.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '../modules/kit/texts/compile/compile-message.ts';
import { slotTypes } from '../modules/kit/texts/compile/message-types.ts';
import { type Catalog, readCatalogs } from '../modules/kit/texts/compile/read-catalogs.ts';
import { BASE_LOCALE } from '../modules/kit/texts/locale.ts';
import { typographyFaults } from './typography.ts';

const root = join(import.meta.dirname, '..');

/** @returns one sentence per fault */
export function catalogFaults(root: string): string[] {
  const catalogs = readCatalogs(root);
  const sources = sourcesIn(root);
  const shown = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
  );
  return [
    ...catalogs
      .filter(({ content }) => content !== sortedContent(content))
      .map(({ file }) => `${file} is not sorted: bun tests/catalogs.ts`),
    ...catalogs
      .filter(({ locale }) => locale === BASE_LOCALE)
      .flatMap(({ file, prefix, content }) =>
        Object.keys(JSON.parse(content))
          .filter((name) => !shown.has(`${prefix}_${name}`))
          .map((name) => `${file}: nothing shows “${name}” (m.${prefix}_${name})`),
      ),
    ...catalogs.flatMap((catalog) => translationFaults(catalog, catalogs)),
    ...catalogs.flatMap(({ file, locale, content }) =>
      Object.entries<string>(JSON.parse(content)).flatMap(([name, text]) =>
        typographyFaults(locale, text).map((cure) => `${file}: “${name}”: ${cure}`),
      ),
    ),
    // Browser bundles only contain the messages that a file names.
    ...sources
      .filter(({ text }) => importsTexts(text) && /\bm\[|\.\.\.m\b|[=(,] *m *[,;)]/.test(text))
      .map(({ file }) => `${file} takes a text without its name: write m.key`),
  ];
}

const importsTexts = (text: string) => /^import \{ m \} from '.*\/texts\/m\.ts';$/m.test(text);

/** A translation may not have keys or slots that the English lacks; missing texts fall back to English. */
function translationFaults(
  { file, locale, prefix, content }: Catalog,
  catalogs: readonly Catalog[],
): string[] {
  if (locale === BASE_LOCALE) return [];
  const base = catalogs.find((other) => other.prefix === prefix && other.locale === BASE_LOCALE);
  const english: Record<string, string> = JSON.parse(base?.content ?? '{}');
  return Object.entries<string>(JSON.parse(content)).flatMap(([name, text]) => {
    const source = english[name];
    if (source === undefined) return [`${file}: “${name}” is in no English catalog`];
    const known = slotTypes(compileMessage(source));
    return [...slotTypes(compileMessage(text))]
      .filter(([slot, type]) => known.get(slot) !== type)
      .map(([slot]) => `${file}: “${name}” has another {${slot}} than the English`);
  });
}

/** Product files and their contents. */
const sourcesIn = (root: string) =>
  ['src', 'islands', 'modules', 'db'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  );

function sortedContent(content: string): string {
  const sorted = Object.entries(JSON.parse(content)).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** Texts that a language lacks and shows in English, one line per language. */
export function missingTexts(root: string): string[] {
  const catalogs = readCatalogs(root);
  const keysOf = ({ prefix, content }: Catalog) =>
    Object.keys(JSON.parse(content)).map((name) => `${prefix}_${name}`);
  const byLocale = Map.groupBy(catalogs, ({ locale }) => locale);
  const all = byLocale.get(BASE_LOCALE)?.flatMap(keysOf) ?? [];
  return [...byLocale].flatMap(([locale, own]) => {
    const known = new Set(own.flatMap(keysOf));
    const missing = all.filter((key) => !known.has(key));
    return missing.length === 0
      ? []
      : [`${locale} lacks ${missing.length} of ${all.length} texts: ${missing.slice(0, LISTED).join(', ')}`];
  });
}

const LISTED = 20;

/** Translations of texts that exist. */
function withoutGone({ prefix, content }: Catalog, catalogs: readonly Catalog[]): string {
  const base = catalogs.find((other) => other.prefix === prefix && other.locale === BASE_LOCALE);
  const english = JSON.parse(base?.content ?? '{}');
  return JSON.stringify(
    Object.fromEntries(Object.entries(JSON.parse(content)).filter(([name]) => name in english)),
  );
}

if (import.meta.main) {
  const catalogs = readCatalogs(root);
  for (const catalog of catalogs)
    writeFileSync(join(root, catalog.file), sortedContent(withoutGone(catalog, catalogs)));
  for (const line of missingTexts(root)) console.log(line);
}
