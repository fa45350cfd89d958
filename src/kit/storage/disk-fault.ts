import { constants } from 'node:os';
import { errorCodes } from '../causes.ts';

/** Faults of a disk, a mount or the machine, which say nothing of the file that was read or written. */
const NAMES = [
  'EIO',
  'EROFS',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'ETIMEDOUT',
  'EFBIG',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
] as const;
/** FFmpeg gives the system's numbers with a minus. */
const CODES = new Set<unknown>(NAMES.flatMap((name) => [name, -constants.errno[name]]));

/** True if an error, or its cause, is a fault of the disk or the machine that may pass; a full disk is another one. */
export function isDiskFault(error: unknown): boolean {
  return errorCodes(error).some((code) => CODES.has(code));
}
