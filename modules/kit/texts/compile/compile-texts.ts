import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { directionOf } from '../direction.ts';
import type { Compiled } from '../format.ts';
import { BASE_LOCALE } from '../locale.ts';
import { type Catalog, readCatalogs } from './read-catalogs.ts';

/** Share of the texts that a language needs to be offered; English fills the rest. */
const COMPLETE = 0.95;

/** Files other than catalogs that affect the result. */
const OWN = ['compile-message.ts', 'compile-texts.ts', 'message-types.ts', 'pseudo.ts', 'read-catalogs.ts'];

/**
 * Compiles the catalogs into `.build/texts`, unless nothing has changed: one file of messages per complete language for
 * servers and bundles, and the types of their calls. Checkouts with test packages also get the pseudo-language.
 * @returns true if anything was compiled
 * @throws Error naming the message that can't be compiled
 */
export async function compileTexts(root = join(import.meta.dirname, '../../../..')): Promise<boolean> {
  const folder = join(root, '.build/texts');
  const stamp = join(folder, 'inputs');
  const catalogs = readCatalogs(root);
  const forTests = existsSync(join(root, 'node_modules/vitest'));
  const hash = hashOf(catalogs, forTests);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  const files = await compileAll(catalogs, forTests);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) replaceFile(join(folder, name), content);
  for (const name of readdirSync(folder))
    if (name.endsWith('.json') && !files.has(name)) rmSync(join(folder, name), { force: true });
  replaceFile(stamp, hash);
  return true;
}

function hashOf(catalogs: readonly Catalog[], forTests: boolean): string {
  const hash = createHash('sha256').update(`${forTests}\n`);
  for (const name of OWN) hash.update(readFileSync(join(import.meta.dirname, name)));
  for (const { file, content } of catalogs) hash.update(`${file}\n${content}\n`);
  return hash.digest('hex');
}

async function compileAll(catalogs: readonly Catalog[], forTests: boolean): Promise<Map<string, string>> {
  const { compileMessage } = await import('./compile-message.ts');
  const { messageTypes, slotTypes } = await import('./message-types.ts');
  const sources = new Map<string, string>();
  const locales = new Map<string, Map<string, Compiled>>([[BASE_LOCALE, new Map()]]);
  for (const { file, locale, prefix, content } of catalogs) {
    const messages = locales.get(locale) ?? new Map<string, Compiled>();
    locales.set(locale, messages);
    for (const [name, source] of Object.entries(read(file, content))) {
      const key = `${prefix}_${name}`;
      if (messages.has(key)) throw new Error(`${file}: another catalog has ${key} as well`);
      try {
        const message = compileMessage(source, directionOf(locale));
        // Throws if a slot is used in two ways.
        slotTypes(message);
        messages.set(key, message);
      } catch (error) {
        throw new Error(`${file}: “${name}” can’t be compiled: ${(error as Error).message}`);
      }
      if (locale === BASE_LOCALE) sources.set(key, source);
    }
  }
  const base = sorted(locales.get(BASE_LOCALE) ?? new Map());
  for (const [locale, { size }] of locales) if (size < base.size * COMPLETE) locales.delete(locale);
  if (forTests) {
    const { PSEUDO_LOCALE, pseudoMessage } = await import('./pseudo.ts');
    locales.set(PSEUDO_LOCALE, new Map([...base].map(([key, message]) => [key, pseudoMessage(message)])));
  }
  return new Map([
    ...[...locales].map(([locale, messages]): [string, string] => [
      `${locale}.json`,
      JSON.stringify(Object.fromEntries(sorted(messages))),
    ]),
    ['messages.ts', messageTypes(base, sources)],
  ]);
}

const KEY = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

function read(file: string, content: string): Record<string, string> {
  const messages = JSON.parse(content) as Record<string, string>;
  for (const [name, source] of Object.entries(messages)) {
    if (!KEY.test(name)) throw new Error(`${file}: the key “${name}” is not in snake_case`);
    if (typeof source !== 'string') throw new Error(`${file}: “${name}” is not a text`);
  }
  return messages;
}

const sorted = <T>(messages: ReadonlyMap<string, T>) =>
  new Map([...messages].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Atomic, because another start may be reading the file. */
function replaceFile(path: string, content: string): void {
  const written = `${path}-${process.pid}-${threadId}`;
  writeFileSync(written, content);
  renameSync(written, path);
}
