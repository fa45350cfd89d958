/** `at` is the second of the video at which the line took effect; null if it never did. */
export interface CaptionLine {
  text: string;
  at: number | null;
  /** a prompt, the assistant's reply, or words for the sound, which are empty for silence */
  kind: 'prompt' | 'reply' | 'sound';
}

const KINDS = ['prompt', 'reply', 'sound'] as const;

const SHORTEST = 1;
const LONGEST = 6;

/** Writes WebVTT. A caption stays until the next one of its kind, but for 6 s at most. */
export function writeCaptions(lines: readonly CaptionLine[], duration: number): string {
  const cues = KINDS.flatMap((kind) =>
    cuesOf(
      lines.filter((line) => line.kind === kind),
      duration,
    ).map((cue) => ({ ...cue, text: kind === 'reply' ? `<i>${cueText(cue.text)}</i>` : cueText(cue.text) })),
  ).filter(({ text }) => text !== '');
  const blocks = cues
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, text }) => `${clockText(from)} --> ${clockText(to)}\n${text}`);
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}

/** Captions of one kind, in seconds. */
export function cuesOf(lines: readonly Pick<CaptionLine, 'text' | 'at'>[], duration: number) {
  const shown = lines.flatMap(({ at, text }) =>
    at === null || at < 0 || at >= duration ? [] : [{ text, at }],
  );
  return shown
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }, index, all) => {
      const next = all[index + 1]?.at ?? duration;
      const to = Math.min(duration, Math.max(Math.min(next, at + LONGEST), at + SHORTEST));
      return { from: at, to, text };
    });
}

/** Escapes WebVTT's special characters and removes blank lines, which would end the cue. */
const cueText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ').trim();

function clockText(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, length: number) => String(value).padStart(length, '0');
  const whole = Math.floor(ms / 1000);
  return `${part(Math.floor(whole / 3600), 2)}:${part(Math.floor(whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(ms % 1000, 3)}`;
}
