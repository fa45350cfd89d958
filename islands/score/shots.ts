import type { ControlValue } from '../../modules/protocol/controls.ts';
import type { AT_REST } from '../../modules/protocol/steering.ts';
import type { Score, Shot } from '../../modules/scores/contract/score.ts';

/** A shot in the editor, which always has an id. */
export type EditedShot = Shot & { id: string };
export type EditedScore = Omit<Score, 'shots'> & { shots: EditedShot[] };

const USUAL_GAP_SECONDS = 10;

export const EMPTY: EditedScore = { version: 1, shots: [] };

/** Gives each shot an id of its own. */
export function withIds(score: Score): EditedScore {
  const seen = new Set<string>();
  const shots = score.shots.map((shot) => {
    let { id } = shot;
    for (let n = 1; id === undefined || seen.has(id); n++) id = `s${n}`;
    seen.add(id);
    return { ...shot, id };
  });
  return { ...score, shots };
}

export function addShot(score: EditedScore): EditedScore {
  const last = score.shots.findLast(({ at }) => at !== 'next');
  const at = last && last.at !== 'next' ? last.at + USUAL_GAP_SECONDS : 0;
  return withIds({ ...score, shots: [...score.shots, { at, prompt: '' }] });
}

export function changeShot(score: EditedScore, id: string, change: Partial<Shot>): EditedScore {
  const shots = score.shots.map((shot) => (shot.id === id ? changed(shot, change) : shot));
  return 'at' in change ? { ...score, shots: inOrder(shots) } : { ...score, shots };
}

/** Undefined values remove their field. A shot with another time no longer belongs to a frame. */
function changed(shot: EditedShot, change: Partial<Shot>): EditedShot {
  const next = { ...shot, ...change };
  if ('at' in change) delete next.frame;
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as EditedShot;
}

/** Moves a shot to another place. The times stay where they are, so the rhythm is kept. */
export function moveShot(score: EditedScore, id: string, to: number): EditedScore {
  const from = score.shots.findIndex((shot) => shot.id === id);
  const target = Math.min(score.shots.length - 1, Math.max(0, to));
  if (from < 0 || from === target) return score;
  const moved = score.shots.toSpliced(from, 1).toSpliced(target, 0, score.shots[from] as EditedShot);
  const shots = moved.map(({ frame: _, ...shot }, index) => ({
    ...shot,
    at: score.shots[index]?.at ?? shot.at,
  }));
  return { ...score, shots };
}

export const removeShot = (score: EditedScore, id: string): EditedScore => ({
  ...score,
  shots: score.shots.filter((shot) => shot.id !== id),
});

/** Restores a removed shot. */
export const restoreShot = (score: EditedScore, shot: EditedShot, index: number): EditedScore => ({
  ...score,
  shots: inOrder(score.shots.toSpliced(index, 0, shot)),
});

/** Sorts by time between the shots that wait, and keeps times from running backwards across them. */
function inOrder(shots: readonly EditedShot[]): EditedShot[] {
  const parts: EditedShot[][] = [[]];
  for (const shot of shots) {
    if (shot.at === 'next') parts.push([shot], []);
    else parts.at(-1)?.push(shot);
  }
  let last = 0;
  return parts
    .flatMap((part) => part.toSorted((a, b) => Number(a.at) - Number(b.at) || 0))
    .map((shot) => {
      if (shot.at === 'next') return shot;
      last = Math.max(last, shot.at);
      return { ...shot, at: last };
    });
}

/** The score to send, without empty prompts and shots that have nothing to show yet. */
export const finished = (score: EditedScore): Score => ({
  ...score,
  shots: score.shots
    .filter(({ prompt, controls }) => prompt?.trim() || controls)
    .map(({ prompt, ...shot }) => (prompt?.trim() ? { ...shot, prompt } : shot)),
});

/** A copy of the contract's, whose module would be one more file on every page. */
const STEERED: typeof AT_REST = 'steer:';

/** Controls of a shot that people set. Steering is replayed, but can't be edited. */
export const settingsOf = ({ controls }: Shot): [string, ControlValue][] =>
  Object.entries(controls ?? {}).filter(([, value]) => !String(value).startsWith(STEERED));

/** True for shots that only steer, which can’t be edited. While a prompt is edited, it may be empty. */
export const isSteering = (shot: Shot): boolean =>
  shot.prompt === undefined && shot.controls !== undefined && settingsOf(shot).length === 0;

/** `1:02.5` */
export function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = Math.round((seconds - whole) * 100);
  const parts = [Math.floor(whole / 60), String(whole % 60).padStart(2, '0')];
  return (
    parts.join(':') + (rest > 0 && rest < 100 ? `.${String(rest).padStart(2, '0').replace(/0$/, '')}` : '')
  );
}

/** Seconds of a time such as `62.5`, `1:02,5` or `1:00:00`; null for any other text. */
export function secondsOf(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', rest = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${rest}`);
}
