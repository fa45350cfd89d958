import { PROMPT_MAX } from '../../protocol/limits.ts';
import { AT_MAX, SHOTS_MAX } from './limits.ts';
import type { Score, Shot } from './score.ts';

/** Hours, minutes, seconds and milliseconds; some programs write a full stop for the comma, or leave out the hours. */
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})`;
const TIMES = new RegExp(String.raw`^\s{0,8}${TIME}\s{1,8}-->\s{1,8}${TIME}`);
/** Formatting tags that players support. */
const TAGS = /<\/?[a-z][^<>]{0,40}>|\{\\[^{}]{0,40}\}/gi;
const USUAL_LAST_SECONDS = 10;

/**
 * Reads subtitles as a score: a shot at the start of each. Subtitles out of order are sorted, and empty ones left out.
 * @returns null if there are none
 */
export function readSrt(text: string): Score | null {
  const shots: (Shot & { at: number })[] = [];
  let current: { at: number; text: string } | null = null;
  const finish = () => {
    const prompt = current?.text.replace(TAGS, '').replace(/\s+/gu, ' ').trim();
    if (current && prompt) shots.push({ at: current.at, prompt: prompt.slice(0, PROMPT_MAX).trim() });
    current = null;
  };
  for (const line of linesOf(text)) {
    if (line.trim() === '') {
      finish();
      continue;
    }
    const times = line.includes('-->') ? TIMES.exec(line) : null;
    if (times) {
      finish();
      current = { at: secondsOf(times), text: '' };
    } else if (current && current.text.length < PROMPT_MAX) current.text += ` ${line.slice(0, PROMPT_MAX)}`;
    if (shots.length > SHOTS_MAX) break;
  }
  finish();
  if (shots.length === 0) return null;
  return { version: 1, shots: shots.toSorted((a, b) => a.at - b.at) };
}

/** Collapses empty lines: one ends a subtitle. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n');

function secondsOf([, hours = '0', minutes, seconds, ms = '']: RegExpExecArray): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Math.min(AT_MAX, whole + Number(ms.padEnd(3, '0')) / 1000);
}

/**
 * Writes a score as subtitles, each until the next one. They can't hold controls, transitions, loops or muted shots,
 * and shots that wait for the dreamer get the time of the one before.
 */
export function writeSrt({ shots }: Pick<Score, 'shots'>): string {
  let last = 0;
  const timed = shots.flatMap(({ at, prompt, muted }) => {
    if (at !== 'next') last = at;
    return prompt && !muted ? [{ at: last, prompt }] : [];
  });
  return timed
    .map(({ at, prompt }, index) => {
      const end = timed.slice(index + 1).find((later) => later.at > at)?.at ?? at + USUAL_LAST_SECONDS;
      return `${index + 1}\r\n${timeText(at)} --> ${timeText(end)}\r\n${prompt.replaceAll('-->', '→')}\r\n`;
    })
    .join('\r\n');
}

function timeText(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const whole = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${whole},${String(ms % 1000).padStart(3, '0')}`;
}
