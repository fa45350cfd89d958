/** `bun run module-graph`: redraws the module diagram in README from the actual imports. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleGraph } from './import-rules.ts';

const root = join(import.meta.dirname, '..');
const BEGIN = '<!-- modules: bun run module-graph -->\n';
const END = '<!-- /modules -->';

/**
 * The graph in Mermaid, without arrows that other arrows imply: an arrow to a module that is also reachable through
 * another one adds nothing.
 */
export function drawModules(): string {
  const graph = moduleGraph(root);
  const reached = new Map<string, Set<string>>();
  const reach = (module: string): Set<string> => {
    const known = reached.get(module);
    if (known) return known;
    const direct = graph.get(module) ?? [];
    const all = new Set(direct.flatMap((next) => [next, ...reach(next)]));
    reached.set(module, all);
    return all;
  };
  const arrows = [...graph]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([module, direct]) => {
      const shown = direct.filter(
        (next) => !direct.some((other) => other !== next && reach(other).has(next)),
      );
      return `  ${module} --> ${shown.join(' & ')}`;
    });
  return ['```mermaid', 'flowchart TD', ...arrows, '```', ''].join('\n');
}

/** README with an up-to-date diagram. */
export function withModules(readme: string): string {
  const start = readme.indexOf(BEGIN) + BEGIN.length;
  return readme.slice(0, start) + drawModules() + readme.slice(readme.indexOf(END));
}

if (import.meta.main) {
  const path = join(root, 'README.md');
  writeFileSync(path, withModules(readFileSync(path, 'utf8')));
}
