/**
 * Process that compiles one tape: `compile-child.ts <tape folder> <output folder>`. The first line on stdin is the
 * files' marks as JSON. It's a separate process because codecs can crash and take up all processor time.
 */
import { writeFileSync } from 'node:fs';
import { isDiskFault } from '../../kit/storage/disk-fault.ts';
import { isDiskFull } from '../../kit/storage/disk-full.ts';
import { startCodecChild, throttled } from '../codec-process/in-codec-child.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import type { CompileMessage } from './compile-protocol.ts';

const given = startCodecChild();
const { encodeTape } = await import('./encode-tape.ts');
const { BrokenFile } = await import('./check-files.ts');
const [tapeDir, outDir] = process.argv.slice(2);
if (tapeDir === undefined || outDir === undefined)
  throw new Error('the tape folder and output folder are missing');
try {
  say({
    type: 'done',
    outcome: await encodeTape(
      tapeDir,
      outDir,
      throttled((progress) => say({ type: 'progress', progress })),
      (await given) as FileMarks | null,
    ),
  });
} catch (error) {
  if (isDiskFull(error)) say({ type: 'hindered', why: 'the disk has no space for the video' });
  else if (isDiskFault(error)) say({ type: 'hindered', why: `the disk failed: ${(error as Error).message}` });
  else if (error instanceof BrokenFile) say({ type: 'broken', why: error.message });
  else throw error;
}
process.exit();

function say(message: CompileMessage): void {
  writeFileSync(process.stdout.fd, `${JSON.stringify(message)}\n`);
}
