/** Compiles a tape and prints its progress until it is killed: `compile-tape.ts <tape> <out>`. */
import { writeFileSync } from 'node:fs';
import { compileTape } from '../compile/compile.ts';

const [tapeDir = '', outDir = ''] = process.argv.slice(2);
await compileTape({
  tapeDir,
  outDir,
  onProgress: (progress) => writeFileSync(process.stdout.fd, `${progress}\n`),
});
