import { expect, test } from 'vitest';
import { type Control, pictureName } from '../../protocol/controls.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { readMessage, workerMessage } from '../../protocol/worker-messages.ts';
import { noSafety, openRoomStage } from '../testing/room-stage.ts';

const SEED: Control = {
  kind: 'number',
  name: 'seed',
  label: 'Seed',
  live: false,
  min: 0,
  max: 1000,
  step: 1,
  default: 0,
};
const ZOOM: Control = {
  kind: 'number',
  name: 'zoom',
  label: 'Zoom',
  live: true,
  min: -1,
  max: 1,
  step: 0.1,
  default: 0,
};
const OMIT: Control = { kind: 'text', name: 'omit', label: 'Leave out', live: true, max: 40, default: '' };

const openStage = () => openRoomStage({}, [SEED, ZOOM, OMIT]);
const reportedOf = (events: ViewerEvent[]) => events.filter(({ type }) => type === 'control');

test('the worker starts with the current controls, and joining viewers receive them', () => {
  const { room, ready, watch, toWorker } = openStage();
  ready();
  expect(toWorker[0]).toMatchObject({ type: 'start', controls: { seed: 0, zoom: 0, omit: '' } });
  watch();
  expect(room.control('zoom', 0.52)).toBeNull();
  expect(
    watch()
      .socket.events()
      .find(({ type }) => type === 'controls'),
  ).toEqual({
    type: 'controls',
    controls: [SEED, ZOOM, OMIT],
    values: { seed: 0, zoom: 0.5, omit: '' },
  });
});

test('an image is sent in full to the worker and by name to the viewer, and only before the first prompt', () => {
  const START: Control = {
    kind: 'picture',
    name: 'picture',
    label: 'Start picture',
    live: false,
    default: '',
  };
  const { room, ready, watch, toWorker } = openRoomStage({}, [SEED, START]);
  ready();
  expect(toWorker[0]).toMatchObject({ type: 'start', controls: { seed: 0, picture: '' } });
  const { socket } = watch();
  const kept = { name: pictureName('a'.repeat(32)), dataUri: 'data:image/jpeg;base64,AAAA' };
  expect(room.giveImage('seed', kept)).toBe('Seed doesn’t accept images.');
  expect(room.giveImage('picture', kept)).toBeNull();
  expect(toWorker.at(-1)).toEqual({ type: 'control', name: 'picture', value: kept.dataUri });
  expect(reportedOf(socket.events()).at(-1)).toEqual({ type: 'control', name: 'picture', value: kept.name });
  expect(room.control('picture', 'data:image/jpeg;base64,BBBB')?.error).toBe(
    'Start picture takes a picture.',
  );
  expect(room.control('picture', '')).toBeNull();
  expect(toWorker.at(-1)).toEqual({ type: 'control', name: 'picture', value: '' });
  room.prompt('one', 'a calm sea');
  expect(room.giveImage('picture', kept)).toBe('Start picture is fixed once you’ve sent a prompt.');
});

test('reports what the worker only knows once it has loaded', () => {
  const { room, worker, watch } = openRoomStage();
  room.assign(worker);
  const { socket } = watch();
  Object.assign(worker, { version: 'sdxs on webgpu', controls: [ZOOM] });
  room.workerMessage({ type: 'ready', version: worker.version, controls: [ZOOM] });
  expect(socket.events().slice(-2)).toMatchObject([
    { type: 'generator', version: 'sdxs on webgpu' },
    { type: 'controls', values: { zoom: 0 } },
  ]);
});

test('a generator without controls starts as usual', () => {
  const { room, ready, watch, toWorker } = openRoomStage();
  ready();
  expect(toWorker[0]).not.toHaveProperty('controls');
  expect(
    watch()
      .socket.events()
      .map(({ type }) => type),
  ).not.toContain('controls');
  expect(room.control('zoom', 1)?.error).toBe('The generator has no control called “zoom”.');
});

test('a change reaches the worker, the viewer and the timeline, with its frame', async () => {
  const { room, live, draw, toWorker, stored, clock } = openStage();
  const { socket, link } = live();
  draw(2 / 16, { link });
  expect(room.control('zoom', 0.3)).toBeNull();
  expect(room.control('zoom', 0.3)).toBeNull();
  expect(room.control('omit', ' crowds\n of  people ')).toBeNull();
  expect(toWorker.slice(-2)).toEqual([
    { type: 'control', name: 'zoom', value: 0.3 },
    { type: 'control', name: 'omit', value: 'crowds of people' },
  ]);
  expect(reportedOf(socket.events())).toEqual([
    { type: 'control', name: 'zoom', value: 0.3 },
    { type: 'control', name: 'zoom', value: 0.3 },
    { type: 'control', name: 'omit', value: 'crowds of people' },
  ]);
  const at = { dreamId: 'dream', changedAt: clock.now(), frameId: 3 };
  await expect
    .poll(() => stored.controls)
    .toEqual([
      { ...at, position: 1, name: 'zoom', label: 'Zoom', value: 0.3 },
      { ...at, position: 2, name: 'omit', label: 'Leave out', value: 'crowds of people' },
    ]);
});

test('start-only controls can be set until the first prompt, even while the models load', () => {
  const { room, worker, watch, toWorker } = openStage();
  room.assign(worker);
  watch();
  expect(room.control('seed', 41)).toBeNull();
  expect(toWorker.at(-1)).toEqual({ type: 'control', name: 'seed', value: 41 });
  room.prompt('p', 'a sea');
  expect(room.control('seed', 42)?.error).toBe('Seed is fixed once you’ve sent a prompt.');
  expect(room.controlValue('seed')).toBe(41);
});

test('an invalid value is rejected with a reason and changes nothing', () => {
  const { room, live, toWorker } = openStage();
  live();
  const sent = toWorker.length;
  expect(room.control('zoom', 3)?.error).toBe('Zoom goes from -1 to 1.');
  expect(room.control('zoom', 'much')?.error).toBe('Zoom takes a number.');
  expect(room.control('omit', 'x'.repeat(41))?.error).toBe('Leave out has at most 40 characters.');
  expect(room.control('constructor', 1)?.error).toBe('The generator has no control called “constructor”.');
  expect(room.controlValue('constructor')).toBeUndefined();
  expect(toWorker).toHaveLength(sent);
  room.end('viewer-ended');
  expect(room.control('zoom', 1)?.error).toBe('This dream has ended.');
});

test('text is cleaned like a prompt before it reaches the generator', () => {
  const { room, live, toWorker } = openStage();
  live();
  room.control('omit', 'fuck');
  expect(toWorker.at(-1)).toEqual({ type: 'control', name: 'omit', value: 'flower' });
});

test('a flood of changes is rate-limited, and accepted again later', () => {
  const { room, live, pass } = openStage();
  live();
  const faults = Array.from({ length: 100 }, (_, i) => room.control('zoom', (i % 20) / 10 - 1));
  expect(faults.filter((fault) => fault === null)).toHaveLength(60);
  expect(faults.at(-1)?.error).toBe('Too many changes. Please wait a moment.');
  pass(1);
  expect(room.control('zoom', 1)).toBeNull();
});

const hello = (controls: unknown) =>
  readMessage(
    workerMessage,
    JSON.stringify({
      type: 'hello',
      protocol: 1,
      worker_id: 'w',
      generator: 'g',
      version: '1',
      width: 1280,
      height: 720,
      fps: 16,
      controls,
    }),
  );

test.each([
  ['a default outside of its range', [{ ...ZOOM, default: 2 }]],
  ['a default that is no choice', [{ kind: 'choice', name: 'a', label: 'A', choices: ['x'], default: 'y' }]],
  ['a step of nothing', [{ ...ZOOM, step: 0 }]],
  ['two of one name', [ZOOM, { ...ZOOM, label: 'Another' }]],
  ['a name that is none', [{ ...ZOOM, name: '__proto__' }]],
  ['a kind that is none', [{ ...ZOOM, kind: 'colour' }]],
  ['more than a panel holds', Array.from({ length: 25 }, (_, i) => ({ ...ZOOM, name: `c${i}` }))],
])('a worker that declares %s gets an error', (_, controls) => {
  expect(hello(controls)).toEqual(expect.any(String));
});

test('a worker may omit defaults', () => {
  const lean = [{ kind: 'text', name: 'omit', label: 'Leave out' }];
  expect(hello(lean)).toMatchObject({
    controls: [{ kind: 'text', name: 'omit', label: 'Leave out', live: false, max: 1000, default: '' }],
  });
  expect(hello(undefined)).toMatchObject({ type: 'hello' });
});

test('the gate knows the text of a control, and when it is removed', () => {
  const stood: unknown[] = [];
  const gate = {
    ...noSafety.gate({ id: 'd', userId: 'u' }),
    stands: (...words: unknown[]) => stood.push(words),
  };
  const NEGATIVE = { ...OMIT, name: 'negative' };
  const { room, ready } = openRoomStage({}, [OMIT, NEGATIVE], {
    safety: { ...noSafety, gate: () => gate as ReturnType<typeof noSafety.gate> },
  });
  ready();
  room.control('omit', 'fog');
  room.control('negative', 'clothes');
  room.control('negative', '');
  expect(stood).toEqual([
    ['omit', 'fog', false],
    ['negative', 'clothes', true],
    ['negative', '', true],
  ]);
});
