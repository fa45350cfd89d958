import { fileURLToPath } from 'node:url';
import { runChild } from '../../kit/children/run-child.ts';
import type { MadeFile } from '../compile/compile-protocol.ts';
import type { ExportFault } from '../contract/export-kinds.ts';
import { EXPORT_MB } from '../contract/limits.ts';
import { type ExportMessage, type ExportOrder, readExportMessage } from './child/export-order.ts';

/** Time limit: a constant plus this many times the part's length. */
const LIMIT_BASE_MS = 180_000;
const LIMIT_PER_LENGTH = 20;

/** An export that a retry wouldn't make either. */
export class FailedExport extends Error {
  readonly fault: ExportFault;
  /** characters that no font has */
  readonly detail: string | null;

  constructor(fault: ExportFault, why: string, detail: string | null = null) {
    super(why);
    this.fault = fault;
    this.detail = detail;
  }
}

export interface MadeExport {
  file: MadeFile;
  /** why it has no content credentials although it should, in words */
  unsigned: string | null;
  /** why frames have our watermark instead of TrustMark's, in words */
  otherMark: string | null;
}

/**
 * Makes an export in a low-priority process of its own. @throws FailedExport if a retry is pointless; another error if
 * the process was killed or has crashed
 */
export async function runExport(
  order: ExportOrder,
  { fonts, signal, onProgress }: { fonts: string; signal: AbortSignal; onProgress(progress: number): void },
): Promise<MadeExport> {
  const limitMs = LIMIT_BASE_MS + order.lengthMs * LIMIT_PER_LENGTH;
  let made: MadeExport | null = null;
  let failed: Extract<ExportMessage, { type: 'fault' }> | null = null;
  const end = await runChild({
    program: fileURLToPath(new URL('./child/export-child.ts', import.meta.url)),
    args: [fonts],
    input: order,
    limitMs,
    maxMemoryBytes: EXPORT_MB * 1024 * 1024,
    signal,
    onLine(line) {
      const message = readExportMessage(line);
      if (message?.type === 'progress') onProgress(message.progress);
      if (message?.type === 'done') made = message;
      if (message?.type === 'fault') failed = message;
    },
  });
  // Assigned in the callback, which TypeScript doesn't follow.
  const fault = failed as Extract<ExportMessage, { type: 'fault' }> | null;
  if (fault) throw new FailedExport(fault.fault, fault.why, fault.fault === 'font' ? fault.why : null);
  if (end.exceeded === 'time') throw new FailedExport('time', `it took longer than ${limitMs / 1000} s`);
  if (end.exceeded === 'memory') throw new FailedExport('memory', `it needed more than ${EXPORT_MB} MB`);
  if (made === null || end.code !== 0)
    throw new Error(`the export process ended (${end.signal ?? end.code}): ${end.complaints}`);
  return made;
}
