/**
 * `bun run dev`: serves, and restarts after each file change. Bun's own `--watch` only watches files that the server
 * has already imported, so it misses styles, browser-only code and islands that no page has rendered yet.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { onStopSignals } from '../modules/kit/children/stop-signals.ts';

const root = join(import.meta.dirname, '..');
const WATCHED = ['db', 'islands', 'modules', 'public', 'src'];
/** Debounce: editors write a file in steps, and a checkout changes many files. */
const SETTLED_MS = 150;

let server: ChildProcess | null = null;
let changed = false;
let leaving = false;
let settled: ReturnType<typeof setTimeout> | undefined;

function start(): void {
  changed = false;
  server = spawn(process.execPath, [join(root, 'src/start.ts')], { stdio: 'inherit' });
  server.once('exit', (code) => {
    server = null;
    if (leaving) process.exit(code ?? 0);
    // A failed start has printed its reason; the next change retries.
    if (changed) start();
  });
}

function startAgain(): void {
  changed = true;
  if (server) server.kill('SIGINT');
  else start();
}

for (const folder of WATCHED) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(settled);
    settled = setTimeout(startAgain, SETTLED_MS);
  });
}
onStopSignals((signal) => {
  leaving = true;
  clearTimeout(settled);
  if (server) server.kill(signal);
  else process.exit(0);
});
start();
