import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SyncVideoEncoder } from '../../modules/generator/video-coder.ts';
import { openKeyframeDecoder } from '../../modules/kit/images/frame-codecs.ts';
import { CODEC, type Codec } from '../../modules/protocol/codecs.ts';
import { readFrame } from '../../modules/protocol/frame.ts';
import { readAccessUnit } from '../../modules/protocol/h264.ts';
import { encodeSound } from '../../modules/protocol/sound.ts';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { holdsMark } from '../../modules/recordings/marks/mark-frame.ts';
import { heardIn } from '../../modules/recordings/testing/heard-in.ts';
import { isWatermarkId, watermarkFrom } from '../../modules/watermark/contract/watermark-id.ts';
import { openOpusEncoder } from '../../modules/worker/sound/opus-encoder.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import { readCredentials } from '../credentials.ts';
import { readZip } from '../read-zip.ts';
import { MARKED } from '../server.ts';
import type { FakeViewer } from './fake-viewer.ts';
import { HELLO, picture, SMALL, smallPicture } from './fake-worker.ts';
import { until } from './inbox.ts';
import { openStage, type Stage } from './stage.ts';

const SIZE = { width: 320, height: 180 };

let stage: Stage;
let encoder: SyncVideoEncoder;
beforeAll(async () => {
  stage = await openStage(MARKED);
  encoder = await openH264Encoder({ ...SIZE, fps: 16 });
});
afterEach(() => stage.clear());
afterAll(async () => {
  encoder.close();
  await stage.dispose();
});

let drawn = 0;
/** The next frame of a bar moving across grey. */
function draw(wantsKey = false): { accessUnit: Uint8Array; key: boolean } {
  drawn += 1;
  const data = new Uint8Array(SIZE.width * SIZE.height * 3).fill(90);
  for (let y = 0; y < SIZE.height; y += 1)
    data.fill(220, (y * SIZE.width + (drawn % 300)) * 3, (y * SIZE.width + (drawn % 300) + 20) * 3);
  if (wantsKey) encoder.keyframe();
  return encoder.encode({ data, ...SIZE, channels: 3 }, drawn * 62);
}

/** A worker that sends what is requested, and a record of what it sent. */
async function openVideoDream() {
  let codec: Codec = CODEC.jpeg;
  let wantsKey = true;
  let id = 0;
  const sent: { id: number; accessUnit: Uint8Array }[] = [];
  const { worker, viewer, sessionId } = await stage.dream({
    worker: {
      hello: { ...HELLO, codecs: [0, 1], ai: true, model: 'someone/a-model', licence: 'Apache-2.0' },
      onMessage(message) {
        if (message.type === 'start') codec = message.codec ?? CODEC.jpeg;
        if (message.type === 'codec') codec = message.codec;
        if (message.type === 'codec' || message.type === 'keyframe') wantsKey = true;
      },
    },
  });
  const send = (bytes: Uint8Array, key: boolean) => {
    id += 1;
    worker.send(newFrame({ id, at: Date.now(), codec, key }, bytes).message);
    return id;
  };
  return {
    worker,
    viewer,
    sessionId,
    sent,
    send,
    draw(count: number): void {
      for (; count > 0; count -= 1) {
        if (codec === CODEC.jpeg) {
          send(picture, true);
          continue;
        }
        const { accessUnit, key } = draw(wantsKey);
        wantsKey = false;
        sent.push({ id: send(accessUnit, key), accessUnit });
      }
    },
  };
}

const codecsOf = (viewer: FakeViewer, from = 0) =>
  viewer.frames.items.slice(from).map(({ message }) => {
    const frame = readFrame(message);
    return typeof frame === 'string' ? frame : `${frame.codec}${frame.key ? 'k' : ''}`;
  });

async function join(codecs?: string): Promise<FakeViewer> {
  const { websocketUrl } = await stage.admin.connectUntilReady();
  return stage.viewer(websocketUrl + (codecs ? `&codecs=${codecs}` : ''));
}

/**
 * Sends frames until the viewer has `count` more. @returns the codecs of these; later frames may already have arrived
 */
async function watch(dream: Awaited<ReturnType<typeof openVideoDream>>, viewer: FakeViewer, count: number) {
  const from = viewer.frames.items.length;
  const timer = setInterval(() => dream.draw(1), 40);
  await until('its pictures', () => viewer.frames.items.length >= from + count).finally(() =>
    clearInterval(timer),
  );
  return codecsOf(viewer, from).slice(0, count);
}

describe('a dream of a worker that sends video', () => {
  test('is video or JPEGs, as each viewer requests, and is kept as one video', async () => {
    const dream = await openVideoDream();
    const start = await dream.worker.reported('start');
    expect(start.codec).toBe(CODEC.h264);
    // The stage's own viewer lists no codecs.
    expect(await dream.worker.reported('codec')).toEqual({ type: 'codec', codec: CODEC.jpeg });
    dream.viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
    await dream.worker.reported('prompt');
    expect(await watch(dream, dream.viewer, 3)).toEqual(['0k', '0k', '0k']);

    const before = dream.worker.messages.items.length;
    const video = await join('1,0');
    await dream.worker.reported('codec', before);
    // The newest keyframe arrives immediately, possibly before counting starts.
    await watch(dream, video, 6);
    expect(codecsOf(video).slice(0, 6)).toEqual(['0k', '1k', '1', '1', '1', '1']);
    const again = await join('1,0');
    await watch(dream, again, 4);
    expect(codecsOf(again)[0]).toBe('1k');
    const asked = dream.worker.messages.items.length;
    again.send({ type: 'keyframe' });
    await dream.worker.reported('keyframe', asked);
    expect(await watch(dream, again, 4)).toContain('1k');
    again.send({ type: 'codecs', codecs: [0] });
    await dream.worker.reported('codec', asked);
    expect((await watch(dream, again, 5)).slice(-2)).toEqual(['0k', '0k']);
    again.send({ type: 'end' });
    await again.closed;
    await stage.admin.untilRecorded(dream.sessionId);
  });

  test('reaches a watcher who takes no video as a JPEG of each keyframe', async () => {
    const dream = await openVideoDream();
    const viewer = await join('1,0');
    viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
    await dream.worker.reported('prompt');
    await watch(dream, viewer, 2);
    const path = `/api/sessions/${dream.sessionId}/audience`;
    const { watchUrl } = (await stage.admin.call('PATCH', path, { open: true })).json;
    const url = `${stage.server.url.replace(/^http/, 'ws')}/watch/ws?id=${watchUrl.split('/').at(-1)}`;
    const [images, both] = [await stage.viewer(`${url}&codecs=0`), await stage.viewer(`${url}&codecs=1,0`)];
    await watch(dream, both, 20);
    expect(codecsOf(both).join('')).not.toContain('0');
    const { frameId, jpeg } = await images.frames.find('an image', () => true);
    const { width, height } = await sharp(jpeg).metadata();
    expect({ width, height }).toEqual(SIZE);
    expect(dream.sent.find(({ id }) => id === frameId)).toBeDefined();
    expect(new Set(codecsOf(images))).toEqual(new Set(['0k']));
    expect(await images.event('audience')).toMatchObject({ playable: true, images: true });
    expect(await both.event('audience')).not.toHaveProperty('images');
  });

  test('is copied into its video bit for bit', async () => {
    const dream = await openVideoDream();
    const viewer = await join('1,0');
    viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
    await dream.worker.reported('prompt');
    // The worker adds the watermark as it encodes, since it can't be added later.
    const { watermark } = await dream.worker.reported('start');
    expect(isWatermarkId(String(watermark))).toBe(true);
    // It can't be derived from the dream's URL.
    expect(watermark).not.toBe(watermarkFrom(dream.sessionId));
    const codecs = await watch(dream, viewer, 40);
    expect(new Set(codecs)).toEqual(new Set(['1k', '1']));
    viewer.send({ type: 'end' });
    await viewer.closed;
    await stage.admin.untilRecorded(dream.sessionId);
    const answer = await fetch(`${stage.server.url}/api/d/${dream.sessionId}.mp4`);
    const file = Buffer.from(await answer.arrayBuffer());
    const first = viewer.frames.items[0]?.frameId ?? 0;
    const shown = dream.sent.filter(
      ({ id }) => id >= first && id <= (viewer.frames.items.at(-1)?.frameId ?? 0),
    );
    let at = file.indexOf('mdat');
    for (const { accessUnit } of shown) {
      const next = file.indexOf(sliceOf(accessUnit), at);
      expect(next).toBeGreaterThan(at);
      at = next;
    }
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
    expect(file.subarray(file.indexOf('chpl')).indexOf('a quiet sea')).toBe(4 + 8 + 1 + 8 + 1);

    // The signed files leave the server unchanged, by every route.
    const { state, data } = await readCredentials('video/mp4', file);
    expect(state).toBe('Valid');
    expect(data('c2pa.actions.v2').actions[0]).toMatchObject({
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      softwareAgent: { name: 'fake', version: '1' },
    });
    expect(data('org.reverie.dream')).toMatchObject({ model: 'someone/a-model', licence: 'Apache-2.0' });
    const [prompt] = data('org.reverie.prompts');
    // Counted within the file, whatever numbers the generator used.
    expect(prompt).toEqual({ text: 'a quiet sea', frame: 0, seconds: 0 });
    const { server, admin } = stage;
    const headers = { cookie: admin.cookie, origin: server.url, 'content-type': 'application/json' };
    const body = JSON.stringify({ session_ids: [dream.sessionId] });
    const packed = await fetch(`${server.url}/api/sessions/archive`, { method: 'POST', headers, body });
    const entries = [...readZip(new Uint8Array(await packed.arrayBuffer()))];
    const [, video] = entries.find(([name]) => name.endsWith('.mp4')) ?? [];
    expect(file.equals(video ?? new Uint8Array())).toBe(true);
    for (const still of ['poster', 'thumbnail', 'filmstrip']) {
      const shown = await fetch(`${server.url}/api/sessions/${dream.sessionId}/${still}`, { headers });
      const seen = await readCredentials('image/jpeg', new Uint8Array(await shown.arrayBuffer()));
      expect(seen.state, still).toBe('Valid');
    }
  });

  test('continues at the next keyframe after invalid frames, and fails only if there are no valid ones', async () => {
    const dream = await openVideoDream();
    const viewer = await join('1,0');
    viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
    await dream.worker.reported('prompt');
    await watch(dream, viewer, 3);
    const before = dream.worker.messages.items.length;
    dream.send(Uint8Array.of(0, 0, 0, 1, 0x65, 1, 2, 3), true);
    const bad = dream.send(Uint8Array.of(9, 9, 9, 9, 9), false);
    const timer = setInterval(() => dream.draw(1), 40);
    await dream.worker.reported('keyframe', before);
    clearInterval(timer);
    await watch(dream, viewer, 3);
    const after = viewer.frames.items.findIndex(({ frameId }) => frameId > bad);
    expect(codecsOf(viewer, after)[0]).toBe('1k');
    for (let count = 0; count < 40; count += 1) dream.send(Uint8Array.of(0, 0, 1, 0x80, count), false);
    expect((await dream.worker.closed).reason).toContain('can’t be shown');
    await until('its end', async () => {
      const { json } = await stage.admin.call('GET', `/api/sessions/${dream.sessionId}`);
      return json.job_status === 'FAILED';
    });
  });

  test('uses a codec declared in its hello, or is rejected', async () => {
    const { worker, viewer } = await stage.liveDream();
    expect(viewer.frames.items).toHaveLength(1);
    worker.send(newFrame({ id: 9, at: 0, codec: CODEC.h264, key: true }, draw(true).accessUnit).message);
    expect((await worker.closed).reason).toContain('codec 1');
  });
});

describe('a dream’s sound', () => {
  test('reaches only those who want it, and its signed video', async () => {
    const { worker, viewer, sessionId } = await stage.dream({
      worker: {
        hello: { ...HELLO, ...SMALL, sound: { codec: 'opus', rate: 48_000, channels: 2 } },
        jpeg: smallPicture,
      },
    });
    expect(await worker.reported('start')).toMatchObject({ sound: true });
    viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
    await worker.reported('prompt');
    const opus = await openOpusEncoder();
    const tone = new Float32Array(1920).map((_, at) => Math.sin(at / 16) / 2);
    let packets = 0;
    const timer = setInterval(() => {
      worker.frame();
      for (let ahead = 0; ahead < 60; ahead += 20) {
        packets += 1;
        worker.send(encodeSound(packets, Date.now() + ahead, opus.encode(tone) ?? new Uint8Array(1)));
      }
    }, 60);
    try {
      await until('its pictures', () => viewer.frames.items.length >= 6);
      expect(packets).toBeGreaterThan(10);
      expect(viewer.sounds.items).toHaveLength(0);
      viewer.send({ type: 'sound', on: true });
      await viewer.sounds.find('sound', () => true);
      const { websocketUrl } = await stage.admin.connectUntilReady();
      const again = await stage.viewer(`${websocketUrl}&sound=1`);
      await until('its sound', () => again.sounds.items.length >= 30);
      again.send({ type: 'end' });
      await again.closed;
    } finally {
      clearInterval(timer);
      opus.close();
    }
    await stage.admin.untilRecorded(sessionId);
    const answer = await fetch(`${stage.server.url}/api/d/${sessionId}.mp4`);
    const file = Buffer.from(await answer.arrayBuffer());
    expect((await readCredentials('video/mp4', file)).state).toBe('Valid');
    const folder = await mkdtemp(joinPath(tmpdir(), 'reverie-heard-'));
    await writeFile(joinPath(folder, 'video.mp4'), file);
    const heard = await heardIn(joinPath(folder, 'video.mp4'));
    await rm(folder, { recursive: true });
    expect(heard?.loudness.filter((value) => value > 0.1).length).toBeGreaterThan(30);
  });

  test('must be in its worker’s hello', async () => {
    const { worker, viewer } = await stage.liveDream();
    worker.send(encodeSound(1, Date.now(), Uint8Array.of(1, 2, 3)));
    expect((await worker.closed).reason).toContain('sound');
    expect(viewer.sounds.items).toHaveLength(0);
  });
});

test('a frame encoded by a worker contains the watermark that it was given', async () => {
  const size = { width: 1280, height: 720 };
  const watermark = watermarkFrom('a dream');
  const marking = await openH264Encoder({ ...size, fps: 16, watermark });
  const data = new Uint8Array(size.width * size.height * 3).map((_, at) => 60 + ((at >> 5) % 90));
  const unit = marking.encode({ data, ...size, channels: 3 }, 0);
  marking.close();
  const decoded = openKeyframeDecoder('h264')(Buffer.from(unit.accessUnit));
  expect(decoded && holdsMark(decoded, watermark)).toBe(true);
  expect(decoded && holdsMark(decoded, watermarkFrom('another'))).toBe(false);
  decoded?.free();
});

test('parsing 10,000 damaged access units and headers doesn’t throw', () => {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 16;
  };
  const key = draw(true);
  const units = [key.accessUnit, draw().accessUnit];
  expect(readAccessUnit(key.accessUnit)).toMatchObject({
    set: { ...SIZE, codec: expect.stringMatching(/^avc1\.64/) },
  });
  for (let round = 0; round < 10_000; round += 1) {
    const unit = Uint8Array.from(units[round % 2] ?? []).subarray(
      0,
      round % 3 === 0 ? random() % 64 : undefined,
    );
    for (let changes = 1 + (random() % 6); changes > 0; changes -= 1) unit[random() % 64] = random();
    const read = readAccessUnit(unit);
    if (typeof read !== 'string' && read.set) expect(read.set.width).toBeGreaterThan(0);
  }
});

/** Its last unit, after the start code: the only slice. */
function sliceOf(accessUnit: Uint8Array): Buffer {
  const bytes = Buffer.from(accessUnit);
  return bytes.subarray(bytes.lastIndexOf(Buffer.of(0, 0, 1)) + 3);
}
