import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledLocales } from './texts.ts';

/** Files outside the build's own folder that affect it although it doesn't read them. */
const OWN = ['bun.lock', 'tsconfig.json'];

/** True if all inputs of the last build are unchanged. Missing files and new styles count as changes. */
export function inputsUnchanged(root: string): boolean {
  const [hash, ...read] = existsSync(stampOf(root)) ? readFileSync(stampOf(root), 'utf8').split('\n') : [];
  return hash === hashOf(root, read);
}

/**
 * Stores the names of all inputs and one hash of their contents.
 * @param read names relative to the root
 * @param began when the build started, in ms since the epoch. If a file has changed since then, it is unclear which
 * content was read, so nothing is stored and the next start builds again.
 */
export function rememberInputs(root: string, read: readonly string[], began: number): void {
  const names = [...new Set(read)].sort();
  const changed = [...names, ...knownInputs(root)].some(
    (name) => statSync(join(root, name)).mtimeMs >= began,
  );
  writeFileSync(stampOf(root), changed ? '' : [hashOf(root, names), ...names].join('\n'));
}

const stampOf = (root: string) => join(root, '.build/inputs');

/**
 * Hashes contents, not times, because a fresh checkout or copy has new times. Packages only count by size: the lock
 * file pins their content, and hashing the engine's 27 MB would slow down every start.
 */
function hashOf(root: string, read: readonly string[]): string {
  const hash = createHash('sha256').update(Bun.version);
  for (const name of [...knownInputs(root), ...read]) {
    hash.update(`${name}\n${contentOf(root, name)}\n`);
  }
  return hash.digest('hex');
}

function contentOf(root: string, name: string): string {
  const path = join(root, name);
  if (!existsSync(path)) return 'gone';
  if (name.includes('node_modules/')) return String(statSync(path).size);
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Lists the build's code, the style folders and the languages each time, so that new files count. */
function knownInputs(root: string): string[] {
  const code = readdirSync(join(root, 'islands/build'))
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => `islands/build/${name}`);
  const styles = ['islands', 'modules/web/styles'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `${folder}/${name}`),
  );
  const texts = compiledLocales(root).map((locale) => `.build/texts/${locale}.json`);
  return [...OWN, ...code.sort(), ...styles.sort(), ...texts];
}
