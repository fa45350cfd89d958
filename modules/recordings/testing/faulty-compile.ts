/**
 * Compiles a tape on a faulty disk: runs `compile-child.ts` with the environment in `faults.json`, next to the output
 * folder.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tapeDir = '', outDir = ''] = process.argv.slice(2);
const faults = JSON.parse(readFileSync(join(outDir, '..', 'faults.json'), 'utf8'));
const program = fileURLToPath(new URL('../compile/compile-child.ts', import.meta.url));
const child = spawn(process.execPath, [program, tapeDir, outDir], {
  stdio: 'inherit',
  env: { ...process.env, ...faults },
});
child.once('close', (code) => process.exit(code ?? 1));
