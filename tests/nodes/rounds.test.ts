import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { within } from '../../modules/kit/within.ts';
import { openPeople } from '../people.ts';
import { until } from '../wire/inbox.ts';
import { type Account, type Dreamer, sendDreamer } from './dreamer.ts';
import { type NodeGround, openNodeGround } from './node-ground.ts';
import { find, judge, type Scene, STAGES } from './round-judge.ts';
import { FAULTS, type Fault, MISSED_AFTER_MS, planRound, type RoundPlan } from './round-plan.ts';
import { type Drawings, sendWorker } from './round-worker.ts';

/**
 * Number of rounds, each with one fault among dreams at every stage. The suite runs none, because `nodes.test.ts` loses
 * nodes as well.
 */
const ROUNDS = Number(process.env.NODE_ROUNDS ?? 0);
/** Seed of the first round; it increases by one per round. */
const SEED = Number(process.env.NODE_SEED ?? 1);
const NODES = 3;
const DREAMS = 8;
/** Maximum time after the fault until a waiting person has seen a dream and ended it. */
const SERVED_TIMEOUT_MS = 90_000;
const MISSED_TIMEOUT_MS = 30_000;

const away = process.env.NODE_AWAY_SECONDS;
const DICE = {
  nodes: NODES,
  dreams: DREAMS,
  fault: process.env.NODE_FAULT as Fault | undefined,
  awaySeconds: away === undefined ? undefined : Number(away),
};

let ground: NodeGround;
let people: Awaited<ReturnType<typeof openPeople>>;
let rows: pg.Pool;
const server = (index: number) => ground.servers[index] as NodeGround['servers'][number];
const nodes = () => ground.servers.map(({ url }) => url);

async function newAccount(i: number): Promise<Account> {
  const user = await people.create('trial', `Dreamer${i} X`);
  const { name, value } = await people.cookie(user, server(0).url);
  return { id: user.id, name: `dreamer ${i}`, cookie: `${name}=${value}` };
}

/** Applies and ends the round's fault. @returns what went wrong, in sentences */
async function happen({ fault, node, isMissed, lastsMs }: RoundPlan): Promise<string[]> {
  const links = ground.databaseLinks;
  const stands = () => (isMissed ? untilMissed(node, lastsMs) : untilNoticed(node, lastsMs));
  switch (fault) {
    case 'killed':
      await server(node).kill();
      await after(lastsMs);
      await ground.start(node);
      return [];
    case 'frozen': {
      process.kill(server(node).pid, 'SIGSTOP');
      const faults = await stands();
      process.kill(server(node).pid, 'SIGCONT');
      return faults;
    }
    case 'cut off': {
      await links[node]?.disturb('stopped');
      const faults = await stands();
      await links[node]?.mend();
      return faults;
    }
    case 'database away':
      await Promise.all(links.map((link) => link.disturb('stopped')));
      await after(lastsMs);
      await Promise.all(links.map((link) => link.mend()));
      return [];
    case 'bucket away':
      await ground.storageLink.disturb('stopped');
      await after(lastsMs);
      await ground.storageLink.mend();
      return [];
  }
}

async function isMissing(node: number): Promise<boolean> {
  const { rows: lost } = await rows.query('SELECT 1 FROM nodes WHERE url = $1 AND lost_at IS NOT NULL', [
    nodes()[node],
  ]);
  return lost.length > 0;
}

async function untilMissed(node: number, moreMs: number): Promise<string[]> {
  const missed = await until('it is missed', () => isMissing(node), MISSED_TIMEOUT_MS, 100).catch(
    () => false,
  );
  await after(moreMs);
  return missed ? [] : ['a node that stands was not missed'];
}

async function untilNoticed(node: number, ms: number): Promise<string[]> {
  await after(ms);
  return ms < MISSED_AFTER_MS && (await isMissing(node)) ? [`a node was taken for dead after ${ms} ms`] : [];
}

async function allAreWell(): Promise<void> {
  await until('all are well', async () => {
    const answers = await Promise.all(nodes().map((url) => fetch(`${url}/readyz`)));
    return answers.every(({ status }) => status === 200);
  });
}

async function round(plan: RoundPlan): Promise<{ faults: string[]; stages: string }> {
  const faults: string[] = [];
  const drawings: Drawings = new Map();
  const accounts = await Promise.all(plan.dreams.map((_, i) => newAccount(i)));
  const workers = plan.workers.map((worker, i) =>
    sendWorker(`box ${i}`, worker, { server: () => server(worker.node), drawings, faults }),
  );
  const dreamers = plan.dreams.map((dream, i) => sendDreamer(accounts[i] as Account, dream, ground.origins));
  const scene: Scene = { rows, plan, drawings, nodes: nodes(), origin: ground.origins[0] ?? '' };

  await after(plan.faultAfterMs);
  const found = dreamers.map((dreamer) => find(dreamer, drawings));
  faults.push(...(await happen(plan)));
  await allAreWell();
  for (const dreamer of dreamers) dreamer.release();
  faults.push(...(await Promise.all(dreamers.map(untilServed))).flat());
  faults.push(...(await Promise.all(found.map((one) => judge(scene, one)))).flat());
  faults.push(...judgeCalls(plan, dreamers));
  await Promise.all(workers.map((worker) => worker.dismiss()));
  const counted = STAGES.map((stage) => [stage, found.filter((one) => one.stage === stage).length] as const);
  return {
    faults,
    stages: counted.flatMap(([stage, n]) => (n > 0 ? [`${n} ${stage}`] : [])).join(', '),
  };
}

async function untilServed(dreamer: Dreamer): Promise<string[]> {
  const served = await within(
    dreamer.done.then(() => true),
    SERVED_TIMEOUT_MS,
  );
  return served ? [] : [`${dreamer.name}: waits on, though all is well: ${dreamer.step}`];
}

/** If a single node fails, people who call the proxy must not notice. */
function judgeCalls({ fault }: RoundPlan, dreamers: Dreamer[]): string[] {
  const oneFails = fault === 'killed' || fault === 'frozen' || fault === 'cut off';
  return oneFails && ground.proxy ? dreamers.flatMap(({ unserved }) => unserved) : [];
}

const inWords = ({ seed, fault, node, isMissed, lastsMs, faultAfterMs }: RoundPlan) => {
  const whose = fault.endsWith('away') ? '' : ` ${node}${isMissed || fault === 'killed' ? '' : ' briefly'}`;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return `seed ${seed}: ${fault}${whose} after ${seconds(faultAfterMs)}, for ${seconds(lastsMs)}`;
};

test('a seed repeats its plan, and all faults occur', () => {
  const plan = (seed: number) => planRound({ ...DICE, seed, fault: undefined });
  const plans = Array.from({ length: 50 }, (_, seed) => plan(seed));
  for (const one of plans) expect(plan(one.seed)).toEqual(one);
  expect(new Set(plans.map(({ fault }) => fault))).toEqual(new Set(FAULTS));
});

if (ROUNDS > 0)
  describe('rounds of faults', () => {
    beforeAll(async () => {
      const env = { TRIAL_STREAMS: 'unlimited', LOG_LEVEL: 'warn' };
      ground = await openNodeGround(NODES, { env, behindProxy: true });
      people = await openPeople('', ground.postgres.url);
      rows = new pg.Pool({ connectionString: ground.postgres.url });
    });
    afterAll(async () => {
      await rows.end();
      await people.close();
      await ground.dispose();
    });

    test(
      'leave no dream active, lose no recording, admit no one twice and charge no one for our faults',
      async () => {
        const wrong: string[] = [];
        for (let i = 0; i < ROUNDS; i++) {
          const plan = planRound({ seed: SEED + i, ...DICE });
          const began = performance.now();
          const { faults, stages } = await round(plan).catch((error: Error) => ({
            faults: [error.message],
            stages: '',
          }));
          const took = Math.round((performance.now() - began) / 1000);
          console.log(`${inWords(plan)}; ${stages}: ${faults.join('; ') || 'well'} (${took} s)`);
          if (faults.length > 0) for (const one of ground.servers) console.log(one.output().slice(-4_000));
          wrong.push(...faults.map((fault) => `${inWords(plan)}: ${fault}`));
        }
        expect(wrong).toEqual([]);
      },
      700_000 * ROUNDS,
    );
  });
