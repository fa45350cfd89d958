import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { BuiltScript } from './manifest.ts';

const root = join(import.meta.dirname, '../..');

type Metafile = NonNullable<Bun.BuildOutput['metafile']>;
type Outputs = Metafile['outputs'];

/**
 * Bundles entries (paths from the root) for browsers, with shared code in separate files.
 * @returns Bun's metafile of inputs and outputs
 */
export async function bundleInto(
  outdir: string,
  entries: string[],
  define: Record<string, string>,
  plugins: Bun.BunPlugin[],
): Promise<Metafile> {
  const built = await Bun.build({
    entrypoints: entries.map((entry) => join(root, entry)),
    root,
    outdir,
    target: 'browser',
    splitting: true,
    minify: true,
    publicPath: '/assets/',
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    // Keeps the engine's small loader and its large binary as separate files.
    conditions: ['onnxruntime-web-use-extern-wasm'],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    plugins,
    metafile: true,
  });
  if (!built.metafile) throw new Error('Bun.build gave no metafile; the asset manifest is made from it.');
  return built.metafile;
}

/** Makes each entry import these modules first, used or not: the bundler then puts them into one shared file. */
export function importFirst(entries: string[], modules: string[]): Bun.BunPlugin {
  const paths = entries.map((entry) => RegExp.escape(join(root, entry)));
  const imports = modules.map((module) => `import ${JSON.stringify(join(root, module))};`).join('');
  return {
    name: 'import first',
    setup(build) {
      build.onLoad({ filter: new RegExp(`^(${paths.join('|')})$`) }, ({ path, loader }) => ({
        contents: imports + readFileSync(path, 'utf8'),
        loader,
      }));
    },
  };
}

/**
 * swr imports React as a whole for two of its names, and a stand-in for what older versions lack. Imported by name, the
 * bundler leaves out what nobody uses.
 */
export const reactByName: Bun.BunPlugin = {
  name: 'React by name',
  setup(build) {
    build.onLoad({ filter: /[\\/]swr[\\/]dist[\\/].*\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const names = new Set(Array.from(source.matchAll(/\bReact\.(\w+)/g), ([, name]) => name));
      const imports = [...names].map((name) => `${name} as React_${name}, `).join('');
      return {
        contents: source
          .replace('import React, {', `import { ${imports}`)
          .replaceAll(/\bReact\.(\w+)/g, 'React_$1'),
        loader: 'js',
      };
    });
    build.onLoad({ filter: /[\\/]use-sync-external-store[\\/]shim[\\/]index\.js$/ }, () => ({
      contents: "export { useSyncExternalStore } from 'react';",
      loader: 'js',
    }));
  },
};

/** An entry's output with its static and its later (dynamic) imports. */
export function scriptOf(outputs: Outputs, entry: string): BuiltScript {
  const found = Object.entries(outputs).find(
    ([, output]) => output.entryPoint && relative(root, join(root, output.entryPoint)) === entry,
  );
  if (!found) throw new Error(`The build made nothing for ${entry}.`);
  const imports = reach(outputs, [found[0]], ['import-statement']);
  const later = reach(outputs, [found[0], ...imports], ['import-statement', 'dynamic-import']).filter(
    (path) => !imports.includes(path),
  );
  return { src: addressOf(found[0]), imports: imports.map(addressOf), later: later.map(addressOf) };
}

/** Everything that these outputs import, directly or indirectly, by these kinds of import. */
function reach(outputs: Outputs, from: string[], kinds: string[]): string[] {
  const reached = new Set<string>();
  const walk = (path: string) => {
    for (const next of outputs[path]?.imports ?? []) {
      if (!kinds.includes(next.kind) || reached.has(next.path)) continue;
      reached.add(next.path);
      walk(next.path);
    }
  };
  for (const path of from) walk(path);
  return [...reached];
}

export const addressOf = (path: string) => `/assets/${basename(path)}`;
