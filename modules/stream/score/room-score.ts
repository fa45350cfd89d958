import type { ControlValue, ControlValues } from '../../protocol/controls.ts';
import type { ScoreEvent, ViewerRefusal } from '../../protocol/viewer-messages.ts';
import type { Past, Plan } from '../../scores/contract/plan.ts';
import type { Score, Shot } from '../../scores/contract/score.ts';
import { type DrawingPhase, isDrawing, type Phase } from '../room/phases.ts';
import type { RoomControls } from '../room/room-controls.ts';
import type { RoomCore } from '../room/room-core.ts';
import type { PromptTiming, RoomPrompts } from '../room/room-prompts.ts';
import type { WorkerLink } from '../workers/worker-link.ts';
import { createGoOn } from './go-on.ts';
import { createPace } from './pace.ts';
import { createScorePlayer, type DueShot, LEAD_FRAMES, LEAD_MS, type ScorePlayer } from './score-player.ts';

/** As LEAD_MS, until the generator's pace is known. */
const FIRST_LEAD_MS = 300;

/** A dream's plan with the images that it needs, by their `picture:` names, as data URIs. */
export interface LoadedPlan {
  plan: Plan;
  images: ReadonlyMap<string, string>;
}

export interface ScoreParts {
  prompts: Pick<RoomPrompts, 'take'>;
  controls: Pick<RoomControls, 'take' | 'begin'>;
  planOf?: ((dreamId: string) => Promise<LoadedPlan | null>) | undefined;
  /** the next prompt of a story; null if the model has none. Absent without a language model */
  continueStory?: ((prompts: readonly string[]) => Promise<string | null>) | undefined;
}

export type RoomScore = ReturnType<typeof createRoomScore>;

/** Plays the dream's score: its shots take the path of spoken prompts and changed controls. */
export function createRoomScore(core: RoomCore, { prompts, controls, planOf, continueStory }: ScoreParts) {
  const { dream, clock, log, viewerSlot } = core;
  let plan: Plan | null = null;
  let images: ReadonlyMap<string, string> = new Map();
  let player: ScorePlayer | null = null;
  let lastSent = '';
  let sent = 0;
  const pace = createPace();
  /** the last shot that was sent ahead, and its frame */
  let latest: { at: Shot['at'] | null; frame: number } = { at: null, frame: 0 };
  const goOn = createGoOn(core, { continueStory, say: (id, text) => say(id, text, {}) });

  const loading: Promise<void> | null =
    dream.planned && planOf
      ? planOf(dream.id).then(load, (error: unknown) =>
          log.warn('a plan can’t be read', { dream: dream.id, error }),
        )
      : null;

  function load(loaded: LoadedPlan | null): void {
    if (!loaded || plan) return;
    ({ plan, images } = loaded);
    player = createScorePlayer(plan.score, { plays: plan.plays });
  }

  /** Its stored frames and its past belong to a generator that draws the same again. */
  const repeats = (worker: WorkerLink) =>
    worker.isExact && (plan?.generator ?? generatorOf(worker)) === generatorOf(worker);

  const pastFor = (worker: WorkerLink): Past | null => (repeats(worker) ? (plan?.past ?? null) : null);

  /** Takes the plan's control values before the worker starts. @returns the past to go through first */
  function begin(worker: WorkerLink): Past | null {
    if (!plan) return null;
    const past = pastFor(worker);
    const [picture] = worker.controls.filter(({ kind }) => kind === 'picture');
    const start = !past && picture && plan.startPicture ? { [picture.name]: plan.startPicture } : {};
    controls.begin({ ...plan.score.controls, ...plan.pictures, ...start }, images);
    return past;
  }

  function tick(): void {
    const { phase } = core;
    if (!player || !isDrawing(phase)) return;
    const { worker } = phase.assigned;
    const frame = repeats(worker) && phase.name === 'running' ? phase.latestId : null;
    if (phase.name === 'running') pace.note(clock.now(), phase.latestId);
    const leadMs = pace.isKnown ? LEAD_MS : FIRST_LEAD_MS;
    const lead = worker.isExact ? { ms: leadMs, frames: LEAD_FRAMES } : { ms: 0, frames: 0 };
    for (const due of player.due(timeOf(phase), lead, frame)) play(phase, due);
    if (player.isSilent()) goOn.tick(plan?.score.go_on);
    report();
  }

  function play(phase: DrawingPhase, due: DueShot): void {
    const { shot, round } = due;
    const { worker } = phase.assigned;
    const atFrame = worker.isExact ? frameOf(phase, due) : undefined;
    for (const [name, value] of Object.entries(shot.controls ?? {})) {
      const refused = controls.take(name, value, atFrame);
      if (refused) reject(refused, { control: name });
    }
    if (shot.prompt === undefined) return;
    const resumes = sent === 0 && pastFor(worker) !== null;
    const timing: PromptTiming = {
      ...(atFrame !== undefined && { at_frame: atFrame }),
      ...(shot.soft !== undefined &&
        worker.softSeconds > 0 && { soft: Math.min(worker.softSeconds, shot.soft) }),
      ...(resumes && { resumes: true }),
      ...(due.more && repeats(worker) && timeOf(phase) === null && { more: true }),
    };
    sent += 1;
    say(`score-${round}-${due.index}-${sent}`, shot.prompt, timing);
  }

  function frameOf(phase: DrawingPhase, { shot, inMs, keepsFrames }: DueShot): number | undefined {
    if (keepsFrames && shot.frame !== undefined && repeats(phase.assigned.worker)) return shot.frame;
    if (phase.name !== 'running') return undefined;
    const isSoon = inMs === 0 && latest.frame <= phase.latestId;
    const ahead = Math.max(1, Math.round((inMs * pace.of(phase.assigned.fps)) / 1000));
    // A generator that has stalled still shows each shot, except for those that are meant for the same moment.
    const least = latest.frame + (shot.at === latest.at ? 0 : 1);
    latest = { at: shot.at, frame: Math.max(phase.latestId + ahead, least) };
    return isSoon ? undefined : latest.frame;
  }

  function say(id: string, text: string, timing: PromptTiming): void {
    goOn.said();
    const refused = prompts.take(id, text, timing);
    if (refused) reject(refused, { id });
  }

  function reject(refused: ViewerRefusal, of: { id: string } | { control: string }): void {
    viewerSlot.sendInTurn({ type: 'error', ...refused, ...of });
  }

  const timeOf = (phase: Phase) => (phase.name === 'running' ? clock.now() - phase.startedAt : null);

  function eventNow(): ScoreEvent | null {
    if (!player || !plan) return null;
    const { phase } = core;
    const worker = isDrawing(phase) ? phase.assigned.worker : null;
    const { state, last, next, inMs } = player.state(timeOf(phase));
    return {
      type: 'score',
      state,
      last,
      next,
      in_ms: inMs,
      soft: worker ? worker.softSeconds : null,
      goes_on: plan.score.go_on !== undefined && goOn.isPossible,
    };
  }

  /** Sends the viewer the state if it has changed. */
  function report(): void {
    const event = eventNow();
    const state = JSON.stringify({ ...event, in_ms: null });
    if (!event || state === lastSent) return;
    lastSent = state;
    viewerSlot.send(event);
  }

  return {
    /** Resolves once the plan is loaded; null if there is none to load. */
    loading,
    begin,
    tick,
    /** The dreamer has said something. */
    said: goOn.said,
    /** Sends a joining viewer the state. */
    send(): void {
      const event = eventNow();
      if (event) viewerSlot.send(event);
    },
    act(act: 'play' | 'pause' | 'next'): void {
      const { phase } = core;
      if (!player || phase.name === 'ended') return;
      if (act === 'play') player.play(timeOf(phase));
      else if (act === 'pause') player.pause(timeOf(phase));
      else if (isDrawing(phase)) {
        const due = player.next(timeOf(phase));
        if (due) play(phase, due);
      }
      tick();
      report();
    },
    /** Replaces the score. @param restarts plays it from its start; otherwise it continues where it was */
    set(score: Score, restarts: boolean): void {
      const values: ControlValues = score.controls ?? {};
      plan = { ...(plan ?? { plays: restarts }), score };
      if (player && !restarts) player.edit(score);
      else {
        player = createScorePlayer(score, { plays: restarts });
        for (const [name, value] of Object.entries(values)) setAtStart(name, value);
      }
      lastSent = '';
      tick();
      report();
    },
  };

  /** Controls that are fixed once a dream runs keep their values. */
  function setAtStart(name: string, value: ControlValue): void {
    if (!isDrawing(core.phase)) return;
    const refused = controls.take(name, value);
    if (refused && refused.code !== 'control-fixed') reject(refused, { control: name });
  }
}

export const generatorOf = ({ generator, version }: Pick<WorkerLink, 'generator' | 'version'>) =>
  `${generator} ${version}`;
