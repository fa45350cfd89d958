import type { Score, Shot } from '../../scores/contract/score.ts';

/** Shots for exact generators are sent this long before their time. */
export const LEAD_MS = 1_500;
/** As above, for shots with a frame. */
export const LEAD_FRAMES = 40;

export interface DueShot {
  shot: Shot;
  /** position in the score */
  index: number;
  /** round of a looping score, from 0 */
  round: number;
  /** time until it must show in ms; 0 for immediately */
  inMs: number;
  /** its stored frame still counts, because the score has played without a break since the first frame */
  keepsFrames: boolean;
  /** another shot for the same frame follows at once */
  more: boolean;
}

export type ScoreState = 'waiting' | 'playing' | 'paused' | 'holding' | 'done';

export type ScorePlayer = ReturnType<typeof createScorePlayer>;

/**
 * Plays a score against the dream's clock, without timers: the caller asks what is due. The score's own time starts with
 * the dream's first frame, or when it is started in a running dream; it stops during pauses and at shots that wait for
 * the dreamer.
 */
export function createScorePlayer(given: Score, { plays }: { plays: boolean }) {
  let score = given;
  let index = 0;
  let round = 0;
  let isPlaying = plays;
  /** the dream's time at which the score's time was 0; null before it started */
  let origin: number | null = null;
  /** since when the score's time stands still */
  let stoppedAt: number | null = null;
  let keepsFrames = true;
  let last: Shot | null = null;

  /** The next shot that isn't muted. */
  function seek(): Shot | undefined {
    while (score.shots[index]?.muted) index += 1;
    return score.shots[index];
  }

  const msOf = (shot: Shot | null) => (shot && shot.at !== 'next' ? shot.at * 1000 : 0);
  const scoreTime = (now: number) => (origin === null ? 0 : (stoppedAt ?? now) - origin);

  function stop(now: number): void {
    // A shot that was sent ahead of its time counts as shown.
    stoppedAt ??= Math.max(now, (origin ?? now) + msOf(last));
    keepsFrames = false;
  }

  function go(now: number): void {
    if (stoppedAt !== null && origin !== null) origin += now - stoppedAt;
    stoppedAt = null;
  }

  function begin(now: number): void {
    if (origin !== null) return;
    // Started by its own first shot, the score is as old as the dream; in a running dream it starts now.
    origin = last ? -msOf(last) : now;
    if (!last) keepsFrames = false;
  }

  function startAgain(now: number): void {
    if (score.loop === undefined || origin === null || score.shots.every(({ muted }) => muted)) return;
    if (scoreTime(now) < score.loop * 1000) return;
    origin += score.loop * 1000;
    index = 0;
    round += 1;
    keepsFrames = false;
  }

  function take(shot: Shot, inMs: number): DueShot {
    const at = index;
    index += 1;
    last = shot;
    const following = seek();
    const more = shot.frame !== undefined && following?.frame === shot.frame;
    return { shot, index: at, round, inMs, keepsFrames, more };
  }

  /** The first shot starts the dream, whatever its time. */
  function firstShots(): DueShot[] {
    const shots: DueShot[] = [];
    do {
      const shot = seek();
      if (!shot || shot.at === 'next') break;
      shots.push(take(shot, 0));
    } while (shots.at(-1)?.more);
    return shots;
  }

  return {
    /**
     * Shots to send now.
     * @param now the dream's time in ms; null before its first frame
     * @param frame its newest frame, if stored frames count
     */
    due(now: number | null, lead: { ms: number; frames: number }, frame: number | null = null): DueShot[] {
      if (!isPlaying) return [];
      if (now === null) return last ? [] : firstShots();
      begin(now);
      if (!seek()) startAgain(now);
      const shots: DueShot[] = [];
      for (let shot = seek(); shot; shot = seek()) {
        if (shot.at === 'next') {
          stop(now);
          break;
        }
        go(now);
        const inMs = shot.at * 1000 - scoreTime(now);
        const isFramed = keepsFrames && frame !== null && shot.frame !== undefined;
        if (isFramed ? (shot.frame ?? 0) - frame > lead.frames : inMs > lead.ms) break;
        shots.push(take(shot, Math.max(0, inMs)));
      }
      return shots;
    },

    play(now: number | null): void {
      if (isPlaying) return;
      isPlaying = true;
      if (!seek()) {
        index = 0;
        round += 1;
        keepsFrames = false;
        stoppedAt = null;
        origin = now;
      }
      if (now !== null && seek()?.at !== 'next') go(now);
    },
    pause(now: number | null): void {
      if (!isPlaying) return;
      isPlaying = false;
      if (now !== null && origin !== null) stop(now);
    },
    /** Takes the next shot before its time. Later ones keep their distance. */
    next(now: number | null): DueShot | null {
      const shot = seek();
      if (!shot) return null;
      isPlaying = true;
      if (now !== null) {
        begin(now);
        go(now);
        if (shot.at !== 'next') origin = now - shot.at * 1000;
        keepsFrames = false;
      }
      return take(shot, 0);
    },
    /** Replaces the score, and continues after the last shot that was played, if the new one still has it. */
    edit(next: Score): void {
      const known = last?.id === undefined ? -1 : next.shots.findIndex(({ id }) => id === last?.id);
      index = known >= 0 ? known + 1 : Math.min(index, next.shots.length);
      score = next;
      keepsFrames = false;
    },

    /** true while no shot comes by itself */
    isSilent: () => !isPlaying || (seek()?.at ?? 'next') === 'next',

    state(now: number | null) {
      const shot = seek();
      const inMs = shot && shot.at !== 'next' && now !== null ? shot.at * 1000 - scoreTime(now) : null;
      return {
        state: stateOf(shot, now),
        last: last?.id ?? null,
        next: shot?.id ?? null,
        inMs: inMs === null || origin === null ? null : Math.max(0, Math.round(inMs)),
      };
    },
  };

  function stateOf(shot: Shot | undefined, now: number | null): ScoreState {
    if (!shot && (score.loop === undefined || score.shots.length === 0)) return 'done';
    if (!isPlaying) return 'paused';
    if (shot?.at === 'next') return 'holding';
    return now === null && !last ? 'waiting' : 'playing';
  }
}
