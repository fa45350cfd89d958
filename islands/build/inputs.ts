import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that decide about a build besides those that it reads. */
const OWN = [
  'islands/build/build.ts',
  'islands/build/bundle.ts',
  'islands/build/inputs.ts',
  'bun.lock',
  'tsconfig.json',
];

/** True if a build now would read what the last one read. A file that is gone, or a style that is new, is a change. */
export function inputsUnchanged(root: string): boolean {
  const [hash, ...read] = existsSync(stampOf(root)) ? readFileSync(stampOf(root), 'utf8').split('\n') : [];
  return hash === hashOf(root, read);
}

/**
 * Keeps the names and one hash of everything that a build has read.
 * @param read names relative to the root
 * @param began when the build did, in ms. Of a file that changed since then nobody knows which content was read, so
 * nothing is kept, and the next start builds again.
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
 * Content, not time: a fresh checkout or a copied folder has new times and the same content. Of packages the lock file says what
 * they hold, and every start would read the 27 MB of the engine's binary for nothing.
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

/** Styles are read as the folders hold them, so a new one counts as well. */
function knownInputs(root: string): string[] {
  const styles = ['islands', 'src/web/styles'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `${folder}/${name}`),
  );
  return [...OWN, ...styles.sort()];
}
