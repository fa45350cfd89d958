import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const FOLDERS = ['src', 'islands', 'modules', 'db'];

interface Import {
  from: string;
  to: string;
}

/**
 * The rules of the house over every import: a module reaches another module's operations, schemas and types,
 * but never its store; tables only to declare a foreign key, or for the admin's views; islands only schemas,
 * other island code and browser libraries. Names and folders are those of the repository, with forward slashes.
 * @returns one sentence for each import that breaks a rule
 */
export function importFaults(root: string): string[] {
  return sourceFiles(root)
    .flatMap((file) => importsOf(root, file))
    .flatMap(({ from, to }) => {
      const fault = judge(from, to);
      return fault ? [`${from} imports ${to}: ${fault}`] : [];
    });
}

/** What is wrong with one import, or null. */
export function judge(from: string, to: string): string | null {
  const [fromFolder, fromModule] = from.split('/');
  const [toFolder, toModule] = to.split('/');
  if (fromFolder === 'islands') return judgeIsland(from, to);
  if (toFolder === 'tests') return 'the product does not know its tests';
  if (toFolder !== 'modules' || fromFolder !== 'modules' || fromModule === toModule) return null;
  if (/\/store\.ts$/.test(to)) return 'another module’s SQL is its own';
  // An operator's views are questions across all domains: its queries ask them, and own none of those tables.
  if (from.startsWith('modules/admin/queries/')) return null;
  if (/\/tables\.ts$/.test(to) && !/\/tables\.ts$/.test(from)) return 'tables are for foreign keys only';
  return null;
}

function judgeIsland(from: string, to: string): string | null {
  if (to.startsWith('islands/')) return null;
  // The build runs at start, not in the browser.
  if (from === 'islands/build.ts') return null;
  if (/^modules\/[^/]+\/((schemas|limits|frame)|shared\/[\w-]+)\.ts$/.test(to)) return null;
  return 'islands import schemas, shared rules, wire formats and other islands only';
}

/** Imports that exist at run time; a type vanishes before anything could depend on it. */
function importsOf(root: string, file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const found = source.matchAll(
    /^\s*(?:import|export)\s+(?!type\b)[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  );
  return [...found].map(([, fromClause, dynamic]) => ({
    from: file,
    to: relative(root, join(root, dirname(file), fromClause ?? dynamic ?? '')),
  }));
}

function sourceFiles(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}
