import type { ChangeMark, PromptMark } from '../../modules/dreams/contract/schemas.ts';
import { parseUtc } from '../../modules/kit/shared/dates.ts';

/** A message returned by GET /api/conversation. */
export interface Message {
  id: string;
  text: string;
  /** UTC without a zone suffix, or ms since the epoch. */
  timestamp: string | number;
  isUser: boolean;
}

export interface TranscriptLine {
  id: string;
  text: string;
  isUser: boolean;
  /** Image shown with the line. */
  picture?: string | null | undefined;
  /** Second of the video; null if the prompt never took effect. */
  at: number | null;
  /** Reason why the prompt had no effect. */
  note?: string | undefined;
}

/** Assigns lines to video times: prompts to the moment they took effect, everything else to when it was said. */
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
    const sentAt = typeof timestamp === 'number' ? timestamp : parseUtc(timestamp)?.getTime();
    const known = sentAt !== undefined && start !== undefined && !Number.isNaN(sentAt - start);
    return { id, text, isUser, at: known ? Math.max(0, (sentAt - start) / 1000) : null };
  });
  // Prompts missing from the conversation: a page that closed with its dream had no time to save them, and guests have
  // no conversation.
  const unsaid = unused.filter(({ note }) => note || messages.length === 0);
  return [...lines, ...unsaid.map(({ id, text, at, note }) => ({ id, text, isUser: true, at, note }))];
}

/** Inserts each control change before the lines of its moment, and each sound after them. */
export function withChanges(
  lines: readonly TranscriptLine[],
  changes: readonly ChangeMark[],
): TranscriptLine[] {
  const all = [...lines];
  for (const { kind, position, text, picture, at } of changes) {
    const next = all.findIndex(
      (line) => line.at !== null && (kind === 'sound' ? line.at > at : line.at >= at),
    );
    all.splice(next < 0 ? all.length : next, 0, {
      id: `${kind} ${position}`,
      text,
      picture,
      isUser: false,
      at,
    });
  }
  return all;
}

/** The line to highlight at this second of the video. */
export function currentLine(lines: readonly TranscriptLine[], time: number): TranscriptLine | null {
  let current: TranscriptLine | null = null;
  for (const line of lines) {
    // Seeking may land on a frame that starts slightly before its line.
    if (line.at !== null && line.at <= time + 0.1 && line.at >= (current?.at ?? 0)) current = line;
  }
  return current;
}
