/** Invisible characters: spaces, controls, joiners, direction marks, fillers, the blank braille pattern. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Replaces direction marks, line breaks and NUL, none of which belong in a single line. */
export const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** The trimmed name; empty if it would be invisible. */
export function visibleName(name: string | null | undefined): string {
  const trimmed = name?.trim() ?? '';
  return UNSEEN.test(trimmed) ? '' : trimmed;
}

interface DatedSession {
  stream_start_time: string | null;
  initial_request_time: string | null;
}

/** Start of the stream, or of the request if it never started. */
export function dateOf(session: DatedSession): string | null {
  return session.stream_start_time || session.initial_request_time;
}

export const nameOf = (session: { dream_name?: string | null }) => visibleName(session.dream_name);
