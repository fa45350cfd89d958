import type pg from 'pg';
import { until } from '../wire/inbox.ts';
import type { Dreamer } from './dreamer.ts';
import { MISSED_AFTER_MS, type RoundPlan } from './round-plan.ts';
import { type Drawings, FPS } from './round-worker.ts';

const CLOSED_TIMEOUT_MS = 30_000;
/** Generous, since a busy machine compiles last. */
const COMPILED_TIMEOUT_MS = 400_000;
/** A tape's open 4 s segment, and the segment being uploaded. */
const MAY_BE_LOST_FRAMES = 6 * FPS;

/** A dream's stage when the fault happened. */
export const STAGES = ['not asked for', 'waits', 'loads', 'no picture', 'draws', 'ends', 'over'] as const;
export type Stage = (typeof STAGES)[number];
/** Stages in which a worker has the dream. */
const HELD: readonly Stage[] = ['loads', 'no picture', 'draws', 'ends'];

/** A dream's state when the fault happened. */
export interface Found {
  dreamer: Dreamer;
  stage: Stage;
  seen: number;
  hasEndedIt: boolean;
}

export function find(dreamer: Dreamer, drawings: Drawings): Found {
  const { seen, hasEndedIt } = dreamer;
  return { dreamer, seen, hasEndedIt, stage: stageOf(dreamer, drawings) };
}

function stageOf({ step, sessionId, seen }: Dreamer, drawings: Drawings): Stage {
  const drawing = sessionId ? drawings.get(sessionId) : undefined;
  if (step === 'over') return 'over';
  if (step === 'to ask') return 'not asked for';
  if (step === 'ending') return 'ends';
  if (!drawing) return 'waits';
  if (performance.now() < drawing.readyAt) return 'loads';
  return seen === 0 ? 'no picture' : 'draws';
}

export interface Scene {
  rows: pg.Pool;
  plan: RoundPlan;
  drawings: Drawings;
  /** URLs of the nodes */
  nodes: string[];
  /** URL that people call when there is no fault */
  origin: string;
}

/** @returns what is wrong, in sentences */
export async function judge(scene: Scene, found: Found): Promise<string[]> {
  const { dreamer } = found;
  const faults = [...dreamer.faults, ...(await judgeRows(scene, found))];
  return faults.map((fault) => `${dreamer.name} (${found.stage}): ${fault}`);
}

async function judgeRows(scene: Scene, found: Found): Promise<string[]> {
  const { rows } = scene;
  const { id, sessionId } = found.dreamer;
  const { rows: made } = await rows.query('SELECT id FROM dreams WHERE user_id = $1', [id]);
  if (made.length !== 1) return [`${made.length} dreams were made of one wish`];
  if (made[0].id !== sessionId) return ['has a dream that they were not told of'];
  const read = async () => (await rows.query('SELECT * FROM dreams WHERE id = $1', [sessionId])).rows[0];
  const holds = (what: (row: Row) => boolean, withinMs: number) =>
    until('it', async () => what(await read()), withinMs, 200).catch(() => false);
  if (!(await holds((row) => row.ended_at !== null, CLOSED_TIMEOUT_MS)))
    return [`is still ${(await read()).job_status}`];
  if (!(await holds((row) => row.server_status !== 'PROCESSING', COMPILED_TIMEOUT_MS)))
    return ['has no video'];
  const row: Row = await read();
  return row.started_at === null ? judgeUnseen(scene, found, row) : judgeSeen(scene, found, row);
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the database has it, judged field by field
type Row = any;

/** True if the dream's node was killed while it had the dream, or declared lost. */
function wasLost({ plan, nodes, drawings }: Scene, { dreamer, stage }: Found, row: Row): boolean {
  const drawing = drawings.get(dreamer.sessionId ?? '');
  // Claimed for a worker that never received it.
  if (!drawing) return row.claimed_at !== null && row.job_status === 'FAILED';
  const wasHeld = drawing.node === plan.node && HELD.includes(stage);
  const wasKilled = wasHeld && plan.fault === 'killed';
  // A node that is cut off may release its dreams just before others declare it lost, or just before it returns.
  const wasGivenUp =
    wasHeld && plan.fault === 'cut off' && plan.lastsMs > MISSED_AFTER_MS && row.charged_at === null;
  return wasKilled || wasGivenUp || row.node !== nodes[drawing.node];
}

function judgeUnseen(scene: Scene, found: Found, row: Row): string[] {
  const faults: string[] = [];
  if (row.charged_at !== null) faults.push('was charged for nothing');
  if (row.server_status !== null) faults.push(`has a recording of nothing that is ${row.server_status}`);
  const isLost = wasLost(scene, found, row);
  if (found.dreamer.seen > 0 && !(isLost && found.seen <= MAY_BE_LOST_FRAMES))
    faults.push(`saw ${found.dreamer.seen} pictures of a dream that never began`);
  if (!isLost && !isOwnEnd(found, row))
    faults.push(`was ended by nobody: ${row.job_status}, ${row.end_text}`);
  return faults;
}

async function judgeSeen(scene: Scene, found: Found, row: Row): Promise<string[]> {
  const faults: string[] = [];
  const isLost = wasLost(scene, found, row);
  if (row.job_status !== 'DONE') faults.push(`is ${row.job_status}: ${row.end_text}`);
  if (!isLost && !found.dreamer.hasEndedIt) faults.push('was ended by nobody');
  faults.push(...judgeCharge(found, row, isLost));

  const seen = isLost ? found.seen - MAY_BE_LOST_FRAMES : found.dreamer.seen - FPS;
  if (row.server_status === 'EMPTY' && isLost && seen <= 0) return faults;
  if (row.server_status !== 'READY') return [...faults, `its recording is ${row.server_status}`];
  if (row.frames < seen) faults.push(`${row.frames} pictures are kept where ${seen} must be`);
  if (row.duration_ms < (seen / FPS) * 1_000 - 1_000)
    faults.push(`its video has ${row.duration_ms} ms, for ${seen} pictures`);
  const path = `/api/sessions/${row.id}/video`;
  const video = await fetch(`${scene.origin}${path}`, { headers: { cookie: found.dreamer.cookie } });
  const { byteLength } = await video.arrayBuffer();
  if (video.status !== 200 || byteLength !== Number(row.video_bytes))
    faults.push(`its video of ${row.video_bytes} bytes is answered ${video.status} with ${byteLength}`);
  return faults;
}

function judgeCharge({ stage, hasEndedIt, dreamer }: Found, row: Row, isLost: boolean): string[] {
  const livedMs = Number(row.ended_at) - Number(row.started_at);
  const isCharged = row.charged_at !== null;
  if (hasEndedIt || !isLost)
    return isCharged ? [] : [`was not charged for ${livedMs} ms that ${dreamer.name} ended`];
  // A dream that was already ending may have finished before the fault.
  if (stage === 'ends') return [];
  return isCharged ? [`was charged for ${livedMs} ms that we ended`] : [];
}

const isOwnEnd = ({ dreamer }: Found, row: Row) => dreamer.hasEndedIt && row.job_status === 'ABORTED';
