import { afterEach, expect, test } from 'vitest';
import type { SetupAnswer } from '../../modules/admin/contract/setup.ts';
import { openPeople } from '../people.ts';
import { freePort } from '../postgres.ts';
import { type RunningServer, startServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';
import { watchDream } from '../wire/watched-dream.ts';

let server: RunningServer | null = null;
afterEach(() => server?.dispose());

const setup = async (admin: Person, body: object = { action: 'getParts' }) =>
  (await admin.call('POST', '/api/admin/setup-data', body)).json as SetupAnswer;

const ready = (output: string) => output.match(/is ready:/g)?.length ?? 0;

test('a restart waits for live dreams and starts no new ones; requested again, it ends them', async () => {
  server = await startServer({ port: await freePort(), env: { WORKERS: 'fleet', WORKER_TOKEN } });
  const admin = await signInAsAdmin(server);
  const { sessionId, viewer } = await watchDream(server, admin);
  const seen = () => viewer.frames.items.length;

  const before = (await setup(admin)).restart;
  expect(before).toMatchObject({ liveDreams: 1, isWaiting: false, isPossible: true });
  await setup(admin, { action: 'restart', waits: true });
  expect((await setup(admin)).restart).toMatchObject({ liveDreams: 1, isWaiting: true });
  const so = seen();
  await until('the dream goes on', () => seen() > so + 10);
  expect(await admin.call('POST', '/api/stream/connect', {})).toMatchObject({
    status: 200,
    json: { sessionId },
  });
  const other = await openPeople(server.dataDir);
  const { name, value } = await other.cookie(await other.create('trial'), server.url);
  await other.close();
  expect(
    await createPerson(server, `${name}=${value}`).call('POST', '/api/stream/connect', {}),
  ).toMatchObject({
    status: 503,
    json: { error: 'The site is about to restart. Please try again in a few minutes.' },
  });
  expect(ready(server.output())).toBe(1);

  await setup(admin, { action: 'restart', waits: false });
  const after = await until('the next run', async () => {
    const answer = await setup(admin).catch(() => null);
    return answer?.restart?.run && answer.restart.run !== before.run && answer.restart;
  });
  expect(after).toMatchObject({ liveDreams: 0, isWaiting: false });
  expect(ready(server.output())).toBe(2);
  expect(await admin.untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
});
