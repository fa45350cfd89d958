import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import type { Visitor } from '../../../tests/program.ts';
import { readZip } from '../../../tests/read-zip.ts';
import { startS3Ground } from '../../../tests/s3-peer/ground.ts';
import { newId } from '../../kit/ids.ts';
import { createDreamsStore } from '../store.ts';
import {
  type BoardGround,
  hide,
  rename,
  type Someone,
  send,
  startBoardGround,
} from '../testing/board-ground.ts';
import { planArchive, writeArchive } from './archive.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

const DAY = Date.parse('2026-03-03T12:00:00Z');

/** A dream with a video of the given size. */
async function filmed(person: Someone, name: string | null, bytes: number, on = ground): Promise<string> {
  const videoKey = `dreams/${newId()}/video.mp4`;
  await on.program.storage.put(videoKey, new Uint8Array(bytes).fill(bytes % 251), 'video/mp4');
  const id = await on.dreamOf(person, { videoKey, startedAt: DAY });
  if (name) await rename(person, id, name);
  return id;
}
const pack = (person: Visitor, session_ids: unknown) =>
  send(person, 'POST', '/api/sessions/archive', { session_ids });
const zipOf = async (answer: Response) => readZip(new Uint8Array(await answer.arrayBuffer()));

describe(`an archive on ${dialect}`, () => {
  test('contains the requested videos under safe, unique names, and lists missing ones', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const [one, two, third] = [
      await filmed(person, 'Low/tide', 1000),
      await filmed(person, 'low tide', 300_000),
      await filmed(person, null, 7),
    ];
    const made = await ground.dreamOf(person, { serverStatus: 'PROCESSING', startedAt: DAY });
    const empty = await ground.dreamOf(person, { serverStatus: 'EMPTY', startedAt: DAY });
    const lost = await ground.dreamOf(person, { videoKey: 'dreams/lost/video.mp4', startedAt: DAY });
    const gone = await filmed(person, 'Gone', 5);
    await hide(person, [gone]);
    const theirs = await filmed(other, 'Secret', 5);
    const answer = await pack(person, [one, two, third, made, empty, lost, gone, theirs, one]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="dreams-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(answer.headers.get('x-archive-left-out')).toBe('5');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get('x-archive-bytes')).toBe(String(bytes.length));
    const files = readZip(bytes);
    expect([...files].map(([name, { length }]) => [name, length]).slice(0, 3)).toEqual([
      ['Low tide (2026-03-03).mp4', 1000],
      ['low tide (2026-03-03) 2.mp4', 300_000],
      ['untitled (2026-03-03).mp4', 7],
    ]);
    expect(files.get('low tide (2026-03-03) 2.mp4')?.every((byte) => byte === 300_000 % 251)).toBe(true);
    const list = new TextDecoder().decode(files.get('Not in this archive.txt'));
    expect(list.split('\r\n')).toEqual([
      'untitled (2026-03-03): its video is still being made',
      'untitled (2026-03-03): it has no video',
      'untitled (2026-03-03): its video is missing',
      `${gone}: not one of your dreams, or deleted`,
      `${theirs}: not one of your dreams, or deleted`,
      '',
    ]);
    expect([...(await zipOf(await pack(person, [third]))).keys()]).toEqual(['untitled (2026-03-03).mp4']);
  });

  test('can also be requested by a form, whose refusal is a page', async () => {
    const person = await ground.someone();
    const ids = [await filmed(person, 'One', 3), await filmed(person, 'Two', 4)];
    const form = (fields: [string, string][]) =>
      person.send('POST', '/api/sessions/archive', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: new URLSearchParams(fields).toString(),
      });
    const answer = await form(ids.map((id) => ['session_ids', id]));
    expect((await zipOf(answer)).size).toBe(2);
    expect((await zipOf(await form([['session_ids', ids[0] ?? '']]))).size).toBe(1);
    const refused = await form([['session_ids', 'nothing']]);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(await refused.text()).toContain('None of these dreams has a video.');
    expect((await form([])).status).toBe(400);
  });

  test('is limited in size, and only contains the person’s own dreams', async () => {
    const [person, other] = [await ground.someone(), await ground.someone('admin')];
    const id = await filmed(person, 'Mine', 3);
    const refused = await pack(other, [id]);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { error: 'None of these dreams has a video.', code: 'no-video' },
    ]);
    for (const odd of [[], 'x', [7], undefined, Array(501).fill('x')]) {
      expect((await pack(person, odd)).status).toBe(400);
    }
    for (let more = 0; more < 30; more += 1) await (await pack(person, [id])).arrayBuffer();
    const late = await pack(person, [id]);
    expect([late.status, late.headers.has('retry-after')]).toEqual([429, true]);
  });

  test('is read from a bucket as from a folder', async () => {
    const s3 = await startS3Ground();
    const there = await startBoardGround(s3.settings(newId()));
    try {
      const person = await there.someone();
      const ids = [await filmed(person, 'One', 700_000, there), await filmed(person, 'Two', 1, there)];
      const answer = await pack(person, ids);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(answer.headers.get('x-archive-bytes')).toBe(String(bytes.length));
      expect([...readZip(bytes).values()].map(({ length }) => length)).toEqual([700_000, 1]);
    } finally {
      await there.program.stop();
      await s3.stop();
    }
  });

  test('closes its file when the reader stops, and fails if a video changed in the meantime', async () => {
    const person = await ground.someone();
    const [id, other] = [await filmed(person, 'Long', 2_000_000), await filmed(person, 'Short', 10)];
    const { storage } = ground.program;
    const store = createDreamsStore(ground.program.db);
    let open = 0;
    const watched = {
      ...storage,
      async open(key: string) {
        const file = await storage.open(key);
        if (!file) return null;
        const reader = file.stream.getReader();
        open += 1;
        let isOpen = true;
        const close = () => {
          if (isOpen) open -= 1;
          isOpen = false;
        };
        const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
          async pull(controller) {
            const { value } = await reader.read();
            if (value) return controller.enqueue(value);
            close();
            controller.close();
          },
          async cancel() {
            close();
            await reader.cancel();
          },
        });
        return { ...file, stream };
      },
    };
    const plan = await planArchive({ store, storage }, person.id, { ids: [id, other] });
    const left = writeArchive(watched, plan).getReader();
    for (let piece = 0; piece < 4; piece += 1) await left.read();
    expect(open).toBe(1);
    await left.cancel();
    expect(open).toBe(0);

    const key = plan.files[1]?.key ?? '';
    await storage.put(key, new Uint8Array(11), 'video/mp4');
    await expect(new Response(writeArchive(watched, plan)).arrayBuffer()).rejects.toThrow('changed');
    expect(open).toBe(0);
  });
});
