/** Characters of a prompt that a chapter is called by; players show one line. */
const TITLE_CHARACTERS = 60;
/** Nero's list counts them in a byte. */
const MAX_CHAPTERS = 255;

/** A part of the video that one prompt drew. */
export interface Chapter {
  title: string;
  /** ms from the start of the video */
  from: number;
  /** the next one's start, or the end of the video */
  to: number;
}

/**
 * One chapter for each prompt that was seen, from where it took effect. The first begins with the video: nothing is
 * drawn before it.
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
    // One that was overtaken within the same moment was never seen.
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
