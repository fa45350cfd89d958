import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import { upgradeAnswer } from './fake-viewer.ts';
import { HELLO, picture } from './fake-worker.ts';
import { until } from './inbox.ts';
import { signInByMail } from './person.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());
afterAll(() => stage.dispose());

describe('on the way to a dream, a person', () => {
  test('waits in the queue in order and gets the stream’s URL when a worker is free', async () => {
    const second = await signInByMail(stage.server, 'second@example.com');
    const asked = await stage.admin.connect();
    expect(asked).toEqual({
      sessionId: expect.stringMatching(/^[\w-]{22,}$/),
      status: 'queued',
      ready: false,
      websocketUrl: null,
      error: null,
      queuePosition: 1,
    });
    expect(await second.connect()).toMatchObject({ status: 'queued', queuePosition: 2 });
    const worker = await stage.worker();
    const start = await worker.reported('start');
    expect(start).toEqual({
      type: 'start',
      session_id: asked.sessionId,
      width: 1280,
      height: 720,
      fps: 16,
      seed: expect.any(Number),
    });
    expect(await stage.admin.connect()).toEqual({
      ...asked,
      status: 'ready',
      ready: true,
      queuePosition: null,
      websocketUrl: expect.stringMatching(
        new RegExp(`^${stage.server.url.replace(/^http/, 'ws')}/stream/ws\\?ticket=[\\w-]{22,}$`),
      ),
    });
    expect(await second.connect()).toMatchObject({ status: 'queued', queuePosition: 1 });
    await second.call('POST', '/api/stream/end', { sessionId: (await second.connect()).sessionId });
  });

  test('gets the same dream however often connect is called, and can request it by id', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.admin.connect()));
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
    const sessionId = answers[0]?.sessionId ?? '';
    expect(await stage.admin.connect(sessionId)).toMatchObject({ sessionId, status: 'queued' });
  });

  test('learns that a dream has ended when requesting it by id, without a new one', async () => {
    const { sessionId } = await stage.admin.connect();
    const ended = await stage.admin.call('POST', '/api/stream/end', { sessionId });
    expect(ended).toMatchObject({ status: 200, json: { job_status: 'ABORTED' } });
    expect(await stage.admin.connect(sessionId)).toMatchObject({
      status: 'ended',
      ready: false,
      error: null,
    });
    expect((await stage.admin.call('GET', '/api/sessions')).json.activeSession).toBeNull();
  });

  test('is told of a failure once, and then gets a new dream', async () => {
    const { sessionId, worker } = await stage.liveDream();
    worker.terminate();
    const reported = await until('the failure', async () => {
      const answer = await stage.admin.connect();
      return answer.status === 'failed' && answer;
    });
    expect(reported).toMatchObject({ sessionId, ready: false, error: 'Session failed unexpectedly.' });
    expect(await stage.admin.connect()).toMatchObject({ status: 'queued', error: null });
  });

  test('can use a ticket once, and no other ticket', async () => {
    await stage.worker();
    const { websocketUrl } = await stage.admin.connectUntilReady();
    const forged = websocketUrl.replace(/ticket=./, (start) =>
      start === 'ticket=a' ? 'ticket=b' : 'ticket=a',
    );
    for (const url of [
      forged,
      websocketUrl.replace(/\?.*/, ''),
      websocketUrl.replace(/ticket=.*/, 'ticket='),
    ]) {
      expect((await upgradeAnswer(url)).status).toBe(401);
    }
    await stage.viewer(websocketUrl);
    expect((await upgradeAnswer(websocketUrl)).status).toBe(401);
  });

  test('can only open the stream from our own pages, and a foreign attempt doesn’t use up the ticket', async () => {
    await stage.worker();
    const { websocketUrl } = await stage.admin.connectUntilReady();
    for (const origin of ['https://evil.example', 'null', `${stage.server.url}.evil.example`]) {
      expect((await upgradeAnswer(websocketUrl, { origin })).status).toBe(403);
    }
    expect((await upgradeAnswer(`${websocketUrl}&format=mpeg`)).status).toBe(400);
    const viewer = await stage.viewer(websocketUrl, { headers: { origin: stage.server.url } });
    expect(await viewer.event('status')).toMatchObject({ job_status: 'PENDING', time_left: 300 });
  });
});

describe('a viewer', () => {
  test('gets the worker’s own bytes with an acknowledgement requested', async () => {
    const { viewer, worker } = await stage.liveDream();
    worker.frame(70_000);
    const { message, ...frame } = await viewer.frames.find(
      'frame 70000',
      ({ frameId }) => frameId === 70_000,
    );
    expect(frame.requestAck).toBe(true);
    expect([...message.subarray(0, 8)]).toEqual([1, 1, 0, 0, 0, 1, 0x11, 0x70]);
    expect(Math.abs(frame.timestamp - Date.now())).toBeLessThan(60_000);
    expect(Buffer.from(message.subarray(16)).equals(Buffer.from(picture))).toBe(true);
  });

  test('can get frames as base64 text', async () => {
    const { viewer, worker } = await stage.dream({ format: 'base64' });
    viewer.send('a quiet sea');
    await worker.reported('prompt');
    worker.frame(7);
    expect(await viewer.event('frame')).toEqual({
      type: 'frame',
      data: Buffer.from(picture).toString('base64'),
      frame_id: 7,
      request_ack: true,
      timestamp: expect.any(Number),
    });
    expect(viewer.frames.items).toEqual([]);
  });

  test('that acknowledges gets every frame; one that never does gets only a few', async () => {
    const { viewer, worker } = await stage.liveDream();
    worker.stream();
    await until('40 pictures', () => viewer.frames.items.length >= 40);
    const ids = viewer.frames.items.map(({ frameId }) => frameId);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect((ids.at(-1) ?? 0) - (ids[0] ?? 0)).toBeLessThanOrEqual(ids.length + 5);

    const { websocketUrl } = await stage.admin.connectUntilReady();
    const silent = await stage.viewer(websocketUrl, { ack: false });
    const first = await silent.frames.find('the newest picture', () => true);
    await silent.frames.find('a picture of 2 s later', ({ frameId }) => frameId >= first.frameId + 32);
    expect(silent.frames.items.length).toBeLessThanOrEqual(4 + 3);
  });

  test('gets the dream’s status every two seconds and at each change', async () => {
    const { viewer, worker } = await stage.dream();
    expect(await viewer.event('status')).toEqual({ type: 'status', job_status: 'PENDING', time_left: 300 });
    viewer.send('a quiet sea');
    await worker.reported('prompt');
    worker.frame();
    const running = await viewer.events.find(
      'RUNNING',
      (event) => event.type === 'status' && event.job_status === 'RUNNING',
    );
    expect(running).toMatchObject({ time_left: 300 });
    const before = viewer.events.items.length;
    await viewer.event('status', before);
    await viewer.event('status', before + 1);
  });

  test('gets an immediate receipt of a cleaned prompt, and later one that it took effect', async () => {
    const { viewer, worker } = await stage.dream({ worker: { manners: false } });
    worker.send({ type: 'ready' });
    viewer.send({ type: 'prompt', id: 'p-1', text: '  a  quiet\n sea ' });
    expect(await viewer.event('prompt_received')).toEqual({
      type: 'prompt_received',
      id: 'p-1',
      text: 'a quiet sea',
    });
    expect(await worker.reported('prompt')).toEqual({ type: 'prompt', id: 'p-1', text: 'a quiet sea' });
    viewer.send({ type: 'prompt', id: 'p-2', text: 'a storm' });
    await worker.messages.find('p-2', (message) => message.type === 'prompt' && message.id === 'p-2');
    const note = 'not understood by the fake worker: storm';
    worker.send({ type: 'prompt_ack', id: 'p-2', frame_id: 1, text: note });
    worker.frame(1);
    const acks = async (id: string) =>
      viewer.events.find(`ack of ${id}`, (event) => event.type === 'prompt_ack' && event.id === id);
    expect(await acks('p-1')).toEqual({
      type: 'prompt_ack',
      id: 'p-1',
      text: 'a quiet sea',
      frame_id: null,
      superseded: true,
    });
    expect(await acks('p-2')).toEqual({ type: 'prompt_ack', id: 'p-2', text: 'a storm', frame_id: 1, note });
    // The frame named for a prompt may show nothing of it.
    viewer.send({ type: 'prompt', id: 'p-3', text: 'no moon' });
    await worker.messages.find('p-3', (message) => message.type === 'prompt' && message.id === 'p-3');
    worker.send({ type: 'prompt_ack', id: 'p-3', frame_id: 2, drawn: false });
    worker.frame(2);
    expect(await acks('p-3')).toMatchObject({ frame_id: 2, drawn: false });
  });

  test('changes declared controls, gets a confirmation, and finds them unchanged after returning', async () => {
    const controls = [
      { kind: 'number', name: 'zoom', label: 'Zoom', min: 0, max: 2, step: 0.1, default: 0, live: true },
    ];
    const { sessionId, viewer, worker } = await stage.dream({ worker: { hello: { ...HELLO, controls } } });
    expect(await worker.reported('start')).toMatchObject({ controls: { zoom: 0 } });
    expect(await viewer.event('controls')).toEqual({ type: 'controls', controls, values: { zoom: 0 } });
    viewer.send({ type: 'control', name: 'zoom', value: 1.04 });
    expect(await worker.reported('control')).toEqual({ type: 'control', name: 'zoom', value: 1 });
    expect(await viewer.event('control')).toEqual({ type: 'control', name: 'zoom', value: 1 });
    viewer.send({ type: 'control', name: 'zoom', value: 9 });
    expect(await viewer.event('error')).toEqual({
      type: 'error',
      code: 'control-value',
      error: 'Zoom goes from 0 to 2.',
      control: 'zoom',
      value: 1,
    });
    viewer.terminate();
    const { websocketUrl } = await stage.admin.connect(sessionId);
    const back = await stage.viewer(websocketUrl ?? '');
    expect(await back.event('controls')).toMatchObject({ values: { zoom: 1 } });
  });

  test('learns about a worker once it has loaded', async () => {
    const { viewer, worker } = await stage.dream({ worker: { manners: false } });
    const controls = [{ kind: 'switch', name: 'grain', label: 'Grain', default: true, live: true }];
    worker.send({ type: 'ready', version: '1 on webgpu', controls });
    expect(await viewer.event('controls')).toEqual({ type: 'controls', controls, values: { grain: true } });
    const known = viewer.events.items.filter(({ type }) => type === 'generator');
    expect(known.at(-1)).toMatchObject({ version: '1 on webgpu' });
    viewer.send({ type: 'control', name: 'grain', value: false });
    expect(await worker.reported('control')).toEqual({ type: 'control', name: 'grain', value: false });
  });

  test('may send a prompt as plain text; it gets our own id', async () => {
    const { viewer, worker } = await stage.dream();
    viewer.send('ocean "at" dusk');
    const received = await viewer.event('prompt_received');
    expect(received).toMatchObject({ text: 'ocean "at" dusk', id: expect.stringMatching(/^[\w-]{16,}$/) });
    expect(await worker.reported('prompt')).toMatchObject({ id: received.id, text: 'ocean "at" dusk' });
    expect(await viewer.event('prompt_ack')).toMatchObject({ id: received.id, frame_id: 1 });
  });

  test.each([
    ['1001 characters', { type: 'prompt', text: 'x'.repeat(1001) }],
    ['1001 bare characters', 'x'.repeat(1001)],
    ['blanks', { type: 'prompt', text: ' \n\t ' }],
    ['bare blanks', '  \n '],
    ['no words', { type: 'prompt' }],
    ['a number for words', { type: 'prompt', text: 5 }],
    ['an id with a control character', { type: 'prompt', id: 'a\u0000b', text: 'x' }],
    ['an array', '["prompt","x"]'],
    ['half a JSON text', '{"type":"prompt"'],
    ['a bracket', '['],
    ['another type', { type: 'dance' }],
    ['an ack without its frame', { type: 'ack' }],
    ['an ack of a frame below zero', { type: 'ack', frame_id: -1, timestamp: 0 }],
    ['bytes', new Uint8Array([1, 2, 3])],
  ])('that sends %s gets an error and stays', async (_, message) => {
    const { viewer, worker } = await stage.dream();
    viewer.send(message);
    expect(await viewer.event('error')).toEqual({
      type: 'error',
      code: expect.stringMatching(/^(invalid-message|prompt-empty|prompt-too-long)$/),
      error: expect.stringMatching(/\w/),
    });
    viewer.send('still here');
    expect(await worker.reported('prompt')).toMatchObject({ text: 'still here' });
  });

  test('may use all 1000 characters and 64 KiB', async () => {
    const { viewer, worker } = await stage.dream();
    viewer.send(`  ${'x'.repeat(1000)}  `);
    expect(await worker.reported('prompt')).toMatchObject({ text: 'x'.repeat(1000) });
    viewer.send(`{"type":"dance","pad":"${'x'.repeat(65_000)}"}`);
    await viewer.event('error');
  });

  test.each([
    ['text', 'x'.repeat(65 * 1024)],
    ['bytes', new Uint8Array(65 * 1024)],
    ['wide characters', '€'.repeat(22 * 1024)],
    ['far too much', 'x'.repeat(9 * 1024 * 1024)],
  ])('that sends more than 64 KiB at once is closed with 1009 (%s)', async (_, message) => {
    const { viewer } = await stage.dream();
    viewer.send(message);
    expect((await viewer.closed).code).toBe(1009);
  });

  test('in a second window takes over the dream, newest frame first', async () => {
    const { viewer, worker } = await stage.liveDream();
    worker.frame(50);
    await viewer.frames.find('frame 50', ({ frameId }) => frameId === 50);
    const { websocketUrl } = await stage.admin.connectUntilReady();
    const second = await stage.viewer(websocketUrl);
    expect((await viewer.closed).code).toBe(4001);
    expect(await second.frames.find('the newest picture', () => true)).toMatchObject({ frameId: 50 });
    expect(await second.event('status')).toMatchObject({ job_status: 'RUNNING' });
    second.send('a storm');
    await second.event('prompt_ack');
  });

  test('that reloads returns to the same dream, with its frame and clock', async () => {
    const { sessionId, viewer } = await stage.liveDream();
    viewer.terminate();
    const again = await stage.admin.connectUntilReady();
    expect(again.sessionId).toBe(sessionId);
    const second = await stage.viewer(again.websocketUrl);
    expect(await second.frames.find('the newest picture', () => true)).toMatchObject({ frameId: 1 });
    expect(await second.event('status')).toMatchObject({ job_status: 'RUNNING' });
  });

  test('that ends the dream is closed with 1000, and the recording follows', async () => {
    const { sessionId, viewer, worker } = await stage.liveDream();
    for (let id = 2; id < 10; id++) worker.frame(id);
    await viewer.frames.find('frame 9', ({ frameId }) => frameId === 9);
    viewer.send({ type: 'end' });
    expect((await viewer.closed).code).toBe(1000);
    expect(viewer.events.items.at(-1)).toMatchObject({ type: 'status', job_status: 'DONE' });
    expect(await worker.reported('stop')).toMatchObject({ reason: 'viewer-ended' });
    const path = `/api/stream/status?sessionId=${sessionId}`;
    expect((await stage.admin.call('GET', path)).json.job_status).toBe('DONE');
    expect(await stage.admin.untilRecorded(sessionId)).toEqual({
      job_status: 'DONE',
      time_left: 0,
      server_status: 'READY',
    });
    const video = await stage.admin.call('GET', `/api/d/${sessionId}.mp4`);
    expect(video).toMatchObject({ status: 200 });
    expect(video.headers.get('content-type')).toBe('video/mp4');
  });

  test('loses the stream immediately on signing out', async () => {
    const person = await signInByMail(stage.server, 'leaving@example.com');
    const worker = await stage.worker();
    const { sessionId, websocketUrl } = await person.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    const spare = await person.connectUntilReady();
    viewer.send('a quiet sea');
    await worker.reported('prompt');
    worker.frame();
    await viewer.frames.find('the first picture', () => true);
    expect((await person.call('POST', '/api/auth/logout')).status).toBe(200);
    expect((await viewer.closed).code).toBe(1008);
    expect((await upgradeAnswer(spare.websocketUrl)).status).toBe(401);
    expect((await person.call('GET', `/api/stream/status?sessionId=${sessionId}`)).status).toBe(401);
  });
});

test('a camera reaches the worker byte for byte while it is on, and is off as soon as its viewer is gone', async () => {
  const camera = {
    name: 'camera',
    label: 'Camera',
    kind: 'video',
    live: true,
    width: 640,
    height: 360,
    fps: 10,
  };
  const { worker, viewer, sessionId } = await stage.liveDream({
    worker: { hello: { ...HELLO, controls: [camera] } },
  });
  const frame = encodeFrame({ id: 1, at: Date.now() }, picture);
  viewer.send(frame);
  await viewer.event('error');
  viewer.send({ type: 'video', name: 'camera', on: true, source: 'screen' });
  expect(await worker.reported('video')).toEqual({
    type: 'video',
    name: 'camera',
    on: true,
    source: 'screen',
  });
  viewer.send(frame);
  await until('the frame', () => worker.pictures.length > 0);
  expect(worker.pictures).toEqual([frame]);
  const from = worker.messages.items.length;
  viewer.terminate();
  expect(await worker.reported('video', from)).toEqual({ type: 'video', name: 'camera', on: false });
  const detail = await stage.admin.call('GET', `/api/sessions/${sessionId}`);
  expect(detail.json).toMatchObject({ from_camera: true });
});
