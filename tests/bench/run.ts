/**
 * `bun run bench [name…]`: runs the benchmarks one after the other; each prints a line a figure. `diffusion` and `draw-tab`
 * run by name only: they write gigabytes of weights first.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ALL = [
  'pages',
  'dreamboard',
  'next',
  'generator',
  'compile',
  'video',
  'safety',
  'prompt-words',
  'relay',
  'first-frame',
  'stream-page',
  'scatter',
  'admin-calls',
  'board-calls',
];

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ALL) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) console.log(`${name}: ended with exit code ${status}`);
}
