/**
 * Process that makes one export: `export-child.ts <folder of fonts>`. The first line on stdin is the order as JSON. It's
 * a separate process because codecs can crash and take up all processor time and memory.
 */
import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDiskFault } from '../../../kit/storage/disk-fault.ts';
import { isDiskFull } from '../../../kit/storage/disk-full.ts';
import { startCodecChild, throttled } from '../../codec-process/in-codec-child.ts';
import type { MadeFile } from '../../compile/compile-protocol.ts';
import { EXPORT_KINDS } from '../../contract/export-kinds.ts';
import type { ExportMessage, ExportOrder } from './export-order.ts';

const given = startCodecChild();
const { BrokenFilm, openFilm } = await import('./read-film.ts');
const { makeFile } = await import('./make-file.ts');
const { drawable, openFonts } = await import('./fonts.ts');
const { openMark } = await import('../../marks/open-mark.ts');
const { manifestOf } = await import('../../marks/credentials/manifest.ts');
const { startSigning } = await import('../../marks/credentials/sign-files.ts');
const { describeFiles } = await import('../../compile/describe-files.ts');
const { checkImage } = await import('../../compile/check-files.ts');
const { syncPath } = await import('../../tape/tape-file.ts');
const order = (await given) as ExportOrder;
try {
  await make();
} catch (error) {
  const why = (error as Error).message;
  if (isDiskFull(error) || isDiskFault(error)) say({ type: 'fault', fault: 'disk', why });
  else if (error instanceof BrokenFilm) say({ type: 'fault', fault: 'damaged', why });
  else throw error;
}
process.exit();

async function make(): Promise<void> {
  const cues = order.cues.length > 0 ? readCues() : [];
  if (cues === null) return;
  const signing = order.marks.signing ? startSigning(order.marks.signing) : null;
  const { mark, fault } = await openMark(order.marks);
  const film = await openFilm(order.film);
  await makeFile({
    order: { ...order, cues },
    film,
    mark,
    onProgress: throttled((progress) => say({ type: 'progress', progress })),
  });
  await film.close();
  const { type } = EXPORT_KINDS[order.format];
  signing?.sign({ path: order.path, format: type, definition: manifestOf(order.marks.marks, 'export') });
  const signed = await signing?.finish();
  const [file] = await describeFiles(dirname(order.path), { export: basename(order.path) });
  await syncPath(order.path);
  if (type !== 'video/mp4') await checkImage(order.path);
  say({ type: 'done', file: file as MadeFile, unsigned: signed?.unsigned ?? null, otherMark: fault });
}

/** Captions that can be drawn; null if characters are missing. */
function readCues() {
  openFonts(process.argv[2] ?? '');
  const cues = order.cues.map((cue) => ({ ...cue, ...drawable(cue.text) }));
  const missing = [...new Set(cues.flatMap((cue) => cue.missing))].slice(0, 8);
  if (missing.length === 0) return cues.filter(({ text }) => text.trim() !== '');
  say({ type: 'fault', fault: 'font', why: missing.map(named).join(', ') });
  return null;
}

/** Adds the character's code, because the reader may have no font for it either. */
const named = (character: string): string =>
  `${character} (U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`;

function say(message: ExportMessage): void {
  writeFileSync(process.stdout.fd, `${JSON.stringify(message)}\n`);
}
