import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputsUnchanged } from './inputs.ts';
import type { BuiltScript, Manifest, Scripts } from './manifest.ts';

const project = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'reverie-build-'));
const FAR = 'kept/elsewhere/far.ts';

const build = () =>
  execFileSync(process.execPath, ['islands/build/build.ts'], { cwd: copy, encoding: 'utf8' });
const built = () =>
  readdirSync(join(copy, '.build/assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(copy, '.build/assets', name), 'utf8'))
    .join('\n');

/** Each compressed file must match its own source, even if an earlier build compressed it. */
function expectPacked(): void {
  const dir = join(copy, '.build/assets');
  const packed = readdirSync(dir).filter((name) => /\.(br|gz)$/.test(name));
  expect(packed.length).toBeGreaterThan(20);
  for (const name of packed) {
    const unpack = name.endsWith('.br') ? brotliDecompressSync : gunzipSync;
    const content = readFileSync(join(dir, name.slice(0, -'.br'.length)));
    expect([name, unpack(readFileSync(join(dir, name))).equals(content)]).toEqual([name, true]);
  }
}

/** Each language is one more bundle, so the copy has two of them and the pseudo-language. */
const isLeftOut = (path: string) => /\/messages\/(?!en|de)[\w-]+\.json$/.test(path);

beforeAll(() => {
  for (const name of ['islands', 'modules', 'public', 'src', 'package.json', 'bun.lock', 'tsconfig.json']) {
    cpSync(join(project, name), join(copy, name), { recursive: true, filter: (path) => !isLeftOut(path) });
  }
  // Reuses the last build's compressed files, because the engine's binary alone takes seconds.
  if (existsSync(join(project, '.build/assets')))
    cpSync(join(project, '.build/assets'), join(copy, '.build/assets'), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, 'kept/elsewhere'), { recursive: true });
  writeFileSync(join(copy, FAR), "document.title = 'first far text';\n");
  appendFileSync(join(copy, 'islands/help-chat/help-chat.tsx'), `\nimport '../../${FAR}';\n`);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('rebuilds after a change in any file that it read, wherever it is, and only then', () => {
  expect(build()).toContain('Built');
  expect(built()).toContain('first far text');
  expect(build()).toContain('Nothing changed');

  const [, ...read] = readFileSync(join(copy, '.build/inputs'), 'utf8').split('\n');
  const own = read.filter((name) => !name.startsWith('..') && !name.startsWith('node_modules/'));
  expect(own).toEqual(
    expect.arrayContaining([
      FAR,
      'islands/client.ts',
      'islands/page/page.ts',
      'modules/stream/contract/limits.ts',
    ]),
  );
  const styles = ['islands/admin/admin.css', 'modules/web/styles/tokens.css', '.build/texts/en.json'];
  for (const name of [
    // Each check hashes all inputs, so a sample is enough.
    ...own.filter((_, at) => at % 20 === 0),
    ...styles,
    'islands/build/build.ts',
    'islands/build/bundle.ts',
    'bun.lock',
    'tsconfig.json',
  ]) {
    const path = join(copy, name);
    const before = readFileSync(path);
    appendFileSync(path, '\n');
    expect([name, inputsUnchanged(copy)]).toEqual([name, false]);
    writeFileSync(path, before);
  }
  expect(inputsUnchanged(copy)).toBe(true);

  renameSync(join(copy, FAR), join(copy, `${FAR}.away`));
  expect(inputsUnchanged(copy)).toBe(false);
  renameSync(join(copy, `${FAR}.away`), join(copy, FAR));
  writeFileSync(join(copy, 'islands/help-chat/new.css'), '.new { color: red }');
  expect(inputsUnchanged(copy)).toBe(false);
  rmSync(join(copy, 'islands/help-chat/new.css'));
  // Changing a file that no browser loads triggers no build.
  appendFileSync(join(copy, 'modules/auth/store.ts'), '\n');
  expect(build()).toContain('Nothing changed');

  writeFileSync(join(copy, FAR), "document.title = 'second far text';\n");
  expect(build()).toContain('Built');
  expect(built()).toContain('second far text');
  expectPacked();
  expect(existsSync(join(copy, '.build/assets/manifest.json'))).toBe(true);
});

test('shared code is in few files, and pages stay within their script budget', () => {
  const dir = join(copy, '.build/assets');
  const { locales } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest;
  const { client, islands, scripts } = locales.en as Scripts;
  for (const [name, { imports }] of Object.entries(islands))
    expect(imports.length, name).toBeLessThanOrEqual(5);
  const weightOf = (...parts: (BuiltScript | undefined)[]) => {
    const files = new Set(parts.flatMap((part) => (part ? [part.src, ...part.imports] : [])));
    return [...files].reduce((sum, address) => sum + statSync(join(dir, `${basename(address)}.br`)).size, 0);
  };
  expect(weightOf(scripts.page)).toBeLessThanOrEqual(4_170);
  // Include 60 KB of React. Parts that show later are loaded when they are needed, or once the page is idle.
  expect(weightOf(scripts.page, client, islands.dreamboard)).toBeLessThanOrEqual(88_150);
  expect(weightOf(scripts.page, client, islands.stream)).toBeLessThanOrEqual(87_950);

  // A text is in the files that show it, in their language; the pseudo-language is only for tests.
  const holding = (text: string) =>
    readdirSync(dir).filter(
      (name) => name.endsWith('.js') && readFileSync(join(dir, name), 'utf8').includes(text),
    );
  expect(holding('Ask anything about')).toEqual([basename(islands['help-chat']?.src ?? '')]);
  const [pseudo = ''] = holding('⟦Åsk åñýthîñg');
  expect(pseudo).toBe(basename(locales['en-XA']?.islands['help-chat']?.src ?? 'missing'));
  expect(existsSync(join(dir, `${pseudo}.br`))).toBe(false);
});

test('concurrent starts all succeed, with one complete build', async () => {
  const start = () => promisify(execFile)(process.execPath, ['islands/build/build.ts'], { cwd: copy });
  rmSync(join(copy, '.build/inputs'), { force: true });
  await Promise.all([start(), start(), start()]);
  expect(build()).toContain('Nothing changed');
  expect(readdirSync(join(copy, '.build')).sort()).toEqual(['assets', 'inputs', 'texts']);
}, 120_000);
