import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startComfyuiPeer } from '../engines/comfyui-peer.ts';
import { FAL_KEY, startFalPeer } from '../engines/fal-peer.ts';
import { startLcmPeer } from '../engines/lcm-peer.ts';
import { colourOf, distance, meanColour, paint } from '../engines/peer-images.ts';
import { startSdcppPeer } from '../engines/sdcpp-peer.ts';
import { inTheSuite } from '../long-test.ts';
import { startServer } from '../server.ts';
import { createEngineBeds } from './engine-beds.ts';
import { until } from './inbox.ts';
import { signInAsAdmin } from './person.ts';
import { receipt, turned, turnsInto } from './seen-colours.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
const { worker, peer, closeAll } = createEngineBeds(() => stage.server.url);
beforeAll(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.clear();
  await closeAll();
});
afterAll(() => stage.dispose());

/** An image that is a program: converting it to JPEG would mean running it. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>';

const MOOD = { faults: 0.12, seed: 5 };
const PROMPTS = { first: 'a red desert', second: 'a deep sea' };

const ENGINES: [
  what: string,
  name: string,
  start: () => Promise<{ url: string; faults: string[]; stop(): Promise<void> }>,
  /** a live control of it, with its default */
  control: [name: string, preset: number],
][] = [
  ['comfyui', 'comfyui', () => startComfyuiPeer(MOOD), ['strength', 0.5]],
  ['sdcpp', 'sdcpp', () => startSdcppPeer(MOOD), ['strength', 0.5]],
  ['clips of sdcpp', 'sdcpp', () => startSdcppPeer({ ...MOOD, clipMs: 300 }), ['guidance', 1.5]],
  ['lcm', 'lcm', () => startLcmPeer(MOOD), ['strength', 0.5]],
  ['fal', 'fal', () => startFalPeer(MOOD), ['strength', 0.5]],
];

// The suite runs a whole dream on one of them; the tests below cover the rest.
describe.each(inTheSuite(ENGINES, ([what]) => what === 'comfyui'))(
  '%s',
  (_, name, start, [control, preset]) => {
    test('renders a dream with correct receipts and a video despite its random faults', async () => {
      const engine = await peer(start());
      const started = await worker({
        GENERATOR: name,
        ENGINE_URL: engine.url,
        ...(name === 'fal' && { ENGINE_KEY: FAL_KEY }),
      });
      const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
      const steps = [...started.output().matchAll(/"event":"([^"]+ is loading [^"]+)"/g)].map(
        ([, step]) => step,
      );
      expect(steps).toEqual([...new Set(steps)]);
      const viewer = await stage.viewer(websocketUrl);
      expect(await viewer.event('generator')).toMatchObject({ name });
      expect(await viewer.event('controls')).toMatchObject({ values: { [control]: preset, seed: 0 } });
      viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
      await receipt(viewer, 'first');
      viewer.send({ type: 'control', name: control, value: preset * 2 });
      expect(await viewer.event('control')).toMatchObject({ name: control, value: preset * 2 });
      await turnsInto(viewer, PROMPTS.first);
      viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
      const at = await receipt(viewer, 'second');
      await turnsInto(viewer, PROMPTS.second);
      // exact to the frame: its colour starts to change there and not before
      expect(await turned(viewer, at - 1, PROMPTS)).toBeLessThan(0.08);
      expect(await turned(viewer, at, PROMPTS)).toBeGreaterThan(0.01);
      await until('something went wrong', () => engine.faults.length > 0);
      expect(viewer.isClosed).toBe(false);

      viewer.send({ type: 'end' });
      expect((await viewer.closed).code).toBe(1000);
      expect(await stage.admin.untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
    });
  },
);

describe('a start image', () => {
  test('is cropped to the frame, kept for its owner, rendered first, and listed in the timeline', async () => {
    const engine = await peer(startSdcppPeer({ faults: 0 }));
    await worker({ GENERATOR: 'sdcpp', ENGINE_URL: engine.url });
    const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    const give = async (bytes: Uint8Array, control = 'picture') => {
      const form = new FormData();
      form.set('session_id', sessionId);
      form.set('control', control);
      form.set('picture', new Blob([Uint8Array.from(bytes)]), 'mine.png');
      const { status, json } = await stage.admin.call('POST', '/api/stream/picture', form);
      return { status, json };
    };
    const tall = await paint({ width: 400, height: 700 }, colourOf('my garden'), null, 1);
    expect(await give(Buffer.from(SVG))).toMatchObject({
      status: 415,
      json: { error: expect.stringContaining('Unsupported image') },
    });
    expect(await give(tall, 'seed')).toEqual({
      status: 409,
      json: { error: 'Seed doesn’t accept images.', code: 'control' },
    });
    const given = await give(tall);
    expect(given).toMatchObject({ status: 200, json: { control: 'picture' } });
    const { value } = given.json as { value: string };
    expect(await viewer.event('control')).toEqual({ type: 'control', name: 'picture', value });
    const address = `/api/sessions/${sessionId}/pictures/${value.split(':')[1]}`;
    const kept = await pictureAt(address);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 720 });
    expect(distance(await meanColour(kept), colourOf('my garden'))).toBeLessThan(6);

    viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
    await receipt(viewer, 'first');
    const [, first] = engine.asked;
    const base = Buffer.from(first?.init_images?.[0] ?? '', 'base64');
    expect(distance(await meanColour(base), colourOf('my garden'))).toBeLessThan(6);
    expect(await give(tall)).toMatchObject({
      json: { error: 'Start image is fixed once you’ve sent a prompt.' },
    });
    viewer.send({ type: 'end' });
    await viewer.closed;
    const page = await until('the session page tells of it', async () => {
      const html = (await stage.admin.call('GET', `/session?session_id=${sessionId}`)).text;
      return html.includes('Start image: a picture') && html;
    });
    expect(page).toContain(address);
    expect(await give(tall)).toMatchObject({ status: 409, json: { error: 'This dream has ended.' } });
  });
});

describe('a faulty engine', () => {
  test('is awaited from the start, named when it disappears, and costs no dream if it never renders', async () => {
    const engine = await startSdcppPeer({ faults: 0 });
    await engine.stop();
    const started = await worker({ GENERATOR: 'sdcpp', ENGINE_URL: engine.url });
    await until('the worker says what it waits for', () =>
      started.output().includes(`stable-diffusion.cpp can’t be reached at ${engine.url}. Trying again.`),
    );
    const back = await peer(startSdcppPeer({ faults: 0, port: Number(new URL(engine.url).port) }));
    const before = await stage.admin.call('GET', '/api/stream/check-access');
    const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    back.falls('memory');
    viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
    await viewer.events.find(
      'words about it',
      (event) => event.type === 'loading' && /out of memory.*Trying again\./.test(event.text ?? ''),
    );
    expect((await viewer.closed).code).toBe(4002);
    const { json } = await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`);
    expect(json.job_status).toBe('FAILED');
    const after = await stage.admin.call('GET', '/api/stream/check-access');
    expect(after.json.used).toBe(before.json.used);
  });

  test('keeps its card from counting as set up until it responds', async () => {
    const gone = await startSdcppPeer({ faults: 0 });
    await gone.stop();
    const server = await startServer({ env: { GENERATOR: 'sdcpp', ENGINE_URL: gone.url } });
    try {
      const admin = await signInAsAdmin(server);
      const engine = async () => {
        const { json } = await admin.call('POST', '/api/admin/setup-data', { action: 'getParts' });
        return json.parts.find(({ id }: { id: string }) => id === 'engine');
      };
      const away = await until('the set-up to say so', async () => {
        const part = await engine();
        return /can’t be reached/.test(part.facts[1]) && part;
      });
      expect(away).toMatchObject({
        isSet: false,
        facts: [
          'Dreams are drawn by sdcpp.',
          expect.stringMatching(/^The worker on this machine can’t draw yet: .*can’t be reached/),
        ],
      });
      await peer(startSdcppPeer({ faults: 0, port: Number(new URL(gone.url).port) }));
      await until('the set-up to call it set', async () => (await engine()).isSet);
    } finally {
      await server.dispose();
    }
  });

  test('ends the worker with a message if waiting is pointless', async () => {
    const engine = await peer(startFalPeer());
    const started = await worker({ GENERATOR: 'fal', ENGINE_URL: engine.url, ENGINE_KEY: 'wrong' });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('fal rejects the key (401). Check ENGINE_KEY.');
    const keyless = await worker({ GENERATOR: 'fal', ENGINE_URL: engine.url });
    expect(await keyless.ended).toBe(1);
    expect(keyless.output()).toContain('ENGINE_KEY: fal only works with a key');
  });
});

async function pictureAt(address: string): Promise<Uint8Array> {
  const { cookie } = stage.admin;
  const answer = await fetch(new URL(address, stage.server.url), { headers: { cookie } });
  return new Uint8Array(await answer.arrayBuffer());
}
