/** An error and what caused it, outermost first: drizzle and others wrap what a database or the system says. */
export function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/** The codes in that chain: SQLSTATE, SQLite's names, the system's; FFmpeg's are numbers. */
export function errorCodes(error: unknown): unknown[] {
  return causes(error).flatMap((at) => ('code' in at && at.code !== undefined ? [at.code] : []));
}
