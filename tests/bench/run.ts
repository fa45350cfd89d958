/**
 * `bun run bench [name…]`: runs the benchmarks one after another; each prints one line per figure. `diffusion` and
 * `draw-tab` only run by name, because they generate gigabytes of weights first.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ALL = [
  'pages',
  'dreamboard',
  'next',
  'generator',
  'sound',
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
