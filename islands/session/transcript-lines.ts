import type { ControlMark, PromptMark } from '../../modules/dreams/schemas.ts';
import { parseUtc } from '../../src/kit/shared/dates.ts';

/** One message of GET /api/conversation. */
export interface Message {
  id: string;
  text: string;
  /** UTC without a zone suffix, or ms since the epoch */
  timestamp: string | number;
  isUser: boolean;
}

export interface TranscriptLine {
  id: string;
  text: string;
  isUser: boolean;
  /** what was shown with it */
  picture?: string | null;
  /** second of the video, null when it never reached the picture */
  at: number | null;
  /** why it was not drawn */
  note?: string | undefined;
}

/**
 * Places what was said in the video: what the person said where its prompt reached the picture, the rest when it
 * was said.
 */
export function placeLines(
  messages: readonly Message[],
  marks: readonly PromptMark[],
  startedAt: string | null,
): TranscriptLine[] {
  const unused = [...marks];
  const start = parseUtc(startedAt)?.getTime();
  const markOf = ({ id, text }: Message) => {
    const byId = unused.findIndex((mark) => mark.id === id);
    const index = byId >= 0 ? byId : unused.findIndex((mark) => mark.text === text);
    return index >= 0 ? unused.splice(index, 1)[0] : undefined;
  };
  const lines = messages.map((message): TranscriptLine => {
    const { id, text, isUser, timestamp } = message;
    const mark = isUser ? markOf(message) : undefined;
    if (mark) return { id, text, isUser, at: mark.at, note: mark.note };
    const said = typeof timestamp === 'number' ? timestamp : parseUtc(timestamp)?.getTime();
    const known = said !== undefined && start !== undefined && !Number.isNaN(said - start);
    return { id, text, isUser, at: known ? Math.max(0, (said - start) / 1000) : null };
  });
  // A page that was closed with its dream had no time to send these lines itself.
  const unsaid = unused.filter(({ note }) => note);
  return [...lines, ...unsaid.map(({ id, text, at, note }) => ({ id, text, isUser: true, at, note }))];
}

/** Puts what was turned among what was said, each before what was said from that moment on. */
export function withChanges(
  lines: readonly TranscriptLine[],
  changes: readonly ControlMark[],
): TranscriptLine[] {
  const all = [...lines];
  for (const { position, text, picture, at } of changes) {
    const next = all.findIndex((line) => line.at !== null && line.at >= at);
    all.splice(next < 0 ? all.length : next, 0, {
      id: `control ${position}`,
      text,
      picture,
      isUser: false,
      at,
    });
  }
  return all;
}

/** The line that is on show at a second of the video. */
export function currentLine(lines: readonly TranscriptLine[], time: number): TranscriptLine | null {
  let current: TranscriptLine | null = null;
  for (const line of lines) {
    // A jump lands on a frame that may begin a moment before its line.
    if (line.at !== null && line.at <= time + 0.1 && line.at >= (current?.at ?? 0)) current = line;
  }
  return current;
}
