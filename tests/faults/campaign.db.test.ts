import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { until } from '../wire/inbox.ts';
import { type Bystander, startBystander } from './bystander.ts';
import { type Dice, FAULTS, type Fault } from './campaign-faults.ts';
import { type Ground, type LiveDream, openGround } from './ground.ts';
import { judge } from './witness.ts';

/** Rounds per fault; 0: only the suite's share, below. */
const ROUNDS = Number(process.env.CAMPAIGN_ROUNDS ?? 0);
const SEED = Number(process.env.CAMPAIGN_SEED ?? 1);
/** The fault tested in the suite, on Postgres. Tests of individual parts cover the rest. */
const SHARE = 'database frozen';
const DREAMS = ROUNDS > 0 ? 3 : 2;
/** Maximum number of frames seen before a fault. */
const MAY_BE_SEEN = ROUNDS > 0 ? 48 : 16;
/** Maximum pause in the live stream, whatever else happens. */
const MAX_GAP_MS = 3_000;

let ground: Ground;
let bystander: Bystander;
beforeAll(async () => {
  ground = await openGround();
  const { cookie } = await ground.newPerson();
  bystander = startBystander(() => ground.browser(cookie));
});
afterAll(async () => {
  await bystander.stop();
  await ground.dispose();
});

/** Deterministic, so that a round can be repeated. */
function createDice(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Runs one round. @returns what went wrong, in sentences */
async function round(fault: Fault, dice: Dice): Promise<string[]> {
  const dreams: LiveDream[] = [];
  try {
    return await dreamThrough(fault, dreams, dice);
  } catch (error) {
    await ground.clear(dreams);
    return [(error as Error).message];
  }
}

/** Watches some dreams for a while, applies the fault and checks what is left of them. */
async function dreamThrough(fault: Fault, dreams: LiveDream[], dice: Dice): Promise<string[]> {
  for (let at = 0; at < DREAMS; at++) dreams.push(await ground.liveDream());
  const enough = 4 + dice(MAY_BE_SEEN);
  await until('pictures', () => dreams.every(({ viewer }) => viewer.frames.items.length >= enough));
  const gaps = watchGaps(dreams);
  const aftermath = await fault.happen(ground, dreams, dice);
  const isOver = dreams.every(({ viewer }) => viewer.isClosed);
  const faults = aftermath.killed || isOver ? [] : await goOn(dreams, gaps);
  gaps.stop();
  for (const { worker } of dreams) worker.terminate();
  for (const dream of dreams) {
    const verdict = await judge(ground, dream, aftermath);
    faults.push(...verdict.lost, ...verdict.wrongCharges, ...verdict.leftActive);
  }
  await ground.isReady();
  for (const { cookie } of dreams) {
    const { json } = await ground.browser(cookie).call('GET', '/api/sessions');
    if (json.activeSession !== null) faults.push('the person still has an active dream');
  }
  const left = await ground.list('tapes');
  if (left.length > 0) faults.push(`left behind in tapes: ${left.join(', ')}`);
  const partial = (await ground.list('media')).filter((name) => name.includes('.partial'));
  if (partial.length > 0) faults.push(`left behind in media: ${partial.join(', ')}`);
  return faults;
}

/** Surviving dreams continue until their viewers end them. */
async function goOn(dreams: LiveDream[], gaps: ReturnType<typeof watchGaps>): Promise<string[]> {
  const seen = dreams.map(({ viewer }) => viewer.frames.items.length);
  await until('pictures after the fault', () =>
    dreams.every(({ viewer }, at) => viewer.isClosed || viewer.frames.items.length > (seen[at] ?? 0) + 8),
  );
  const faults = dreams.filter(({ viewer }) => viewer.isClosed).map(() => 'the fault ended a dream');
  if (gaps.longest() > MAX_GAP_MS) faults.push(`the picture stood still for ${gaps.longest().toFixed(0)} ms`);
  for (const { viewer } of dreams) viewer.send({ type: 'end' });
  await Promise.all(dreams.map(({ viewer }) => viewer.closed));
  return faults;
}

/** Tracks the longest time that a viewer waited for a frame. */
function watchGaps(dreams: LiveDream[]) {
  const last = dreams.map(({ viewer }) => ({ count: viewer.frames.items.length, at: performance.now() }));
  let longest = 0;
  const look = () => {
    for (const [index, { viewer }] of dreams.entries()) {
      const one = last[index];
      if (!one) continue;
      longest = Math.max(longest, performance.now() - one.at);
      if (viewer.frames.items.length === one.count) continue;
      last[index] = { count: viewer.frames.items.length, at: performance.now() };
    }
  };
  const timer = setInterval(look, 50);
  return { longest: () => longest, stop: () => clearInterval(timer) };
}

const tried = FAULTS.filter(({ name }) => ROUNDS > 0 || name === SHARE);

test.each(tried.map((fault) => [fault.name, fault] as const))(
  `${DREAMS} live dreams: %s`,
  { timeout: 120_000 + 300_000 * Math.max(1, ROUNDS) },
  async (name, fault) => {
    if (!fault.applies(ground)) {
      console.log(`not tried on ${dialect}: ${name}`);
      return;
    }
    const dice = createDice(SEED + FAULTS.indexOf(fault));
    const found: string[] = [];
    const rounds = Math.max(1, ROUNDS);
    for (let at = 0; at < rounds; at++) {
      const faults = await round(fault, dice);
      found.push(...faults.map((sentence) => `round ${at + 1}: ${sentence}`));
    }
    const answers = `a bystander's p99 so far ${bystander.quantile(0.99).toFixed(0)} ms of ${bystander.times.length} answers, ${bystander.refused} refused`;
    console.log(
      [
        `${dialect}, ${name}: ${rounds} rounds, ${rounds * DREAMS} dreams, ${found.length} faults; ${answers}`,
        ...found,
      ].join('\n'),
    );
    expect(found, ground.output().slice(-3_000)).toEqual([]);
    expect(bystander.faults.splice(0)).toEqual([]);
  },
);
