import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { WorkersAnswer } from '../../modules/admin/contract/workers.ts';
import { type RunpodServer, startRunpodServer } from '../engines/runpod-server.ts';
import { startSdcppPeer } from '../engines/sdcpp-peer.ts';
import { openPeople } from '../people.ts';
import { until } from './inbox.ts';
import { createPerson } from './person.ts';
import { openStage, type Stage } from './stage.ts';

let runpod: RunpodServer;
let engine: Awaited<ReturnType<typeof startSdcppPeer>>;
let stage: Stage;
beforeAll(async () => {
  runpod = await startRunpodServer();
  engine = await startSdcppPeer({ faults: 0 });
  stage = await openStage({ ...runpod.serverEnv, GPU_USD_PER_HOUR: '2.4', RUNPOD_MAX_JOBS: '1' });
});
afterAll(async () => {
  await stage?.dispose();
  await runpod?.stop();
  await engine?.stop();
});

/** `bun run worker --runpod`, as RunPod's image starts it. */
function startWorker(workerId: string) {
  const child = spawn(process.execPath, ['src/worker.ts', '--runpod'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'warn',
      GENERATOR: 'sdcpp',
      ENGINE_URL: engine.url,
      ...runpod.workerEnv(workerId),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const workersView = async () =>
  (await stage.admin.call('POST', '/api/admin/worker-data', { action: 'getWorkers' })).json as WorkersAnswer;

const jobOf = (sessionId: string) =>
  until('its job', () => [...runpod.peer.jobs.values()].find(({ input }) => input.session_id === sessionId));

test('a dream is rendered by a worker that RunPod starts for it, and its job ends with it', async () => {
  const { admin } = stage;
  const { peer } = runpod;
  const first = await admin.connect();
  expect(first).toMatchObject({ status: 'queued', queuePosition: 1 });
  const job = await jobOf(first.sessionId);
  expect(job.policy.executionTimeout).toBeGreaterThan(300_000);
  expect(job.policy.ttl).toBeGreaterThan(job.policy.executionTimeout);
  expect(await admin.connect()).toMatchObject({ status: 'queued', note: 'Starting a GPU…' });

  const worker = startWorker('pod-1');
  const { sessionId, websocketUrl } = await admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await viewer.frames.find('a picture', () => true);
  const { json: running } = await admin.call('GET', `/api/sessions?session_id=${sessionId}`);
  expect(JSON.stringify(running)).toContain(job.id);
  await until('a ping', () => peer.calls.includes('GET ping'));

  await admin.call('POST', '/api/stream/end', { sessionId });
  await until('the job’s end', () => job.status === 'COMPLETED');
  expect(job.output).toMatchObject({ session_id: sessionId });
  expect((job.output as { frames: number }).frames).toBeGreaterThan(0);
  await until('the webhook', async () => (await runpod.webhooks.at(-1)?.status) === 200);
  expect(peer.calls).not.toContain('POST cancel');

  const reported = await until('its figures', async () => {
    const [row] = (await workersView()).jobs;
    return row?.gpu_seconds ? row : null;
  });
  expect(reported).toMatchObject({
    rp_job_id: job.id,
    rp_worker_id: 'pod-1',
    session_id: sessionId,
    outcome: 'served',
    gpu_seconds: ((job.endedAt ?? 0) - (job.startedAt ?? 0)) / 1000,
  });
  expect(reported.start_delay_seconds).toBeGreaterThan(0);
  expect(reported.cost_usd).toBeCloseTo(((reported.gpu_seconds ?? 0) / 3600) * 2.4);

  // The ticket is no longer valid, and neither is a guessed webhook URL.
  await expect(dial(job.input.ticket)).rejects.toThrow('401');
  const guess = (job.webhook ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect(
    (await fetch(guess, { method: 'POST', body: JSON.stringify({ id: job.id, status: 'FAILED' }) })).status,
  ).toBe(404);
  await worker.stop();
});

test('a person who leaves before a worker comes leaves no job behind; others queue at the ceiling', async () => {
  const { admin } = stage;
  const { sessionId } = await admin.connect();
  const job = await jobOf(sessionId);
  const people = await openPeople(stage.server.dataDir);
  const { value } = await people.cookie(await people.create('admin'), stage.server.url);
  await people.close();
  const other = createPerson(stage.server, `sid=${value}`);
  const inLine = {
    status: 'queued',
    queuePosition: 2,
    note: 'All GPUs are in use. You keep your place in line.',
  };
  await until('the ceiling', async () => (await other.connect()).note === inLine.note, undefined, 100);
  const waiting = await other.connect();
  expect(waiting).toMatchObject(inLine);
  expect((await workersView()).waiting).toEqual({
    queued: 2,
    reason: 'All jobs are in use: RUNPOD_MAX_JOBS allows 1 at a time.',
  });

  await admin.call('POST', '/api/stream/end', { sessionId });
  await until('its cancellation', () => job.status === 'CANCELLED');
  const next = await jobOf(waiting.sessionId);
  await other.call('POST', '/api/stream/end', { sessionId: waiting.sessionId });
  await until('its cancellation', () => next.status === 'CANCELLED');
});

test('a job that RunPod cancels stops rendering', async () => {
  const { admin } = stage;
  const { peer } = runpod;
  const worker = startWorker('pod-2');
  const { sessionId, websocketUrl } = await admin.connectUntilReady();
  const job = await jobOf(sessionId);
  const viewer = await stage.viewer(websocketUrl);
  peer.finish(job, 'CANCELLED');
  expect((await viewer.closed).code).toBe(4002);
  expect(job.stopReported).toBe(true);
  await worker.stop();
});

function dial(ticket: string): Promise<void> {
  const socket = new WebSocket(`${stage.server.url.replace(/^http/, 'ws')}/worker`, {
    headers: { authorization: `Bearer ${ticket}` },
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
}
