import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../../src/config.ts';
import { legalFacts } from '../pages/legal-facts.ts';
import { CACHES, COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from './browser-data.ts';
import { IMPERSONAL_TABLES, KEPT_DATA } from './kept-data.ts';
import { IMPERSONAL_SETTINGS, RECIPIENTS } from './recipients.ts';

/** Checks that the privacy page's tables match what the program does. */
const root = join(import.meta.dirname, '../../..');
const sources = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .filter((name) => !/\.test\.tsx?$|\/testing\//.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
const programs = sources('{src,modules}/**/*.{ts,tsx}');
const pages = sources(
  'islands/**/*.{ts,tsx}',
  'modules/*/{web,shared,contract}/**/*.ts',
  'modules/web/theme.ts',
);
const found = (files: typeof programs, pattern: RegExp) =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** `admin-${view}` in the table's notation. */
const asNamed = (name: string) => name.replace(/\$\{[^}]*\}.*$/, '…');

/** Storage names passed to calls, as a literal or a constant of any file. */
function namesGiven(call: RegExp): string[] {
  const constants = (text: string) =>
    new Map(
      [...text.matchAll(/const (\w+)(?:: \w+)? = (?:\([^)]*\) => )?['`]([^'`]+)['`]/g)].map(
        ([, key = '', value = '']) => [key, value],
      ),
    );
  const all = constants(pages.map(({ text }) => text).join('\n'));
  return pages.flatMap(({ text, name: file }) =>
    [...text.matchAll(call)].flatMap(([, given = '']) => {
      const [, literal] = given.match(/^['`]([^'`]+)['`]$/) ?? [];
      const [constant = ''] = given.match(/^\w+/) ?? [];
      const name = literal ?? constants(text).get(constant) ?? all.get(constant);
      // Helpers that pass a name through.
      if (name === undefined && /^(key(: string)?|failed)$/.test(given)) return [];
      expect(name, `${file}: ${given}`).toBeDefined();
      return [asNamed(name ?? '')];
    }),
  );
}

test('the kept data covers every table and column, and no others', async () => {
  const tables: Record<string, string> = {};
  for (const file of globSync('modules/*/tables.ts', { cwd: root }))
    for (const table of Object.values(await import(join(root, file))))
      if (is(table, Table))
        tables[getTableName(table)] = Object.values(getTableColumns(table))
          .map(({ name }) => name)
          .join(' ');
  for (const name of IMPERSONAL_TABLES) {
    expect(tables).toHaveProperty(name);
    delete tables[name];
  }
  const named = KEPT_DATA.flatMap((kept) => Object.entries(kept.tables));
  expect(sorted(named.map(([name]) => name))).toHaveLength(named.length);
  expect(Object.fromEntries(named)).toEqual(tables);
});

test('the kept data names every deleting job, and no others', () => {
  const daily = found(programs, /defineDaily\(\s*'([\w-]+)'/g);
  const others = found(programs, /_JOB = '([\w-]+)'/g);
  const named = sorted(KEPT_DATA.flatMap(({ endedBy }) => endedBy));
  for (const name of named) expect([...daily, ...others]).toContain(name);
  // Unfinished uploads don't belong to anyone yet.
  const ending = daily.filter((name) => /^(forget|drop|erase|expire|purge)-/.test(name));
  expect(named).toEqual(expect.arrayContaining(ending));
});

test('the tables list all cookies and browser storage, and nothing else', () => {
  const cookies = [
    ...found(programs, /function sessionName[\s\S]*?'([\w-]+)' :/g).map((name) => `${name}…`),
    ...found(programs, /createFlowCookies\('([\w-]+)'/g).map((kind) => `${kind}-…`),
    ...found(programs, /(?:FRESH_COOKIE|FONTS_COOKIE|WORDS_COOKIE|LANGUAGE_COOKIE|SIGNED_OUT) = '([\w-]+)'/g),
    ...found(pages, /document\.cookie ?= ?['`]([\w-]+)=/g),
    ...found(programs, /SORT_KEY = '([\w-]+)'/g),
  ];
  expect(sorted(cookies)).toEqual(sorted(COOKIES.map(({ name }) => name)));
  // Asserts that cookies are written nowhere else.
  const writers = (files: typeof programs, pattern: RegExp) =>
    sorted(files.filter(({ text }) => pattern.test(text)).map(({ name }) => name));
  expect(writers(programs, /[^.\w](?:setCookie|writeOwnCookie)\(|Set-Cookie/i)).toEqual([
    'modules/auth/session/begin-session.ts',
    'modules/auth/session/cookie.ts',
    'modules/web/choose-locale.ts',
    'modules/web/cookies.ts',
    'modules/web/kept-words.ts',
  ]);
  expect(writers(pages, /document\.cookie ?=[^=]/)).toEqual([
    'islands/dreamboard/use-sort.ts',
    'islands/page/fonts.ts',
    'islands/page/page.ts',
    'islands/page/theme.ts',
    'modules/web/theme.ts',
  ]);

  const local = namesGiven(/(?:writeStored|localStorage\.setItem)\(([^,)]+(?:\([^)]*\))?)/g);
  const FAILED = found(pages, /FAILED_KEYS = \[([^\]]+)\]/g).flatMap((names) => names.match(/[\w-]+/g) ?? []);
  expect(sorted([...local, ...FAILED])).toEqual(sorted(LOCAL_STORAGE.map(({ name }) => name)));
  const session = namesGiven(/sessionStorage\.setItem\(([^,)]+(?:\([^)]*\))?)/g);
  expect(sorted(session)).toEqual(sorted(SESSION_STORAGE.map(({ name }) => name)));
  const caches = namesGiven(/(?:caches\.open|root\.getDirectoryHandle)\(([^,)]+)/g);
  expect(sorted(caches)).toEqual(sorted(CACHES.map(({ name }) => name)));
  expect(writers(pages, /storage\.getDirectory\(/)).toEqual(['islands/dreamboard/selection/archive-file.ts']);
  expect(writers(pages, /indexedDB|serviceWorker\.register/)).toEqual([]);
});

test('every setting that names a server or a key has a recipient', () => {
  const readme = readFileSync(join(root, 'src/README.md'), 'utf8');
  const settings = found(
    [{ name: '', text: readme }],
    /^\| ((?!FORCE)[A-Z0-9_]+(?:_URL|_BASE|_KEY|_KEY_ID|_TOKEN|_ISSUER|_SECRET)) \|/gm,
  );
  const named = [...RECIPIENTS.flatMap((one) => one.settings), ...IMPERSONAL_SETTINGS];
  for (const name of settings) expect(named).toContain(name);
});

test('recipients are listed if they are turned on', () => {
  const named = (env: Record<string, string>) =>
    legalFacts(readConfig({ PUBLIC_URL: 'https://x.example', ...env }) as Config, {
      securityLogDays: 90,
      exportDays: 7,
    })
      .recipients.map(({ who }) => who())
      .join();
  const bare = named({});
  expect(bare).not.toMatch(/Stripe|RunPod|Anthropic|speech model|E-mail|sign-in provider|Backup|engine/);
  expect(named({ SMTP_URL: 'smtp://mail.example' })).toContain('E-mail');
  expect(named({ ANTHROPIC_API_KEY: 'k'.repeat(20) })).toContain('Anthropic');
  expect(named({ ASR_BASE_URL: 'https://asr.example/v1' })).toContain('A speech model');
  expect(named({ WORKERS: 'fleet' })).toContain('machines that generate video');
  expect(named({ GENERATOR: 'fal', ENGINE_KEY: 'k'.repeat(20) })).toContain('The video engine');
});
