import type { Dream, DreamEnd } from '../../dreams/queries/live.ts';
import type { DreamRepository } from '../../dreams/repository.ts';
import type { Log } from '../../kit/log.ts';
import type { Socket } from '../../kit/runtime.ts';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import { BASE_LOCALE } from '../../kit/texts/locale.ts';
import { shownTexts } from '../../kit/texts/shown-text.ts';
import { CODEC, type Codec } from '../../protocol/codecs.ts';
import type { Control } from '../../protocol/controls.ts';
import type { Frame } from '../../protocol/frame.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { RelayMessage } from '../../protocol/worker-messages.ts';
import type { Journal } from '../../recordings/journal/journal.ts';
import { createRoom, type RoomDeps } from '../room/room.ts';
import type { ViewerLink } from '../viewer/viewer-link.ts';
import type { WorkerLink } from '../workers/worker-link.ts';

/** The smallest valid frame: the header of a grey 1280 × 720 JPEG and its end marker. */
export const JPEG = Uint8Array.of(
  ...[0xff, 0xd8],
  ...[0xff, 0xc0, 0, 11, 8, 0x02, 0xd0, 0x05, 0x00, 1, 1, 0x11, 0],
  ...[0xff, 0xd9],
);

export const frameOf = (id: number): Frame => newFrame({ id, at: 1_790_000_000_000 }, JPEG);

export const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A socket that records what is sent to it. */
export function createFakeSocket() {
  const messages: (string | Uint8Array)[] = [];
  const socket = {
    messages,
    closed: null as { code: number; reason: string } | null,
    terminated: false,
    pings: 0,
    /** false: rejects everything, as if its buffer were full */
    accepts: true,
    send(message: string | Uint8Array) {
      if (socket.closed || !socket.accepts) return false;
      messages.push(typeof message === 'string' ? message : message.slice());
      return true;
    },
    backlog: () => 0,
    ping() {
      socket.pings += 1;
    },
    close(code: number, reason: string) {
      socket.closed ??= { code, reason };
    },
    terminate() {
      socket.terminated = true;
    },
    events: () =>
      messages.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one) as ViewerEvent] : [])),
    frameIds: () =>
      messages.flatMap((one) =>
        typeof one === 'string' ? [] : [new DataView(one.buffer, one.byteOffset).getUint32(4)],
      ),
  };
  return socket satisfies Socket & Record<string, unknown>;
}

/** For rooms that no test kills. */
export const noJournal: Journal = { append: () => 0, kept: () => null, stored() {}, remove: async () => {} };

/** Approves everything. */
export const noSafety: RoomDeps['safety'] = {
  gate: () => ({
    judge: () => ({ act: 'pass' }),
    judgeWords: () => ({ act: 'pass' }),
    judgeExcluded: () => ({ act: 'pass' }),
    pictureFault: () => null,
    pictured() {},
    stands() {},
  }),
  watch: () => null,
  camera: () => null,
};

/** A room with a worker, a tape and a database that record everything, on a clock that tests advance by hand. */
export function openRoomStage(
  dream: Partial<Dream> = {},
  controls: readonly Control[] = [],
  options: {
    codecs?: readonly Codec[];
    safety?: RoomDeps['safety'];
    journal?: Journal;
    /** the worker sends sound */
    sound?: boolean;
    /** the worker repeats dreams frame for frame */
    exact?: boolean;
    planOf?: RoomDeps['planOf'];
    continueStory?: RoomDeps['continueStory'];
  } = {},
) {
  const clock = createFakeClock();
  const toWorker: RelayMessage[] = [];
  const framesToWorker: (Uint8Array | null)[] = [];
  const sockets: ReturnType<typeof createFakeSocket>[] = [];
  const worker: WorkerLink = {
    id: 'w-1',
    generator: 'fake',
    version: '1',
    isAi: true,
    isExact: options.exact ?? false,
    softSeconds: options.exact ? 30 : 0,
    model: null,
    licence: null,
    fps: 16,
    size: { width: 1280, height: 720 },
    codecs: options.codecs ?? [CODEC.jpeg],
    hasSound: options.sound ?? false,
    controls,
    jobKey: null,
    send: (message) => void toWorker.push(message),
    offerFrame: (message) => void framesToWorker.push(message),
    drop() {},
  };
  const stored = {
    running: [] as unknown[],
    prompts: [] as { position: number; checking?: boolean }[],
    shown: [] as unknown[],
    controls: [] as unknown[],
    sounds: [] as { position: number; text: string; heardAt: number }[],
    ends: [] as DreamEnd[],
  };
  const controlsShown: { position: number; frame: number }[] = [];
  const reach = async () => {
    if (stage.failWrites-- > 0 || stage.databaseIsAway) throw new Error('the database is away');
  };
  const repository = {
    markRunning: (_: string, start: unknown) => reach().then(() => void stored.running.push(start)),
    recordPrompt: (prompt: { position: number }) => reach().then(() => void stored.prompts.push(prompt)),
    recordPromptPassed: (_: string, position: number) =>
      reach().then(() => {
        for (const prompt of stored.prompts) if (prompt.position === position) prompt.checking = false;
      }),
    dropRefusedPrompt: (_: string, position: number) =>
      reach().then(() => {
        stored.prompts = stored.prompts.filter((prompt) => prompt.position !== position);
      }),
    recordPromptShown: (_: string, position: number, frameId: number) =>
      reach().then(() => void stored.shown.push({ position, frameId })),
    recordControl: (change: unknown) => reach().then(() => void stored.controls.push(change)),
    recordSound: (sound: { position: number; text: string; heardAt: number }) =>
      reach().then(() => void stored.sounds.push(sound)),
    recordControlShown: (_: string, position: number, frame: number) =>
      reach().then(() => void controlsShown.push({ position, frame })),
    finish: (_: string, how: DreamEnd) => reach().then(() => stored.ends.push(how) > 0),
  };
  const tapedSound: { packet: Uint8Array; at: number }[] = [];
  const taped: { frameId: number; at: number }[] = [];
  const tape = {
    sessionId: 'dream',
    dir: '',
    frames: 0,
    bytes: 0,
    soundBytes: 0,
    dropped: 0,
    failed: false,
    needsKey: false,
    span: null,
    async *read() {},
    append: ({ id }: Frame, at: number) => void taped.push({ frameId: id, at }),
    appendSound: (packet: Uint8Array, at: number) => void tapedSound.push({ packet: packet.slice(), at }),
    close: async () => ({ frames: taped.length, bytes: 0, dropped: 0, failed: false }),
  };
  const compiled: number[] = [];
  const room = createRoom(
    { id: 'dream', limitSeconds: 300, seed: 7, requestedAt: clock.now(), ...dream } as Dream,
    {
      clock,
      log: quietLog,
      repository: repository as unknown as DreamRepository,
      openTape(_dream, _startedAt, send) {
        stage.disk = send;
        return tape;
      },
      openJournal: () => options.journal ?? noJournal,
      safety: options.safety ?? noSafety,
      toImage: async () => null,
      ...(options.planOf && { planOf: options.planOf }),
      ...(options.continueStory && { continueStory: options.continueStory }),
      recordingClosed: async (_, frames) => void compiled.push(frames),
      onEnded() {},
    },
  );

  let frameId = 0;
  const stage = {
    clock,
    room,
    worker,
    toWorker,
    framesToWorker,
    /** makes the disk accept or reject frames */
    disk: (_takes: boolean): void => {},
    /** number of writes that will fail */
    failWrites: 0,
    /** all writes fail */
    databaseIsAway: false,
    stored,
    controlsShown,
    taped,
    tapedSound,
    compiled,
    sockets,
    /** Advances the clock in steps of the relay's tick. */
    pass(seconds: number) {
      for (let left = seconds * 1000; left > 0; left -= 250) {
        clock.turn(Math.min(250, left));
        room.tick();
      }
    },
    /** As above, while the worker draws and a viewer may be watching. */
    draw(seconds: number, watching?: { link: ViewerLink }) {
      for (let frames = Math.round(seconds * 16); frames > 0; frames--) {
        clock.turn(62.5);
        frameId += 1;
        room.workerFrame(frameOf(frameId));
        watching?.link.acknowledged(frameId);
        room.tick();
      }
    },
    watch(
      login = { id: 'login', endsAt: Number.POSITIVE_INFINITY },
      codecs: readonly Codec[] = [CODEC.jpeg],
      locale = BASE_LOCALE,
    ) {
      const socket = createFakeSocket();
      sockets.push(socket);
      return { socket, link: room.attachViewer(socket, { format: 'binary', codecs, locale }, login) };
    },
    /** Assigned to a worker that is ready. */
    ready() {
      room.assign(worker);
      room.workerMessage({ type: 'ready' });
    },
    /** Ready, watched, prompted, with the first frame shown. */
    live() {
      stage.ready();
      const viewer = stage.watch();
      room.prompt('p', 'a sea');
      stage.draw(1 / 16, viewer);
      return viewer;
    },
    /** The dream's stored end, with its text in English. */
    async end() {
      await room.concluded;
      return shownTexts(stored.ends.at(-1));
    },
  };
  return stage;
}
