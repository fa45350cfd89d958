import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const FOLDERS = ['src', 'islands', 'modules', 'db'];

interface Import {
  from: string;
  to: string;
}

/**
 * Import rules, which include type imports and programs that are started by their URL: imports lead down the floors,
 * neither files nor modules import each other in cycles, and other modules see only a module's face and contract/, plus
 * its tables for foreign keys. File names are relative to the repository, with forward slashes.
 * @returns a sentence for each import that breaks a rule, and for each cycle
 */
export function importFaults(root: string): string[] {
  const imports = importsIn(root);
  const broken = imports.flatMap((one) => {
    const fault = judge(one);
    return fault ? [`${one.from} imports ${one.to}: ${fault}`] : [];
  });
  return [
    ...broken,
    ...circlesOf(imports).map((files) => `a circle of imports: ${files.join(' → ')}`),
    ...circlesOf(importsBetween(imports, folderOf)).map(
      (modules) => `a circle of modules: ${modules.join(' → ')}`,
    ),
  ];
}

/** The modules that each module imports, sorted by name; without kit and web, which nearly all import. */
export function moduleGraph(root: string): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of importsBetween(importsIn(root), moduleOf)) {
    const known = graph.get(from) ?? [];
    if (!known.includes(to)) graph.set(from, [...known, to].sort());
  }
  return graph;
}

const importsIn = (root: string): Import[] => sourceFiles(root).flatMap((file) => importsOf(root, file));

/** The module of a file; kit and web are shared ground, known to others by all their files. */
const moduleOf = (file: string): string | undefined => {
  const name = folderOf(file);
  return name === 'kit' || name === 'web' || name === 'module.ts' ? undefined : name;
};

const folderOf = (file: string): string | undefined => file.match(/^modules\/([^/]+)/)?.[1];

const importsBetween = (imports: readonly Import[], nameOf: typeof folderOf): Import[] =>
  imports.flatMap(({ from, to }) => {
    const [own, other] = [nameOf(from), nameOf(to)];
    return own && other && own !== other && !isForTests(from) ? [{ from: own, to: other }] : [];
  });

const isForTests = (file: string) => file.includes('/testing/');

/** Floors from bottom to top; imports must lead to the same floor or a lower one. */
const FLOORS: readonly [name: string, holds: RegExp][] = [
  ['kit', /^modules\/kit\//],
  ['database', /^db\//],
  ['protocol', /^modules\/(protocol|generator)\//],
  ['contracts', /^modules\/[^/]+\/(contract\/|([\w-]+-)?tables\.ts$)/],
  ['islands', /^islands\//],
  ['web', /^modules\/web\//],
  ['modules', /^modules\//],
  ['roof', /^src\//],
];

/** A module's tables, or a part of them. */
const TABLES = /\/([\w-]+-)?tables\.ts$/;

const floorOf = (file: string) => FLOORS.findIndex(([, holds]) => holds.test(file));

/** The fault of an import, or null. */
function judge({ from, to }: Import): string | null {
  if (isForTests(from)) return null;
  if (to.startsWith('tests/')) return 'the product does not know its tests';
  const [own, other] = [floorOf(from), floorOf(to)];
  if (other > own && !isBuild(from)) return `${FLOORS[other]?.[0]} stands above ${FLOORS[own]?.[0]}`;
  return from.startsWith('islands/') ? judgeIsland(from, to) : judgeModule(from, to);
}

/** The build runs at startup, not in the browser. */
const isBuild = (file: string) => file.startsWith('islands/build/');

function judgeIsland(from: string, to: string): string | null {
  const may =
    /^islands\/|^public\/reverie\.js$|^modules\/(protocol\/|kit\/(shared\/|browser\/|texts\/[\w-]+\.ts$)|[^/]+\/contract\/(?!settings\.ts$))/.test(
      to,
    );
  return may || isBuild(from) ? null : 'islands import texts, contracts, the client and other islands only';
}

function judgeModule(from: string, to: string): string | null {
  const [own, other] = [moduleOf(from), moduleOf(to)];
  if (other === undefined || own === other || isShown(to)) return null;
  // For foreign keys; and for the operator's views, which query across all domains without owning any of those tables.
  if (TABLES.test(to)) {
    const may = TABLES.test(from) || from.startsWith('modules/admin/queries/');
    return may ? null : 'tables are for foreign keys only';
  }
  return `a module is known to others by its face, ${other}.ts, and its contract/`;
}

/** Files that other modules may import: a face, a contract, and the protocols whole. */
const isShown = (file: string) =>
  /^modules\/(([^/]+)\/\2\.ts$|[^/]+\/contract\/|(protocol|generator)\/)/.test(file);

/** Groups of files that can all reach each other (Tarjan's algorithm). */
function circlesOf(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit(file: string): number {
    const index = order.size;
    let lowest = index;
    order.set(file, index);
    stack.push(file);
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, order.get(to) ?? index);
    }
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) circles.push(group);
    }
    return lowest;
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return circles;
}

function importsOf(root: string, file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const found = source.matchAll(
    /^\s*(?:import|export)\s[^'";]*?from\s+'(\.[^']+)'|^\s*import\s+'(\.[^']+)'|import\('(\.[^']+)'\)|new URL\('(\.[^']+\.tsx?)', import\.meta\.url\)/gm,
  );
  return [...found].map(([, named, bare, dynamic, program]) => ({
    from: file,
    to: relative(root, join(root, dirname(file), named ?? bare ?? dynamic ?? program ?? '')),
  }));
}

function sourceFiles(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}
