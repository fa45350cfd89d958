import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ComparedAnswer } from '../../modules/stream/contract/compared.ts';
import { ENGINE_TIMEOUT_MS, faultyEngine, testEngine } from '../engine.ts';
import { longDescribe } from '../long-test.ts';
import { startModelHub } from '../model-hub.ts';
import { writeTinyDiffusion } from '../tiny-diffusion.ts';
import { type DiffusionWorker, startDiffusionWorker } from './diffusion-worker.ts';
import { until } from './inbox.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let models: string;
const workers: DiffusionWorker[] = [];
beforeAll(async () => {
  await testEngine();
  stage = await openStage();
  models = await mkdtemp(join(tmpdir(), 'reverie-models-'));
  await writeTinyDiffusion(join(models, 'tiny'), { latent: [12, 16] });
}, ENGINE_TIMEOUT_MS);
afterEach(async () => {
  await stage.clear();
  for (const worker of workers.splice(0)) await worker.dispose();
});
afterAll(async () => {
  await stage.dispose();
  await rm(models, { recursive: true, force: true });
});

async function start(
  model: string,
  env: Record<string, string> = {},
  engines?: string,
): Promise<DiffusionWorker> {
  const worker = await startDiffusionWorker(stage.server.url, { MODEL: model, ...env }, engines);
  workers.push(worker);
  return worker;
}

async function dreaming(model = join(models, 'tiny')) {
  const worker = await start(model);
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea at night' });
  const first = await viewer.frames.find('the first picture', () => true);
  return { worker, sessionId, viewer, first };
}

describe('a worker with a diffusion model', () => {
  test('draws a dream that answers prompts and is kept as a video', async () => {
    const { worker, sessionId, viewer, first } = await dreaming();
    expect(await sharp(first.jpeg).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1280,
      height: 720,
      chromaSubsampling: '4:2:0',
    });
    // the acknowledgement names the very first frame: it already shows the prompt
    expect(await viewer.event('prompt_ack')).toMatchObject({ id: 'first', frame_id: first.frameId });

    // the look's controls are declared and can be changed
    expect(await viewer.event('controls')).toMatchObject({ values: { seed: 0, zoom: 0.4, feedback: 0.5 } });
    viewer.send({ type: 'control', name: 'zoom', value: -1.5 });
    expect(await viewer.event('control')).toEqual({ type: 'control', name: 'zoom', value: -1.5 });

    viewer.send({ type: 'prompt', id: 'second', text: 'a red city in the rain' });
    const ack = await viewer.events.find(
      'the second receipt',
      (event) => event.type === 'prompt_ack' && event.id === 'second',
    );
    if (ack.type !== 'prompt_ack' || ack.frame_id === null) throw new Error('superseded');
    const changed = ack.frame_id;
    await viewer.frames.find('a picture half a second on', ({ frameId }) => frameId > changed + 8);

    const frames = viewer.frames.items;
    const [one, last] = [frames[0], frames.at(-1)];
    const seconds = ((last?.timestamp ?? 0) - (one?.timestamp ?? 0)) / 1000;
    // never ahead of the clock; two extra frames in case the first was late
    expect((last?.frameId ?? 0) - (one?.frameId ?? 0)).toBeLessThanOrEqual(seconds * 16 + 2);
    const pixels = (jpeg: Uint8Array) => sharp(jpeg).resize(64, 36).raw().toBuffer();
    const [before, after] = [await pixels(first.jpeg), await pixels(last?.jpeg ?? first.jpeg)];
    const apart =
      before.reduce((sum, value, i) => sum + Math.abs(value - (after[i] ?? 0)), 0) / before.length;
    expect(apart).toBeGreaterThan(2);

    viewer.send({ type: 'end' });
    expect((await viewer.closed).code).toBe(1000);
    expect(await stage.admin.untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
    const video = await stage.admin.call('GET', `/api/d/${sessionId}.mp4`);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    await until('the figures', () =>
      /the dream ended.*the model generates [\d.]+ images per second/.test(worker.output()),
    );
    // On a slow machine its still may show a single prompt; the next test expects no dream of one prompt.
    await stage.erase(sessionId);
  });

  test('is compared with the painter by the operator’s own dream of one prompt', async () => {
    const compared = async () => (await stage.admin.call('GET', '/api/compare')).json as ComparedAnswer;
    const page = async () => (await stage.admin.call('GET', '/connect-gpu')).text;
    expect(await compared()).toEqual({ dreams: [] });
    expect(await page()).toContain('your first dreams appear here');

    const { sessionId, viewer } = await dreaming();
    await viewer.frames.find('a second of it', ({ frameId }) => frameId > 16);
    viewer.send({ type: 'end' });
    await stage.admin.untilRecorded(sessionId);
    const { dreams } = await compared();
    expect(dreams).toMatchObject([{ session_id: sessionId, prompts: ['a quiet sea at night'] }]);
    expect(dreams[0]?.generator).toMatch(/^diffusion/);
    const { cookie } = stage.admin;
    const picture = async (url = '') => {
      const answer = await fetch(new URL(url, stage.server.url), { headers: { cookie } });
      return sharp(await answer.arrayBuffer()).metadata();
    };
    expect(await picture(dreams[0]?.still_url)).toMatchObject({ width: 1280, height: 720 });
    expect(await picture(dreams[0]?.painted_url)).toMatchObject({ width: 640, height: 360 });
    expect(await page()).toContain(dreams[0]?.painted_url);

    await stage.admin.call('PATCH', '/api/sessions/hide', { session_ids: [sessionId] });
    expect(await compared()).toEqual({ dreams: [] });
    expect((await stage.admin.call('GET', dreams[0]?.painted_url ?? '')).status).toBe(404);
  });
});

longDescribe('a model that takes two seconds per image', () => {
  test('is reported as slow and blended: no frame jumps, receipts are true, and nothing restarts', async () => {
    const engines = join(models, 'slow-engines');
    await faultyEngine(
      join(engines, 'onnxruntime-node-1.30.0'),
      `const session = await ort.InferenceSession.create(path, options);
      if (!path.includes('unet')) return session;
      const run = session.run.bind(session);
      session.run = (feeds) => new Promise((resolve) => setTimeout(resolve, 2000)).then(() => run(feeds));
      return session;`,
    );
    const worker = await start(join(models, 'tiny'), {}, engines);
    const { websocketUrl } = await stage.admin.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    expect(worker.output()).toMatch(/the model is loaded.*"picturesASecond":0\.[345]/);
    viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea at night' });
    const first = await viewer.frames.find('the first picture', () => true);
    // time for three more images from the model
    const last = await viewer.frames.find(
      'a frame six seconds on',
      ({ timestamp }) => timestamp > first.timestamp + 6_000,
    );
    const blended = viewer.frames.items.slice(0, viewer.frames.items.indexOf(last));
    expect(await biggestJump(blended)).toBeLessThan(12);
    viewer.send({ type: 'prompt', id: 'second', text: 'a red city in the rain' });
    const sent = performance.now();
    const ack = await viewer.events.find(
      'the second receipt',
      (event) => event.type === 'prompt_ack' && event.id === 'second',
    );
    // the current image, then one without feedback for the new prompt's bounds, then the prompt's own
    expect((performance.now() - sent) / 1000).toBeGreaterThan(2);
    expect(ack).toMatchObject({ frame_id: expect.any(Number) });
    const reported = await viewer.events.find(
      'the figures',
      (event) => event.type === 'generator' && event.note !== null,
    );
    expect(reported).toMatchObject({
      note: expect.stringMatching(
        /^the model generates 0\.[2-5]\d? images per second, blended into smooth video$/,
      ),
    });
    expect(worker.output()).not.toContain('started over');
    expect(viewer.isClosed).toBe(false);
  });

  /** Largest mean change (of 255) per frame interval; a busy machine skips some frames. */
  async function biggestJump(frames: readonly { jpeg: Uint8Array; timestamp: number }[]): Promise<number> {
    const jumps: number[] = [];
    let before: { pixels: Buffer; timestamp: number } | null = null;
    for (const { jpeg, timestamp } of frames) {
      const pixels = await sharp(jpeg).resize(32, 18).raw().toBuffer();
      if (before) {
        const { pixels: last, timestamp: since } = before;
        const change = pixels.reduce((sum, value, i) => sum + Math.abs(value - (last[i] ?? 0)), 0);
        jumps.push(change / pixels.length / Math.max(1, (timestamp - since) / 62.5));
      }
      before = { pixels, timestamp };
    }
    return Math.max(...jumps);
  }
});

describe('a worker whose engine is killed', () => {
  test('continues the same dream twice, then ends it as failed with the reason, and accepts no other for a while', async () => {
    const { worker, viewer } = await dreaming();
    const count = (words: string) => worker.output().split(words).length - 1;
    for (let deaths = 1; deaths <= 3; deaths++) {
      const pid = await worker.enginePid();
      process.kill(pid, 'SIGKILL');
      await until('the death in the log', () => count('the engine ended') >= deaths);
      if (deaths === 3) break;
      expect(await until('another process', async () => (await worker.enginePid()) !== pid)).toBe(true);
      await until('what comes of it', () => count('the engine draws again') === deaths);
      if (deaths > 1) continue;
      viewer.send({ type: 'prompt', id: 'second', text: 'a storm' });
      await viewer.events.find(
        'the receipt',
        (event) => event.type === 'prompt_ack' && event.id === 'second' && event.frame_id !== null,
      );
      expect(viewer.isClosed).toBe(false);
      expect(worker.output()).toMatch(/SIGKILL \(out of memory\?\)/);
    }
    await until('what comes of it', () => count('the engine is given a rest') === 1);
    expect((await viewer.closed).code).toBe(4002);
    expect(worker.output()).toMatch(/it crashed 3 times within a minute, last with SIGKILL/);
    // failures of this dream and of the next attempt
    let failures = 0;
    await until('two failures', async () => {
      if ((await stage.admin.connect()).status === 'failed') failures++;
      return failures === 2;
    });
  });
});

describe('an operator learns', () => {
  const words = async (worker: DiffusionWorker) => {
    expect(await worker.ended).toBe(1);
    return worker.output();
  };

  test('which file of the model is missing, and where it was expected', async () => {
    const folder = join(models, 'missing');
    await writeTinyDiffusion(folder);
    await rm(join(folder, 'vae_encoder'), { recursive: true });
    const reported = await words(await start(folder));
    expect(reported).toContain(`${folder} lacks vae_encoder/model.onnx`);
    const worker = await start('no-such-model');
    expect(await words(worker)).toMatch(
      /There is no model no-such-model\. MODEL must be a preset \(sdxs, .*Neither /,
    );
  });

  test('about the licence before any download, and what follows its acceptance', async () => {
    const hub = await startModelHub({ 'someone/tiny': join(models, 'tiny') });
    const asks = { MODEL_BASE: hub.url };
    const refused = await words(await start('someone/tiny', asks));
    expect(refused).toContain(`someone/tiny (54 kB) has this licence: openrail++, ${hub.url}/someone/tiny`);
    expect(refused).toContain('start again with MODEL_LICENCE=accepted');
    expect(hub.asked.filter((path) => path.includes('/resolve/'))).toEqual([]);
    const worker = await start('someone/tiny', { ...asks, MODEL_LICENCE: 'accepted' });
    await until('it is loaded', () => worker.output().includes('the model is loaded'));
    expect(worker.output()).toMatch(/someone\/tiny: 100%/);
    await hub.close();
  });

  test('which file is broken', async () => {
    const folder = join(models, 'broken');
    await writeTinyDiffusion(folder);
    const unet = join(folder, 'unet/model.onnx');
    await writeFile(unet, (await readFile(unet)).subarray(0, 2000));
    expect(await words(await start(folder))).toContain(`${unet} can’t be opened`);
    await writeFile(join(folder, 'scheduler/scheduler_config.json'), '{"prediction_type": "sample"}');
    expect(await words(await start(folder))).toMatch(
      /scheduler\/scheduler_config.json of the model .*prediction_type/s,
    );
  });

  test('which graph isn’t the expected one', async () => {
    const folder = join(models, 'wrong');
    await writeTinyDiffusion(folder);
    await copyFile(join(folder, 'text_encoder/model.onnx'), join(folder, 'unet/model.onnx'));
    expect(await words(await start(folder))).toContain(
      'unet: it has input_ids int64[1,77], but sample was expected',
    );
  });

  test('why another device renders than the requested one', async () => {
    const worker = await start(join(models, 'tiny'), { DEVICE: 'webgpu' });
    await until('it is loaded', () => worker.output().includes('the model is loaded'));
    if (!/"device":"webgpu","picturesASecond/.test(worker.output())) {
      expect(worker.output()).toMatch(/"device":"webgpu","(reason|how)":".+"/);
      expect(worker.output()).toMatch(/"device":"cpu","picturesASecond/);
    }
  });
});
