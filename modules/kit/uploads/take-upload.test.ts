import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUploads } from './take-upload.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-uploads-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const uploads = () =>
  createUploads({
    what: 'recording',
    field: 'audio',
    maxBytes: 1024 * 1024,
    folder,
    hasRoomForBytes: async () => true,
  });

const HEAD = '--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\n';

/** A form that starts but is never completed. */
function slowForm() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
      controller.enqueue(Buffer.from(`${HEAD}sound`));
    },
    cancel() {
      body = undefined;
    },
  });
  const request = new Request('http://here.test/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: stream,
    duplex: 'half',
  } as RequestInit);
  return {
    request,
    isGivenUp: () => body === undefined,
    /** Resolves once the server has read the bytes. */
    async send(bytes: number) {
      body?.enqueue(new Uint8Array(bytes));
      await until(() => body === undefined || body.desiredSize === 1);
    },
  };
}

/** Polls by event-loop turns, because fake timers stand still. */
async function until(holds: () => boolean | Promise<boolean>) {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

test('a few people can’t use up all upload slots: people with none still get one', async () => {
  const take = uploads();
  const outcomes = new Map<string, number[]>();
  const begin = (person: string) =>
    take(slowForm().request, person, async () => {}).catch(({ status }: { status: number }) => {
      outcomes.set(person, [...(outcomes.get(person) ?? []), status]);
    });
  for (let n = 0; n < 8; n++) for (let each = 0; each < 5; each++) void begin(`greedy ${n}`);
  await vi.waitFor(() => expect(outcomes.get('greedy 7')).toEqual([429, 429, 429, 429]));
  expect(outcomes.get('greedy 0')).toEqual([429]);
  // Four people hold four slots each, the other four one each.
  for (let n = 0; n < 12; n++) void begin(`modest ${n}`);
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(32));
  void begin('too late');
  await vi.waitFor(() => expect(outcomes.get('too late')).toEqual([503]));
  expect([...outcomes.keys()].filter((person) => person.startsWith('modest'))).toEqual([]);
});

test('a nearly stalled upload loses its slot, a slow one doesn’t', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const take = uploads();
  const [still, slow] = [slowForm(), slowForm()];
  const ends: string[] = [];
  const watch = (name: string, { request }: typeof still) =>
    take(request, name, async () => {}).catch(({ status }: { status: number }) => {
      ends.push(`${name} ${status}`);
    });
  const both = [watch('still', still), watch('slow', slow)];
  // Folder creation and loading the parser take real time.
  await until(async () => (await readdir(folder)).length === 2);
  for (let second = 0; second < 30; second++) {
    await still.send(100);
    await slow.send(4 * 1024);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await until(() => ends.length > 0);
  expect([ends, slow.isGivenUp()]).toEqual([['still 408'], false]);
  await vi.advanceTimersByTimeAsync(31_000);
  await Promise.all(both);
  expect(ends).toEqual(['still 408', 'slow 408']);
});
