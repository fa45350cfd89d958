import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { END_RULES, type EndReason } from '../../dreams/contract/dream-end.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { ODD_PICTURES } from '../../recordings/testing/odd-pictures.ts';
import { frameOf, openRoomStage } from '../testing/room-stage.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'black' } })
    .jpeg()
    .toBuffer();

describe('an unseen dream', () => {
  test('makes the worker load immediately, but records, counts and costs nothing before the first frame', () => {
    const { room, ready, watch, toWorker, stored, pass } = openRoomStage();
    ready();
    expect(toWorker).toEqual([
      { type: 'start', session_id: 'dream', width: 1280, height: 720, fps: 16, seed: 7 },
    ]);
    watch();
    pass(60);
    expect(room.jobStatus()).toBe('PENDING');
    expect(room.timeLeft()).toBe(300);
    expect(stored).toEqual({ running: [], prompts: [], shown: [], controls: [], sounds: [], ends: [] });
  });

  test('sends early prompts as soon as the worker is ready', () => {
    const { room, worker, watch, toWorker } = openRoomStage();
    room.assign(worker);
    watch();
    room.prompt('a', 'a sea');
    room.prompt('b', 'a storm');
    expect(toWorker).toHaveLength(1);
    room.workerMessage({ type: 'ready' });
    expect(toWorker.slice(1)).toEqual([
      { type: 'prompt', id: 'a', text: 'a sea' },
      { type: 'prompt', id: 'b', text: 'a storm' },
    ]);
  });

  test('reports loading progress to joining viewers, until the models are loaded', () => {
    const { room, worker, watch } = openRoomStage();
    const reported = (viewer: ReturnType<typeof watch>) =>
      viewer.socket.events().filter(({ type }) => type === 'loading');
    room.assign(worker);
    expect(reported(watch())).toEqual([]);
    room.workerMessage({ type: 'loading', progress: 0.43, text: 'Downloading sdxs: 43 %' });
    expect(reported(watch())).toEqual([{ type: 'loading', progress: 0.43, text: 'Downloading sdxs: 43 %' }]);
    room.workerMessage({ type: 'ready' });
    expect(reported(watch())).toEqual([]);
  });

  test('waits while a download progresses, and ten minutes once it stalls', () => {
    const { room, worker, watch, pass } = openRoomStage();
    room.assign(worker);
    watch();
    for (let percent = 1; percent <= 20; percent++) {
      pass(540);
      room.workerMessage({ type: 'loading', progress: percent / 100, text: 'Downloading sdxs' });
    }
    pass(590);
    room.workerMessage({ type: 'loading', progress: 0.2, text: 'Downloading sdxs' });
    expect(room.ended).toBeNull();
    pass(11);
    expect(room.ended?.status).toBe('FAILED');
  });

  test('waits for a slow first frame while its worker reports progress, including when it arrives', () => {
    const { room, ready, watch, pass } = openRoomStage();
    ready();
    watch();
    room.prompt('p', 'a sea');
    for (let seconds = 2; seconds < 280; seconds += 2) {
      pass(2);
      room.workerMessage({ type: 'loading', progress: null, text: `The engine loads (${seconds} s)` });
    }
    expect(room.ended).toBeNull();
    room.workerMessage({ type: 'loading', progress: 1, text: null });
    pass(59);
    expect(room.workerFrame(frameOf(1))).toBeNull();
    expect(room.jobStatus()).toBe('RUNNING');
    // the same in the middle of a dream
    for (let i = 0; i < 30; i++) {
      pass(10);
      if (room.ended) break;
      room.workerMessage({ type: 'loading', progress: null, text: 'The engine is away' });
    }
    expect(room.ended?.status).toBe('DONE');
  });

  test('ignores frames from before the worker knew the prompt', () => {
    const { room, worker, watch, taped } = openRoomStage();
    room.assign(worker);
    const { socket } = watch();
    expect(room.workerFrame(frameOf(500))).toBeNull();
    room.prompt('p', 'a sea');
    expect(room.workerFrame(frameOf(501))).toBeNull();
    expect(socket.frameIds()).toEqual([]);
    room.workerMessage({ type: 'ready' });
    expect(room.workerFrame(frameOf(1))).toBeNull();
    expect(socket.frameIds()).toEqual([1]);
    expect(taped.map(({ frameId }) => frameId)).toEqual([1]);
    expect(room.jobStatus()).toBe('RUNNING');
  });

  const endings: [string, (stage: ReturnType<typeof openRoomStage>) => void, object][] = [
    [
      'leaves the line when nobody asks for it for 15 s',
      ({ room, pass }) => {
        pass(14);
        room.polled();
        pass(14.75);
        expect(room.ended).toBeNull();
        pass(0.25);
      },
      { jobStatus: 'ABORTED', endText: null },
    ],
    [
      'times out when it was ready for 60 s and no viewer came',
      ({ room, ready, pass }) => {
        ready();
        pass(59.75);
        expect(room.ended).toBeNull();
        pass(0.25);
      },
      { jobStatus: 'TIMEOUT NO CONNECTION', endText: 'Session timed out due to no connection.' },
    ],
    [
      'is let go when it was ready for two minutes and nothing was asked for',
      ({ room, ready, watch, pass }) => {
        ready();
        watch();
        pass(119.75);
        expect(room.ended).toBeNull();
        pass(0.25);
      },
      { jobStatus: 'ABORTED', endText: null },
    ],
    [
      'waits beyond that for a viewer who prepares a prompt by voice, and for two minutes more',
      ({ room, ready, watch, pass }) => {
        ready();
        watch();
        for (let minute = 0; minute < 5; minute++) {
          pass(60);
          room.active();
        }
        pass(119.75);
        expect(room.ended).toBeNull();
        pass(0.25);
      },
      { jobStatus: 'ABORTED', endText: null },
    ],
    [
      'is aborted when its viewer went away for 30 s',
      ({ room, ready, watch, pass }) => {
        ready();
        room.detachViewer(watch().link);
        pass(29.75);
        expect(room.ended).toBeNull();
        pass(0.25);
      },
      { jobStatus: 'ABORTED', endText: null },
    ],
    [
      'is aborted when its viewer ends it',
      ({ room, ready, watch }) => {
        ready();
        watch();
        room.end('viewer-ended');
      },
      { jobStatus: 'ABORTED', endText: null },
    ],
    [
      'fails when a prompt was given and no picture comes for a minute',
      ({ room, ready, watch, pass }) => {
        ready();
        watch();
        room.prompt('p', 'a sea');
        pass(60);
      },
      { jobStatus: 'FAILED', endText: 'Session failed unexpectedly.' },
    ],
    [
      'fails when the worker is lost',
      ({ room, ready }) => {
        ready();
        room.end('worker-lost');
      },
      { jobStatus: 'FAILED', endText: 'Session failed unexpectedly.' },
    ],
    [
      'fails when the generator says so',
      ({ room, ready }) => {
        ready();
        room.workerMessage({ type: 'error', message: 'no memory' });
      },
      { jobStatus: 'FAILED' },
    ],
    [
      'fails when models load for ever',
      ({ room, worker, watch, pass }) => {
        room.assign(worker);
        watch();
        pass(600);
      },
      { jobStatus: 'FAILED' },
    ],
    [
      'fails when the server stops',
      ({ room, ready }) => {
        ready();
        room.end('shutdown');
      },
      { jobStatus: 'FAILED', endText: 'Session failed unexpectedly.' },
    ],
    [
      'is aborted when an admin stops it',
      ({ room }) => room.end('stopped-by-admin'),
      { jobStatus: 'ABORTED' },
    ],
  ];
  test.each(endings)('%s', async (_, script, expected) => {
    const stage = openRoomStage();
    script(stage);
    expect(await stage.end()).toMatchObject({ serverStatus: null, frames: 0, fpsData: null, ...expected });
    expect(stage.stored.ends).toHaveLength(1);
    expect(stage.compiled).toEqual([]);
  });
});

describe('a running dream', () => {
  test('starts its clock, recording and charge with the first frame', async () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    const { room, clock, stored, taped } = stage;
    await new Promise(setImmediate);
    expect(stored.running).toEqual([
      {
        startedAt: clock.now(),
        workerId: 'w-1',
        generator: 'fake',
        generatorVersion: '1',
        isAi: true,
        model: null,
        licence: null,
      },
    ]);
    expect(taped).toEqual([{ frameId: 1, at: clock.now() }]);
    expect(socket.events().filter(({ type }) => type === 'status')).toEqual([
      { type: 'status', job_status: 'PENDING', time_left: 300 },
      { type: 'status', job_status: 'RUNNING', time_left: 300 },
    ]);
    stage.draw(10.5);
    expect(room.timeLeft()).toBe(290);
  });

  test('starts with the waiting frame when its viewer is late, and keeps it', () => {
    const { room, ready, watch, draw, taped, clock } = openRoomStage();
    ready();
    const first = watch();
    room.prompt('p', 'a sea');
    room.detachViewer(first.link);
    draw(1);
    expect(room.jobStatus()).toBe('PENDING');
    clock.turn(5000);
    const second = watch();
    expect(second.socket.frameIds()).toEqual([16]);
    expect(room.jobStatus()).toBe('RUNNING');
    expect(taped).toEqual([{ frameId: 16, at: clock.now() }]);
  });

  const endings: [string, (stage: ReturnType<typeof openRoomStage>) => void, object, number][] = [
    ['is done when its time is over', (stage) => stage.draw(300, stage.live()), { jobStatus: 'DONE' }, 1000],
    [
      'is done when its viewer ends it',
      (stage) => {
        stage.live();
        stage.room.end('viewer-ended');
      },
      { jobStatus: 'DONE', endText: null, uncharge: false },
      1000,
    ],
    [
      'is done when its viewer is gone for 30 s',
      (stage) => {
        stage.room.detachViewer(stage.live().link);
        stage.draw(29.75);
        expect(stage.room.ended).toBeNull();
        stage.draw(0.5);
      },
      { jobStatus: 'DONE', endText: null },
      0,
    ],
    [
      'fails when the pictures stop for 20 s',
      (stage) => {
        stage.live();
        stage.pass(19.5);
        expect(stage.room.ended).toBeNull();
        stage.pass(0.5);
      },
      { jobStatus: 'FAILED', endText: 'Session failed unexpectedly.' },
      4002,
    ],
    [
      'fails when its worker is lost',
      (stage) => {
        stage.live();
        stage.room.end('worker-lost');
      },
      { jobStatus: 'FAILED' },
      4002,
    ],
    [
      'is done, and says what cut it short, when the server stops',
      (stage) => {
        stage.live();
        stage.room.end('shutdown');
      },
      { jobStatus: 'DONE', endText: expect.stringMatching(/^The server restarted.* not counted\.$/) },
      1000,
    ],
    [
      'is aborted when an admin stops it',
      (stage) => {
        stage.live();
        stage.room.end('stopped-by-admin');
      },
      { jobStatus: 'ABORTED', endText: 'An operator stopped this dream. It is not counted.' },
      1000,
    ],
  ];
  test.each(endings)('%s, and its recording is compiled', async (_, script, expected, code) => {
    const stage = openRoomStage();
    script(stage);
    const end = await stage.end();
    expect(end).toMatchObject({ serverStatus: 'PROCESSING', frames: stage.taped.length, ...expected });
    expect(end?.fpsData?.overall).toBeGreaterThanOrEqual(0);
    expect(stage.compiled).toEqual([stage.taped.length]);
    expect(stage.sockets.map(({ closed }) => closed?.code ?? 0)).toEqual([code]);
    expect(stage.toWorker.at(-1)).toMatchObject({ type: 'stop' });
    expect(stage.room.prompt('late', 'x')).toEqual({ code: 'ended', error: 'This dream has ended.' });
    stage.draw(1);
    stage.room.end('worker-lost');
    expect(stage.stored.ends).toHaveLength(1);
  });

  test('speaks its viewer’s language, no matter who ends it', async () => {
    const stage = openRoomStage();
    stage.ready();
    const viewer = stage.watch(undefined, undefined, 'en-XA');
    stage.room.prompt('p', 'a sea');
    stage.draw(1 / 16, viewer);
    inLocale('de', () => stage.room.end('stopped-by-admin'));
    await stage.end();
    expect(JSON.parse(String(viewer.socket.messages.at(-1)))).toMatchObject({
      job_status: 'ABORTED',
      end_text: expect.stringMatching(/^⟦Åñ öpéråtör [^⟧]*⟧ ⟦Ît îs ñöt çöûñtéd[^⟧]*⟧$/),
    });
  });

  test('lasts exactly as long as its limit, however slowly it is watched', async () => {
    const stage = openRoomStage({ limitSeconds: 10 });
    stage.live();
    stage.draw(9.9);
    expect(stage.room.ended).toBeNull();
    expect(stage.room.timeLeft()).toBe(1);
    stage.draw(0.2);
    expect(stage.room.timeLeft()).toBe(0);
    expect(await stage.end()).toMatchObject({ jobStatus: 'DONE', gpuSeconds: expect.closeTo(10.06, 1) });
  });

  test.each<[EndReason, boolean]>([
    ['worker-lost', true],
    ['generator-failed', true],
    ['shutdown', true],
    ['viewer-ended', false],
    ['worker-removed', true],
    ['stopped-by-admin', true],
    ['viewer-gone', false],
    ['no-viewer', false],
    ['time', false],
  ])('that ends by %s isn’t counted, early or late: %s', async (reason, back) => {
    const early = openRoomStage();
    early.live();
    early.draw(29.5);
    early.room.end(reason);
    expect((await early.end())?.uncharge).toBe(back);
    const late = openRoomStage();
    late.draw(299, late.live());
    late.room.end(reason);
    expect((await late.end())?.uncharge).toBe(back);
    expect(late.room.ended?.isGivenBack).toBe(back);
  });

  test('only says why it ended if something went wrong', () => {
    for (const rule of Object.values(END_RULES)) {
      const failed = rule.unseen === 'FAILED' || rule.unseen === 'TIMEOUT NO CONNECTION';
      expect(rule.text !== null).toBe(failed);
    }
  });

  test('rejects a frame that is older than the last', () => {
    const { room, live } = openRoomStage();
    live();
    expect(room.workerFrame(frameOf(10))).toBeNull();
    expect(room.workerFrame(frameOf(10))).toMatch(/came after/);
    expect(room.workerFrame(frameOf(9))).toMatch(/came after/);
  });

  test('tells current and joining viewers that recording is paused until it resumes', () => {
    const stage = openRoomStage();
    const first = stage.live();
    const reported = ({ socket }: typeof first) =>
      socket.events().flatMap((event) => (event.type === 'status' ? [event.recording ?? true] : []));
    const before = reported(first).length;
    stage.disk(false);
    const second = stage.watch();
    stage.disk(true);
    const third = stage.watch();
    expect(reported(first).slice(before)).toEqual([false]);
    expect(reported(second)).toEqual([false, true]);
    expect(reported(third)).toEqual([true]);
  });

  test('skips frames that no browser shows, and drops a worker that sends no others', async () => {
    const { room, live, draw, taped } = openRoomStage();
    const { socket, link } = live();
    const odd = (frameId: number, jpeg: Uint8Array) =>
      room.workerFrame(newFrame({ id: frameId, at: 0 }, jpeg));
    let frameId = 10;
    // The last frame is more than twice the declared and requested size.
    for (const jpeg of [...Object.values(ODD_PICTURES), await blank(65_500, 16), await blank(2561, 720)])
      expect(odd(frameId++, jpeg)).toBeNull();
    expect(room.workerFrame(frameOf(100))).toBeNull();
    link.acknowledged(1);
    expect(socket.frameIds()).toEqual([1, 100]);
    expect(taped.map((one) => one.frameId)).toEqual([1, 100]);
    const faults = Array.from({ length: 32 }, (_, index) => odd(200 + index, ODD_PICTURES['JPEG-LS']));
    expect(faults.slice(0, -1).every((fault) => fault === null)).toBe(true);
    expect(faults.at(-1)).toBe('the frames can’t be shown: a JPEG-LS picture');
    draw(0);
    expect(taped).toHaveLength(2);
  });

  test('is taken over by a second window, which gets the newest frame immediately; the first is silent from then on', () => {
    const { room, live, watch, draw } = openRoomStage();
    const first = live();
    draw(1);
    const second = watch();
    expect(first.socket.closed?.code).toBe(4001);
    expect(second.socket.frameIds()).toEqual([17]);
    expect(first.link.closed).toBe(true);
    room.detachViewer(first.link);
    draw(1 / 16);
    expect(second.socket.frameIds()).toEqual([17, 18]);
  });

  test('waits for a viewer whose login ended, who may return with another', () => {
    const { room, live, watch, draw } = openRoomStage();
    const { socket } = live();
    room.closeLogin('another');
    expect(socket.closed).toBeNull();
    room.closeLogin('login');
    expect(socket.closed?.code).toBe(1008);
    draw(20);
    expect(room.ended).toBeNull();
    expect(watch({ id: 'new', endsAt: Number.POSITIVE_INFINITY }).socket.frameIds()).toHaveLength(1);
  });

  test('stores its end even if the database is down for minutes', async () => {
    vi.useFakeTimers();
    try {
      const stage = openRoomStage();
      stage.live();
      await vi.advanceTimersByTimeAsync(0);
      stage.failWrites = 15;
      stage.room.end('viewer-ended');
      expect(stage.room.jobStatus()).toBe('DONE');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(stage.stored.ends).toEqual([]);
      await vi.advanceTimersByTimeAsync(180_000);
      expect(stage.stored.ends).toMatchObject([{ jobStatus: 'DONE' }]);
      expect(stage.compiled).toEqual([1]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('tells readers of the database once it has everything', async () => {
    vi.useFakeTimers();
    try {
      const stage = openRoomStage();
      stage.databaseIsAway = true;
      stage.live();
      stage.room.workerMessage({ type: 'prompt_ack', id: 'p', frame_id: 1 });
      const stored = stage.room.stored().then(() => stage.stored.shown.length);
      await vi.advanceTimersByTimeAsync(300);
      stage.databaseIsAway = false;
      await vi.advanceTimersByTimeAsync(500);
      expect(await stored).toBe(1);
      // It doesn't wait for a database that is down.
      stage.databaseIsAway = true;
      stage.room.prompt('q', 'a storm');
      const late = stage.room.stored();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await late).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('requested, seen and ended while the database was down is stored completely', async () => {
    vi.useFakeTimers();
    try {
      const stage = openRoomStage();
      stage.databaseIsAway = true;
      const asked = stage.clock.now();
      stage.live();
      stage.room.workerMessage({ type: 'prompt_ack', id: 'p', frame_id: 1 });
      const began = stage.clock.now();
      await vi.advanceTimersByTimeAsync(60_000);
      stage.draw(60);
      stage.room.prompt('q', 'a storm');
      stage.room.workerMessage({ type: 'prompt_ack', id: 'q', frame_id: 961 });
      const later = stage.clock.now();
      stage.room.end('viewer-ended');
      await vi.advanceTimersByTimeAsync(52_000);
      expect(stage.stored).toEqual({
        running: [],
        prompts: [],
        shown: [],
        controls: [],
        sounds: [],
        ends: [],
      });
      stage.databaseIsAway = false;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(stage.stored).toMatchObject({
        running: [{ startedAt: began }],
        prompts: [
          { position: 1, clientId: 'p', text: 'a sea', sentAt: asked },
          { position: 2, clientId: 'q', text: 'a storm', sentAt: later },
        ],
        shown: [
          { position: 1, frameId: 1 },
          { position: 2, frameId: 961 },
        ],
        ends: [{ jobStatus: 'DONE', endedAt: later, frames: 961 }],
      });
      expect(stage.compiled).toEqual([961]);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([-300_000, 20_000, 3600_000])(
    'isn’t affected when the system’s clock is changed by %s ms',
    async (by) => {
      const stage = openRoomStage({ limitSeconds: 60 });
      const viewer = stage.live();
      const began = stage.clock.now();
      stage.draw(20, viewer);
      stage.clock.set(stage.clock.now() + by);
      stage.draw(10, viewer);
      expect(stage.room.ended).toBeNull();
      expect(stage.room.timeLeft()).toBe(30);
      expect(viewer.socket.frameIds()).toHaveLength(1 + 30 * 16);
      stage.draw(30.25, viewer);
      expect(await stage.end()).toMatchObject({
        jobStatus: 'DONE',
        endedAt: expect.closeTo(began + 60_000, -1),
        gpuSeconds: expect.closeTo(60, 0),
        fpsData: { overall: expect.closeTo(16, 1), '0': expect.closeTo(16, 0), '50': 16 },
      });
      const gaps = stage.taped.slice(1).map(({ at }, index) => at - (stage.taped[index]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(62);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(63);
      expect(stage.taped[0]?.at).toBe(began);
    },
  );

  test('whose worker sends 500 fps is seen and recorded at its rate, with prompts in the right frames', () => {
    const stage = openRoomStage();
    const viewer = stage.live();
    stage.room.prompt('q', 'a storm');
    for (let frameId = 2; frameId <= 5_000; frameId++) {
      stage.clock.turn(2);
      if (frameId === 3_000) stage.room.workerMessage({ type: 'prompt_ack', id: 'q', frame_id: 2_950 });
      stage.room.workerFrame(frameOf(frameId));
      viewer.link.acknowledged(frameId);
      if (frameId % 125 === 0) stage.room.tick();
    }
    expect(stage.taped.length).toBeLessThanOrEqual(32 + 10 * 16.8 + 3);
    expect(viewer.socket.frameIds().at(-1)).toBeGreaterThan(5_000 - 40);
    const [ack] = viewer.socket
      .events()
      .flatMap((event) => (event.type === 'prompt_ack' && event.id === 'q' ? [event.frame_id] : []));
    expect(stage.taped.map(({ frameId }) => frameId).find((frameId) => frameId >= 2_950)).toBe(ack);
  });

  test('reports ongoing trouble to joining viewers after its status, but not past trouble', () => {
    const { room, live, watch } = openRoomStage();
    live();
    const trouble = { type: 'loading', progress: null, text: 'The engine is away. Trying again.' } as const;
    room.workerMessage(trouble);
    const types = () =>
      watch()
        .socket.events()
        .map(({ type }) => type);
    expect(types().slice(0, 3)).toContain('loading');
    expect(types().indexOf('loading')).toBeGreaterThan(types().indexOf('status'));
    room.workerMessage({ ...trouble, text: null });
    expect(types()).not.toContain('loading');
  });

  test('reports its generator and speed to joining viewers, and whenever the worker does', () => {
    const { room, live, watch } = openRoomStage();
    const reported = (socket: ReturnType<typeof watch>['socket']) =>
      socket.events().filter(({ type }) => type === 'generator');
    const { socket } = live();
    const known = { type: 'generator', name: 'fake', version: '1', ai: true };
    expect(reported(socket)).toEqual([{ ...known, fps: null, note: null }]);
    const note = 'the model draws 4.2 pictures a second; between them we blend';
    room.workerMessage({ type: 'stats', fps: 15.9, text: note });
    expect(reported(socket).slice(1)).toEqual([{ ...known, fps: 15.9, note }]);
    expect(reported(watch().socket)).toEqual([{ ...known, fps: 15.9, note }]);
  });

  test('reports its status every two seconds', () => {
    const { live, draw } = openRoomStage();
    const viewer = live();
    draw(10, viewer);
    const reported = viewer.socket.events().filter(({ type }) => type === 'status');
    expect(reported.length).toBeGreaterThanOrEqual(2 + 4);
    expect(reported.length).toBeLessThanOrEqual(2 + 5);
  });
});
