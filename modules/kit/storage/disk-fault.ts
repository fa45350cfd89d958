import { constants } from 'node:os';
import { errorCodes } from '../causes.ts';

/** Errors of a disk, a mount or the machine, which say nothing about the file itself. */
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
/** FFmpeg uses negative errno values. */
const CODES = new Set<unknown>(NAMES.flatMap((name) => [name, -constants.errno[name]]));

/** True if an error, or one of its causes, is a disk or machine fault that may pass. A full disk doesn't count. */
export function isDiskFault(error: unknown): boolean {
  return errorCodes(error).some((code) => CODES.has(code));
}
