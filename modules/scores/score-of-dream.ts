import { type ControlValue, type ControlValues, pictureDigest, videoSource } from '../protocol/controls.ts';
import type { Past } from './contract/plan.ts';
import type { Score, Shot } from './contract/score.ts';

/** A dream with its stored prompts and control changes. Times are in ms since the epoch. */
interface TimelineDream {
  startedAt: number | null;
  endedAt: number | null;
  durationMs: number | null;
  frames: number | null;
  /** frames per second by bins of ten seconds, keyed by their start */
  fpsData: Readonly<Record<string, number>> | null;
  seed: number;
  /** its generator repeats a dream from the frames of its prompts */
  isExact: boolean;
}
interface Prompt {
  text: string;
  checking: boolean;
  frameId: number | null;
  shownAt: number | null;
  soft: number | null;
}
interface Change {
  name: string;
  value: ControlValue;
  changedAt: number;
  frameId: number | null;
  shownFrame: number | null;
}

/** A dream's timeline as a score. */
export interface Timeline {
  /** may have more shots than a person's score */
  score: Omit<Score, 'shots'> & { shots: TimelineShot[] };
  /** `picture:` names by control, set before the first frame */
  pictures: Record<string, string>;
}
type TimelineShot = Shot & { at: number };

/**
 * The score that repeats a dream. Prompts that were superseded before they showed come at the moment of their successor,
 * because they may have shaped how it was understood; those without a successor are left out.
 */
export function timelineOf(
  dream: TimelineDream,
  prompts: readonly Prompt[],
  changes: readonly Change[],
): Timeline {
  const startedAt = dream.startedAt ?? 0;
  const seconds = (at: number) => Math.max(0, Math.round(at - startedAt) / 1000);
  const shots: TimelineShot[] = [];
  const start: ControlValues = {};
  const pictures: Record<string, string> = {};

  for (const { name, value, changedAt, frameId, shownFrame } of changes) {
    // A repeat has no camera.
    if (videoSource(value) !== undefined) continue;
    const isEarly = changedAt < startedAt || (frameId === null && shownFrame === null);
    if (pictureDigest(value)) {
      if (isEarly) pictures[name] = String(value);
    } else if (isEarly) start[name] = value;
    else shots.push(controlShot(name, value, seconds(changedAt), dream.isExact ? shownFrame : null));
  }
  if (dream.isExact && !start.seed) start.seed = dream.seed;

  let superseded: Prompt[] = [];
  for (const prompt of prompts) {
    if (prompt.checking) continue;
    superseded.push(prompt);
    const { frameId, shownAt } = prompt;
    if (frameId === null || shownAt === null) continue;
    for (const { text, soft } of superseded)
      shots.push({
        at: seconds(shownAt),
        ...(dream.isExact && { frame: frameId }),
        prompt: text,
        ...(soft !== null && { soft }),
      });
    superseded = [];
  }
  const ordered = shots.toSorted((a, b) =>
    a.frame !== undefined && b.frame !== undefined ? a.frame - b.frame : a.at - b.at,
  );
  // Frame numbers decide; arrival times of delayed frames must not contradict them.
  let last = 0;
  for (const shot of ordered) {
    last = Math.max(last, shot.at);
    shot.at = last;
  }
  return {
    score: { version: 1, ...(Object.keys(start).length > 0 && { controls: start }), shots: ordered },
    pictures,
  };
}

function controlShot(name: string, value: ControlValue, at: number, frame: number | null): TimelineShot {
  return { at, ...(frame !== null && { frame }), controls: { [name]: value } };
}

interface Mark {
  at: number;
  frame: number;
}

/** Frames at every tenth second, from the speeds that were measured. */
function measuredMarks({ fpsData }: TimelineDream): Mark[] {
  let frame = 1;
  const bins = Object.entries(fpsData ?? {}).filter(([key]) => /^\d+$/.test(key));
  return bins
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([key, fps]) => {
      const mark = { at: Number(key), frame: Math.round(frame) };
      frame += fps * 10;
      return mark;
    });
}

/** The frame that a dream showed at a second of its video, from the known frames around it. */
export function frameAt(dream: TimelineDream, { score }: Timeline, second: number): number {
  const known = [
    { at: 0, frame: 1 },
    ...score.shots.flatMap(({ at, frame }) => (frame ? [{ at, frame }] : [])),
  ];
  const length = (dream.durationMs ?? (dream.endedAt ?? 0) - (dream.startedAt ?? 0)) / 1000;
  // Measured ones leave out frames that were dropped, so they must fit between those that prompts report.
  for (const mark of measuredMarks(dream)) {
    const next = known.findIndex(({ at }) => at > mark.at);
    const [low, high] = [known.at(next < 0 ? -1 : next - 1), next < 0 ? undefined : known[next]];
    const fits = low && low.at < mark.at && low.frame < mark.frame && (!high || mark.frame < high.frame);
    if (fits) known.splice(next < 0 ? known.length : next, 0, mark);
  }
  if (dream.frames) known.push({ at: length, frame: Math.max(dream.frames, known.at(-1)?.frame ?? 1) });
  const before = known.findLast(({ at }) => at <= second) ?? { at: 0, frame: 1 };
  const after = known.find(({ at }) => at > second);
  if (!after || after.at === before.at) return before.frame;
  const share = (second - before.at) / (after.at - before.at);
  return Math.round(before.frame + share * (after.frame - before.frame));
}

/** The part of a timeline before a frame, for a generator to go through; and the prompt and controls at that frame. */
export function pastOf({ score }: Timeline, frame: number, earlier?: Past) {
  const base = earlier ? earlier.frame - 1 : 0;
  const until = score.shots.filter((shot) => shot.frame !== undefined && shot.frame <= frame);
  const own = until.map(({ frame: at = 1, prompt, soft, controls }) => ({
    frame: base + at,
    ...(prompt !== undefined && { prompt }),
    ...(soft !== undefined && { soft }),
    ...(controls && { controls }),
  }));
  // The first prompt of a continuation only names what its past already shows.
  const resumed = earlier ? own.findIndex(({ prompt }) => prompt !== undefined) : -1;
  if (resumed >= 0) own.splice(resumed, 1);
  const past: Past = {
    frame: base + frame,
    controls: earlier?.controls ?? score.controls ?? {},
    shots: [...(earlier?.shots ?? []), ...own],
  };
  return past;
}

/** Prompt and control values at a second. */
export function stateAt(
  { score }: Timeline,
  second: number,
): { prompt: string | null; controls: ControlValues } {
  const until = score.shots.filter(({ at }) => at <= second + 0.001);
  const isPrompt = (shot: TimelineShot) => shot.prompt !== undefined;
  // The first prompt starts a dream, however late its receipt arrives.
  const { prompt = null } = until.findLast(isPrompt) ?? score.shots.find(isPrompt) ?? {};
  return {
    prompt,
    controls: Object.assign({}, score.controls, ...until.map(({ controls }) => controls ?? {})),
  };
}
