/** An error and its causes, outermost first; drizzle, for one, wraps the errors of the database. */
export function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/** All codes in the chain: SQLSTATEs, SQLite's and the system's names; FFmpeg's are numbers. */
export function errorCodes(error: unknown): unknown[] {
  return causes(error).flatMap((at) => ('code' in at && at.code !== undefined ? [at.code] : []));
}
