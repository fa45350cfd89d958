import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { dreams } from '../../dreams/tables.ts';
import { runpodJobs } from '../../stream/tables.ts';
import type { WorkersAnswer } from '../contract/workers.ts';

const HOUR = 3600_000;
let program: TestProgram;
let admin: Visitor;
beforeAll(async () => {
  program = await startProgram({ WORKERS: 'fleet', GPU_USD_PER_HOUR: '3.6' });
  admin = program.visitor();
  await admin.openLink(await program.adminLink());
});
afterAll(() => program.stop());

async function drawn(id: string, more: Partial<typeof dreams.$inferInsert>): Promise<void> {
  const person = await admin.person();
  const endedAt = program.clock.now() - HOUR;
  await program.db.orm.insert(dreams).values({
    id,
    userId: person?.id ?? '',
    rpJobId: `local-${id}`,
    jobStatus: 'DONE',
    node: 'local',
    requestedAt: endedAt - 100_000,
    endedAt,
    limitSeconds: 300,
    seed: 1,
    generator: 'diffusion',
    generatorVersion: 'sdxs',
    ...more,
  });
}

test(`a worker’s history shows its dreams, their failures and costs, on ${dialect}`, async () => {
  await drawn('kept', {
    workerId: 'Box-9',
    gpuSeconds: 100,
    startDelayMs: 2_000,
    serverFps: 15.5,
    name: 'Sea',
  });
  await drawn('lost', {
    workerId: 'Box-9',
    gpuSeconds: 10,
    jobStatus: 'FAILED',
    endDetail: 'CUDA out of memory',
    requestedAt: program.clock.now() - 2 * HOUR,
  });
  await drawn('other', { workerId: 'Box-91' });
  const answer = await ask({ action: 'getHistory', workerId: 'Box-9' });
  expect(await answer.json()).toMatchObject({
    worker_id: 'Box-9',
    generator: 'diffusion',
    month: {
      dreams: 2,
      failures: 1,
      gpu_seconds: 110,
      cost_usd: expect.closeTo(0.11),
      start_delay_seconds: 2,
    },
    dreams: [
      { session_id: 'kept', dream_name: 'Sea', job_status: 'DONE', fps: 15.5, cost_usd: expect.closeTo(0.1) },
      { session_id: 'lost', job_status: 'FAILED', end: 'CUDA out of memory' },
    ],
  });
  expect(await (await ask({ action: 'getHistory', workerId: 'nobody' })).json()).toMatchObject({
    month: { dreams: 0 },
    dreams: [],
  });
  await program.db.orm.delete(dreams);
});

const ask = (body: object) => admin.postJson('/api/admin/worker-data', body);
const read = async () => (await (await ask({ action: 'getWorkers' })).json()) as WorkersAnswer;

test(`workers’ figures for 24 hours add up from their dreams, on ${dialect}`, async () => {
  await drawn('one', { workerId: 'box-1', gpuSeconds: 100, startDelayMs: 2_000 });
  await drawn('two', { workerId: 'box-1', gpuSeconds: 80, startDelayMs: 4_000, jobStatus: 'FAILED' });
  await drawn('three', { workerId: 'box-2', gpuSeconds: 20, startDelayMs: null });
  await drawn('nobody', { workerId: null, jobStatus: 'FAILED' });
  const longAgo = program.clock.now() - 25 * HOUR;
  await drawn('old', { workerId: 'box-3', gpuSeconds: 900, requestedAt: longAgo - HOUR, endedAt: longAgo });

  const { workers, day, waiting, jobs } = await read();
  expect(workers.map(({ worker_id }) => worker_id).toSorted()).toEqual(['box-1', 'box-2']);
  expect(workers.find(({ worker_id }) => worker_id === 'box-1')).toMatchObject({
    state: 'gone',
    draining: false,
    generator: 'diffusion',
    version: 'sdxs',
    session_id: null,
    fps: null,
    dreams: 2,
    failures: 1,
    gpu_seconds: 180,
    start_delay_seconds: 3,
    cost_usd: expect.closeTo(0.18),
  });
  expect(day).toMatchObject({ dreams: 3, failures: 1, gpu_seconds: 200, start_delay_seconds: 3, jobs: 0 });
  expect(day.cost_usd).toBeCloseTo(0.2);
  expect({ waiting, jobs }).toEqual({ waiting: { queued: 0, reason: null }, jobs: [] });
});

test(`jobs at RunPod are listed with delay, duration and outcome, on ${dialect}`, async () => {
  const askedAt = program.clock.now() - HOUR;
  const job = { node: 'local', maxSeconds: 540, askedAt };
  await program.db.orm.insert(runpodJobs).values([
    {
      ...job,
      key: 'a',
      dreamId: 'one',
      jobId: 'rp-1',
      workerId: 'pod-1',
      outcome: 'served',
      startedAt: askedAt + 20_000,
      dialledAt: askedAt + 25_000,
      endedAt: askedAt + 60_000,
      gpuMs: 40_000,
    },
    { ...job, key: 'b', dreamId: 'two', askedAt: askedAt + 1, endedAt: askedAt + 2, outcome: 'refused' },
    { ...job, key: 'c', dreamId: 'three', jobId: 'rp-3', askedAt: askedAt + 2 },
  ]);
  const { jobs, day } = await read();
  expect(jobs.map(({ rp_job_id, outcome }) => [rp_job_id, outcome])).toEqual([
    ...[['rp-3', 'starting'] as const, [null, 'refused'] as const, ['rp-1', 'served'] as const],
  ]);
  expect(jobs[2]).toMatchObject({
    rp_worker_id: 'pod-1',
    session_id: 'one',
    start_delay_seconds: 25,
    gpu_seconds: 40,
  });
  expect(jobs[2]?.cost_usd).toBeCloseTo(0.04);
  expect(day).toMatchObject({ jobs: 3, failed_jobs: 1, gpu_seconds: 40 });
});

test(`a disconnected worker can’t receive orders, on ${dialect}`, async () => {
  for (const action of ['drain', 'resume', 'remove']) {
    expect((await ask({ action, workerId: 'box-1' })).status).toBe(404);
  }
  expect((await ask({ action: 'reboot', workerId: 'box-1' })).status).toBe(400);
});
