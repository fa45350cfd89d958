import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../wire/inbox.ts';
import { openStage, type Stage } from '../wire/stage.ts';
import { canListProcesses } from './processes.ts';

const LIMIT = 512;
const SOCKETS = 700;

let stage: Stage;
beforeAll(async () => {
  const start = `ulimit -n ${LIMIT} && exec "$0" src/start.ts`;
  stage = await openStage({ LOG_LEVEL: 'info' }, { command: ['sh', '-c', start, process.execPath] });
});
afterAll(async () => {
  await stage.clear();
  await stage.dispose();
});

test('running out of descriptors ends neither the program nor a live dream, and others can connect again', {
  timeout: 90_000,
}, async (context) => {
  if (!canListProcesses) context.skip('only Linux shows how many descriptors there are');
  const { worker, viewer } = await stage.liveDream();
  worker.stream();
  const { hostname, port } = new URL(stage.server.url);
  const sockets: Socket[] = Array.from({ length: SOCKETS }, () =>
    connect(Number(port), hostname).on('error', () => {}),
  );
  await until('the connections to be too many', () => stage.server.output().includes('no file descriptors'));
  const seen = viewer.frames.items.length;
  await until('more pictures', () => viewer.frames.items.length >= seen + 32);
  for (const socket of sockets) socket.destroy();
  await until('connections to be accepted', () => stage.server.output().includes('accepted again'));
  expect((await stage.admin.call('GET', '/readyz')).json).toMatchObject({ ready: true });
  expect(stage.server.isRunning()).toBe(true);
  expect(viewer.events.items.at(-1)).toMatchObject({ type: 'status', job_status: 'RUNNING' });
});
