/** Peak memory in MB for compiling a 1280 × 720 recording (220 measured), and for the server. */
export const COMPILE_MB = 256;
export const SERVER_MB = 160;
/** Largest file that a browser checks, in bytes. Reading the signature loads the whole file into memory. */
export const MAX_CHECKED_BYTES = 500 * 1000 * 1000;
/** Maximum memory in MB of the process that makes an export. */
export const EXPORT_MB = 700;
