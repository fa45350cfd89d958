import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FakeViewer, openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, type FakeWorker, HELLO } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInByMail } from '../wire/person.ts';
import { watchDream } from '../wire/watched-dream.ts';
import { type NodeGround, openNodeGround } from './node-ground.ts';

/** Maximum time from a node's last heartbeat to its takeover. */
const NOTICED_TIMEOUT_MS = 15_000;
/** Extra time for busy machines. */
const SPARE_MS = 5_000;
/** Enough to count the recorded frames; each one costs the server and the compiler. */
const FPS = 4;

let ground: NodeGround;
const open: (FakeWorker | FakeViewer)[] = [];
beforeAll(async () => {
  ground = await openNodeGround(2);
});
afterEach(async () => {
  const { sessionId, status } = await at(0).connect();
  if (status !== 'failed') await at(0).call('POST', '/api/stream/end', { sessionId });
  for (const one of open.splice(0)) {
    one.terminate();
    await one.closed;
  }
  // Until then, the next dream may be given to a worker that is gone.
  await until('the nodes miss their workers', async () => {
    const { json } = await at(0).call('POST', '/api/admin/worker-data', { action: 'getWorkers' });
    return json.workers.every(({ state }: { state: string }) => state === 'gone');
  });
});
afterAll(() => ground.dispose());

const at = (index: number) => ground.admins[index] as Person;
/** A signed-in person at one of the nodes; links in mails point to the first. */
async function newPerson(name: string, index: number): Promise<Person> {
  const { cookie } = await signInByMail(server(0), `${name}@example.com`);
  return createPerson(server(index), cookie);
}
const server = (index: number) => ground.servers[index] as NodeGround['servers'][number];

async function worker(index: number, hello: object = {}): Promise<FakeWorker> {
  const connected = await connectWorker(server(index), { hello: { ...HELLO, ...hello } });
  open.push(connected);
  return connected;
}

async function viewer(url: string): Promise<FakeViewer> {
  const opened = await openViewer(url);
  open.push(opened);
  return opened;
}

test('an API token works on every node, and revoking it on one closes its socket on another', async () => {
  const made = await at(0).call('POST', '/api/tokens', { name: 'script', scopes: ['stream'], days: 1 });
  expect(made.status).toBe(201);
  const call = (node: number, path: string) =>
    fetch(`${server(node).url}${path}`, {
      method: path.endsWith('connect') ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${made.json.token}` },
    });
  await worker(1);
  let websocketUrl = '';
  await until('the dream is ready', async () => {
    const answer = (await (await call(0, '/api/stream/connect')).json()) as { websocketUrl: string | null };
    websocketUrl = answer.websocketUrl ?? '';
    return websocketUrl !== '';
  });
  expect(websocketUrl).toContain(new URL(server(1).url).host);
  const watching = await viewer(websocketUrl);
  const revokedAt = performance.now();
  expect((await at(0).call('DELETE', `/api/tokens/${made.json.id}`, {})).status).toBe(200);
  expect(await watching.closed).toMatchObject({ code: 1008 });
  expect(performance.now() - revokedAt).toBeLessThan(1_000 + SPARE_MS);
  for (const node of [0, 1]) expect((await call(node, '/api/stream/check-access')).status).toBe(401);
});

test('a dream queued on one node is rendered by a worker on another, and watched there', async () => {
  const waiting = await at(0).connect();
  expect(waiting).toMatchObject({ status: 'queued', queuePosition: 1 });
  expect(await at(1).connect()).toMatchObject({
    sessionId: waiting.sessionId,
    status: 'queued',
    queuePosition: 1,
  });
  const drawing = await worker(1);
  const { sessionId, websocketUrl } = await at(0).connectUntilReady();
  expect(sessionId).toBe(waiting.sessionId);
  expect(websocketUrl).toContain(new URL(server(1).url).host);
  const watching = await viewer(websocketUrl);
  watching.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await drawing.reported('prompt');
  drawing.frame();
  await watching.frames.find('a picture', () => true);
  const watchId = await openTo(at(0), sessionId, {});
  // Either node leads a watcher to the node with the dream, and closing the link on either one ends all connections.
  const watchers = await Promise.all([0, 1].map((node) => watchAt(node, watchId)));
  for (const watcher of watchers) await watcher.frames.find('a picture', () => true);
  const closedAt = performance.now();
  await openTo(at(0), sessionId, { open: false });
  for (const watcher of watchers) expect((await watcher.closed).code).toBe(4004);
  expect(performance.now() - closedAt).toBeLessThan(1_000 + SPARE_MS);
  expect((await lookAt(0, watchId)).state).toBe('closed');
  await until('both nodes say that it runs', async () => {
    const answers = await Promise.all(
      [0, 1].map((node) => at(node).call('GET', `/api/stream/status?sessionId=${sessionId}`)),
    );
    return answers.every(({ json }) => json.job_status === 'RUNNING' && json.time_left > 250);
  });
  // Its tape is on that node, too.
  const dream = `/api/sessions/${sessionId}`;
  await until('a frame of its past', async () => {
    const { status, text } = await at(0).call('GET', `${dream}/rewind/frames?at=0`);
    return status === 200 && text.length > 1000;
  });
  const clip = await at(0).call('POST', `${dream}/clips`, { key: 'from-elsewhere' });
  expect(clip.status, clip.text).toBe(201);
  const ended = await at(0).call('POST', '/api/stream/end', { sessionId });
  expect(ended.json).toEqual({ job_status: 'DONE' });
  expect(await at(0).call('POST', `${dream}/clips`, { key: 'after-the-end' })).toMatchObject({ status: 409 });
  expect((await watching.closed).code).toBe(1000);
  expect(await at(0).untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
  await at(0).untilRecorded(clip.json.session_id);
});

test('an admin sees and stops dreams on another node, and a sign-out reaches it within a second', async () => {
  const drawing = await worker(1, { worker_id: 'box-1' });
  const { sessionId, websocketUrl } = await at(0).connectUntilReady();
  const watching = await viewer(websocketUrl);
  await until('it is seen at work from the other node', async () => {
    const { json } = await at(0).call('POST', '/api/admin/worker-data', { action: 'getWorkers' });
    const { worker_id, state, session_id } = json.workers[0];
    return worker_id === 'box-1' && state === 'drawing' && session_id === sessionId;
  });
  const stopped = await at(0).call('POST', '/api/admin/stop-session', { sessionId });
  expect(stopped.status).toBe(200);
  expect((await watching.closed).code).toBe(1000);
  await drawing.reported('stop');
});

test('a sign-out closes its sockets on other nodes within a second', async () => {
  const person = await newPerson('sleeper', 0);
  await worker(1);
  const { sessionId, websocketUrl } = await person.connectUntilReady();
  const watching = await viewer(websocketUrl);
  await watching.event('status');
  const began = performance.now();
  await person.call('POST', '/api/auth/logout');
  expect((await watching.closed).code).toBe(1008);
  expect(performance.now() - began).toBeLessThan(1_500);
  await at(0).call('POST', '/api/admin/stop-session', { sessionId });
});

test('a suspended person is signed out on every node within a second, and their live dream ends uncounted', async () => {
  const drawing = await worker(1, { worker_id: 'box-4' });
  const dreamer = await newPerson('suspended', 1);
  const userId = (await dreamer.call('GET', '/api/session')).json.user.id;
  const { sessionId, websocketUrl } = await dreamer.connectUntilReady();
  const watching = await viewer(websocketUrl);
  watching.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await drawing.reported('prompt');
  drawing.frame();
  await watching.frames.find('a picture', () => true);
  const reason = 'It was abuse.';
  const suspend = (id: string) =>
    at(0).call('POST', '/api/admin/person-data', { action: 'suspend', userId: id, reason });
  // A watcher first, whose connection ends; they may only come back as a guest.
  const watchId = await openTo(dreamer, sessionId, { signedIn: true });
  const fan = await newPerson('fan', 1);
  const [theirs, own] = [await watchAt(0, watchId, fan), await watchAt(0, watchId, dreamer)];
  expect((await suspend((await fan.call('GET', '/api/session')).json.user.id)).status).toBe(200);
  expect((await theirs.closed).code).toBe(1008);
  expect((await lookAt(0, watchId, fan)).state).toBe('sign-in');
  const asked = performance.now();
  const suspended = suspend(userId);
  await watching.closed;
  expect(performance.now() - asked).toBeLessThan(1_500);
  await own.closed;
  await drawing.reported('stop');
  expect((await suspended).status).toBe(200);
  for (const node of [0, 1]) {
    const there = createPerson(server(node), dreamer.cookie);
    expect((await there.call('GET', '/api/session')).status).toBe(401);
  }
  const life = await at(0).call('POST', '/api/admin/dream-data', { action: 'getDream', sessionId });
  expect(life.json).toMatchObject({ job_status: 'ABORTED', counted: false });
});

test('one queue for all nodes: the person who has waited longest is served first', async () => {
  const people = await Promise.all(['first', 'second', 'third'].map((name, i) => newPerson(name, i % 2)));
  for (const [i, person] of people.entries()) {
    const { json } = await person.call('POST', '/api/stream/connect', {});
    expect(json.status).toBe('queued');
    await until('its place is known', async () => {
      const again = await person.call('POST', '/api/stream/connect', {});
      return again.json.queuePosition === i + 1;
    });
  }
  for (const [i, person] of people.entries()) {
    const drawing = await worker((i + 1) % 2);
    const { sessionId } = await person.connectUntilReady();
    for (const later of people.slice(i + 1))
      expect((await later.call('POST', '/api/stream/connect', {})).json.status).toBe('queued');
    drawing.terminate();
    await until('it has ended', async () => {
      const { json } = await person.call('GET', `/api/stream/status?sessionId=${sessionId}`);
      return json.job_status === 'FAILED';
    });
  }
});

test('calls are counted across all nodes', async () => {
  const person = await newPerson('counter', 0);
  const elsewhere = createPerson(server(1), person.cookie);
  const ask = (one: Person) => one.call('GET', '/api/sessions?q=x');
  const answers = [];
  for (let i = 0; i < 65; i++) answers.push(await ask(person), await ask(elsewhere));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9);
  expect(answers.slice(0, 118).every(({ status }) => status === 200)).toBe(true);
});

test('a joining node is known to the others before their next poll', async () => {
  const joined = await ground.start();
  const connected = await connectWorker(joined, { hello: { ...HELLO, worker_id: 'newcomer' } });
  open.push(connected);
  const began = performance.now();
  await until('the other one lists its worker', async () => {
    const { json } = await at(0).call('POST', '/api/admin/worker-data', { action: 'getWorkers' });
    return json.workers.some((one: { worker_id: string }) => one.worker_id === 'newcomer');
  });
  expect(performance.now() - began).toBeLessThan(1_500);
});

describe('a lost node', () => {
  // Both at once, the second being the node that joined: detecting two lost nodes takes no longer than one.
  test('has its dreams closed by another node, kept as videos and not counted, whether killed or frozen', async () => {
    const killed = await dreamOn(1, 'killed');
    const frozen = await dreamOn(2, 'frozen');
    await Promise.all([killed, frozen].map(forSixSeconds));
    expect(await used(killed.person)).toBe(1);
    await server(1).kill();
    process.kill(server(2).pid, 'SIGSTOP');
    try {
      expect(await untilClosed(killed.person, killed.sessionId)).toBeLessThan(NOTICED_TIMEOUT_MS + SPARE_MS);
      await untilClosed(frozen.person, frozen.sessionId);
      for (const { person, sessionId } of [killed, frozen]) {
        expect(await person.untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
        expect(await used(person)).toBe(0);
        // Everything except the open 4 s segment and the segment being uploaded.
        expect(await storedFrames(sessionId)).toBeGreaterThan(8);
      }
      await until('what was made into a video is not kept twice', () => leftTapes().length === 0);
    } finally {
      process.kill(server(2).pid, 'SIGCONT');
    }
    // When it resumes, it releases the dreams that it had.
    expect((await frozen.viewer.closed).code, 'asked to connect again').toBe(1012);
    const again = createPerson(server(2), frozen.cookie);
    await until('it registers again', () => server(2).output().includes('registering again'));
    const { json } = await again.call('GET', `/api/stream/status?sessionId=${frozen.sessionId}`);
    expect(json.job_status).toBe('DONE');
    await until('what it still sent is gone', () => leftTapes().length === 0);
    const next = await again.connect();
    expect(next.sessionId).not.toBe(frozen.sessionId);
    await again.call('POST', '/api/stream/end', { sessionId: next.sessionId });
  });

  test('that alone loses the database disconnects its viewers, and starts over once it is back', async () => {
    const { person, sessionId, viewer, worker, cookie } = await dreamOn(2, 'cut-off');
    await forSixSeconds({ viewer });
    await until('a part of it is stored', () => leftTapes().some((key) => key.includes(sessionId)));
    const link = ground.databaseLinks[2];
    await link?.disturb('stopped');
    // Hardly any frames, since nobody sees them until the node notices, and all of them would be compiled.
    worker.stream(1 / 60);
    try {
      expect((await viewer.closed).code, 'asked to connect again').toBe(1012);
      await untilClosed(person, sessionId);
      await person.untilRecorded(sessionId);
    } finally {
      await link?.mend();
    }
    expect(await used(person)).toBe(0);
    const again = createPerson(server(2), cookie);
    await until('it begins anew', async () => {
      const { status, json } = await again.call('GET', `/api/stream/status?sessionId=${sessionId}`);
      return status === 200 && json.job_status === 'DONE';
    });
    await until('what it still sent is gone', () => leftTapes().length === 0);
    await until('it is well', async () => (await fetch(`${server(2).url}/readyz`)).status === 200);
  });
});

test('a stopping node hands its queue to another, and reports that it isn’t ready', async () => {
  // The second was killed; the third has recovered.
  const third = server(2);
  const person = await newPerson('mover', 2);
  const { sessionId } = await person.connect();
  await worker(2, { job_id: 'of-none' });
  const watchId = await openTo(person, sessionId, {});
  const early = await watchAt(2, watchId);
  process.kill(third.pid, 'SIGTERM');
  // Its audience comes along.
  expect((await early.closed).code).toBe(1012);
  expect(await lookAt(0, watchId)).toMatchObject({ state: 'waiting' });
  const moved = await watchAt(0, watchId);
  await third.exited;
  const here = createPerson(server(0), person.cookie);
  expect(await here.connect()).toMatchObject({ sessionId, status: 'queued' });
  await worker(0);
  expect((await here.connectUntilReady()).sessionId).toBe(sessionId);
  await here.call('POST', '/api/stream/end', { sessionId });
  expect((await moved.closed).code).toBe(1000);
});

/** Opens a dream to an audience, or changes that. @returns the link's id */
async function openTo(dreamer: Person, sessionId: string, choice: object): Promise<string> {
  const { json } = await dreamer.call('PATCH', `/api/sessions/${sessionId}/audience`, {
    open: true,
    ...choice,
  });
  return json.watchUrl?.split('/').at(-1) ?? '';
}

/** The state of an audience's link, for a guest or with a person's login. */
const lookAt = async (node: number, watchId: string, person?: Person) =>
  (await createPerson(server(node), person?.cookie).call('GET', `/api/watch/${watchId}`)).json;

async function watchAt(node: number, watchId: string, person?: Person): Promise<FakeViewer> {
  let url: string | null = null;
  await until('the link leads to a socket', async () => {
    url = (await lookAt(node, watchId, person)).websocketUrl;
    return url !== null;
  });
  return viewer(url ?? '');
}

/** A person whose dream runs on the given node. */
async function dreamOn(index: number, name: string) {
  const { cookie } = await signInByMail(server(0), `${name}@example.com`);
  const person = createPerson(server(0), cookie);
  const { sessionId, worker, viewer } = await watchDream(server(index), person, { pictures: 1, fps: FPS });
  open.push(worker, viewer);
  return { person, sessionId, viewer, worker, cookie };
}

/** Longer than a recording segment, which is stored after four seconds. */
const forSixSeconds = ({ viewer }: { viewer: FakeViewer }) =>
  until('six seconds of pictures', () => viewer.frames.items.length > 6 * FPS);

const used = async (person: Person) => (await person.call('GET', '/api/stream/check-access')).json.used;

async function storedFrames(sessionId: string): Promise<number> {
  const client = new pg.Client(ground.postgres.url);
  await client.connect();
  const { rows } = await client.query('SELECT frames FROM dreams WHERE id = $1', [sessionId]);
  await client.end();
  return rows[0].frames;
}

const leftTapes = () =>
  [...(ground.s3.bucket?.objects.keys() ?? [])].filter((key) => key.includes('/tapes/'));

async function untilClosed(person: Person, sessionId: string): Promise<number> {
  const began = performance.now();
  await until('it is closed', async () => {
    const { json } = await person.call('GET', `/api/stream/status?sessionId=${sessionId}`);
    return !['PENDING', 'RUNNING'].includes(json.job_status);
  });
  return performance.now() - began;
}
