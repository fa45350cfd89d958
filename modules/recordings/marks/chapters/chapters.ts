/** Maximum title length in characters; players show one line. */
const TITLE_CHARACTERS = 60;
/** Nero's list stores the count in one byte. */
const MAX_CHAPTERS = 255;

/** The part of a video that shows one prompt. */
export interface Chapter {
  title: string;
  /** ms from the start of the video */
  from: number;
  /** start of the next chapter, or the end of the video */
  to: number;
}

/**
 * Returns a chapter for each prompt that was shown. The first one starts at 0, since nothing precedes it.
 * @param prompts in the order in which they took effect
 */
export function chaptersOf(
  prompts: readonly { text: string; seconds: number }[],
  durationMs: number,
): Chapter[] {
  const starts: { title: string; from: number }[] = [];
  for (const { text, seconds } of prompts) {
    const from = starts.length === 0 ? 0 : Math.round(seconds * 1000);
    if (from >= durationMs) break;
    // The earlier prompt was replaced immediately and never seen.
    if (from <= (starts.at(-1)?.from ?? -1)) starts.pop();
    else if (starts.length === MAX_CHAPTERS) break;
    starts.push({ title: titleOf(text), from: starts.length === 0 ? 0 : from });
  }
  return starts.map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? durationMs }));
}

function titleOf(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= TITLE_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, TITLE_CHARACTERS).join('').trimEnd()}…`;
}
