import type { Generator } from '../generator/generator.ts';
import type { Log } from '../kit/log.ts';
import { cutText } from '../kit/texts/codes.ts';
import { CODEC, type Codec } from '../protocol/codecs.ts';
import { encodeFrame } from '../protocol/frame.ts';
import { SOUND_CHANNELS, SOUND_RATE } from '../protocol/sound.ts';
import { readHeld } from '../protocol/steering.ts';
import {
  PROTOCOL,
  type RelayMessage,
  readMessage,
  relayMessage,
  type WorkerMessage,
} from '../protocol/worker-messages.ts';
import { withCodes } from '../protocol/worker-texts.ts';
import { createCamera } from './serve-camera.ts';
import { createSoundSender, type OpenSound } from './sound/serve-sound.ts';

const STATS_INTERVAL_MS = 10_000;
/** Interval at which an idle worker reports why it isn't ready yet. */
const OPENING_INTERVAL_MS = 2_000;
/** Drop frames instead of queueing them when the connection is slower than the generator. */
const MAX_BACKLOG_BYTES = 2 * 1024 * 1024;
/** As above, for sound. */
const MAX_SOUND_BACKLOG_BYTES = 256 * 1024;
/** Maximum length of a text for viewers, and of one for operators. */
const MAX_NOTE = 200;
const MAX_MESSAGE = 1000;

/** A socket to a relay: the browser's own, or the ws package's. */
export interface RelaySocket {
  readonly readyState: number;
  /** bytes queued but not yet sent */
  readonly bufferedAmount: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
}

const OPEN = 1;
const JPEG: { codec: Codec; key: boolean } = { codec: CODEC.jpeg, key: true };

export interface ServeOptions {
  workerId: string;
  /** random id of this worker process */
  run?: string | undefined;
  jobId?: string | undefined;
  /** opens an encoder for sound; default: none */
  openSound?: OpenSound | undefined;
}

/**
 * The worker's side of the protocol on one connection, for processes and browser tabs alike. The socket's owner passes
 * on incoming messages.
 */
export function serveRelay(socket: RelaySocket, generator: Generator, options: ServeOptions, log: Log) {
  let dreaming = false;
  let nextFrameId = 0;
  let framesSince = 0;
  /** dropped a frame that later ones depend on */
  let needsKey = false;
  const drawn = { dreams: 0, frames: 0 };
  /** prompts that first show in the next frame, with notes on what wasn't understood */
  const waiting: { id: string; note: string | undefined; drawn: boolean }[] = [];
  const camera = createCamera(generator, log);
  const sound = createSoundSender(options.openSound, {
    log,
    send: (message) => send(message),
    sendPacket(message) {
      // Late sound is useless.
      if (dreaming && socket.readyState === OPEN && socket.bufferedAmount <= MAX_SOUND_BACKLOG_BYTES)
        socket.send(message);
    },
  });
  let announced: Pick<Generator, 'version' | 'controls'> = generator;
  let stats: ReturnType<typeof setInterval> | undefined;
  let opening: ReturnType<typeof setInterval> | undefined;

  const send = (message: WorkerMessage) => {
    if (socket.readyState === OPEN) socket.send(JSON.stringify(withCodes(message)));
  };

  function start(job: Extract<RelayMessage, { type: 'start' }>): void {
    dreaming = true;
    drawn.dreams += 1;
    nextFrameId = 1;
    framesSince = 0;
    const hasSound = sound.start(job.sound ?? false);
    generator.start(
      {
        width: job.width,
        height: job.height,
        fps: job.fps,
        seed: job.seed,
        codec: job.codec,
        watermark: job.watermark,
        controls: job.controls,
        past: job.past,
      },
      {
        loading: (progress, text) => send({ type: 'loading', progress, text }),
        ready: () => send({ type: 'ready', ...news() }),
        promptShown: (id, note, drawn = true) => waiting.push({ id, note, drawn }),
        frame,
        ...(hasSound && { sound: sound.play, heard: sound.heard }),
        error: (message, publicText) =>
          send({
            type: 'error',
            message: cutText(message, MAX_MESSAGE),
            ...(publicText && { text: cutText(publicText, MAX_NOTE) }),
          }),
      },
    );
    stats = setInterval(() => {
      const text = generator.note?.() ?? null;
      send({ type: 'stats', fps: framesSince / (STATS_INTERVAL_MS / 1000), pcie: null, text });
      framesSince = 0;
    }, STATS_INTERVAL_MS);
  }

  /** Only used before the generator is open; during a dream the generator reports for itself. */
  function reportOpening(): void {
    const text = generator.opening?.() ?? null;
    if (dreaming) return;
    if (text !== null) {
      send({ type: 'loading', progress: null, text });
      return;
    }
    clearInterval(opening);
    send({ type: 'ready', ...news() });
  }

  /** Changes since the last announcement; some facts are only known once the model is loaded. */
  function news() {
    const { version, controls } = generator;
    const before = announced;
    announced = { version, controls };
    return {
      ...(version !== before.version && { version }),
      ...(controls && controls !== before.controls && { controls: [...controls] }),
    };
  }

  function frame(coded: Uint8Array, timestamp: number, { codec, key } = JPEG): void {
    if (!dreaming || socket.readyState !== OPEN) return;
    framesSince += 1;
    // Every frame counts, so that an exact generator's prompts and the frames agree.
    const frameId = nextFrameId++;
    announceShown(frameId);
    const isStuck = socket.bufferedAmount > MAX_BACKLOG_BYTES;
    if (isStuck || (needsKey && !key)) {
      // Later frames depend on this one.
      needsKey = true;
      if (!isStuck) generator.coding?.({ keyframe: true });
      return;
    }
    needsKey = false;
    drawn.frames += 1;
    socket.send(encodeFrame({ id: frameId, at: timestamp, codec, key }, coded));
  }

  function announceShown(frameId: number): void {
    for (const { id, note, drawn: isDrawn } of waiting.splice(0)) {
      const text = note && cutText(note, MAX_NOTE);
      send({
        type: 'prompt_ack',
        id,
        frame_id: frameId,
        ...(text && { text }),
        ...(!isDrawn && { drawn: false }),
      });
    }
  }

  function control({ name, value, at_frame }: Extract<RelayMessage, { type: 'control' }>): void {
    generator.control?.(name, value, at_frame);
    if (generator.isExact || readHeld(value))
      send({ type: 'control_ack', name, frame_id: Math.max(nextFrameId, at_frame ?? 0) });
  }

  async function stop(): Promise<void> {
    dreaming = false;
    camera.off();
    sound.stop();
    clearInterval(stats);
    waiting.length = 0;
    await generator.stop();
  }

  return {
    hello(): void {
      const { version, controls } = generator;
      announced = { version, controls };
      send(helloOf(generator, options));
      if ((generator.opening?.() ?? null) === null) return;
      reportOpening();
      opening = setInterval(reportOpening, OPENING_INTERVAL_MS);
    },
    message(text: string): void {
      const message = readMessage(relayMessage, text);
      if (typeof message === 'string') {
        log.warn('unreadable message from the relay', { fault: message });
      } else if (message.type === 'start') {
        start(message);
      } else if (message.type === 'prompt') {
        const { id, text, at_frame: frame, soft: softSeconds, resumes, more } = message;
        generator.prompt(id, text, { frame, softSeconds, resumes, more });
      } else if (message.type === 'control') {
        control(message);
      } else if (message.type === 'video') {
        camera.turn(message);
      } else if (message.type === 'pace') {
        generator.pace(message.fps, message.quality, message.kbps);
      } else if (message.type === 'codec') {
        generator.coding?.({ codec: message.codec });
      } else if (message.type === 'keyframe') {
        generator.coding?.({ keyframe: true });
      } else if (message.type === 'stop') {
        void stop().then(() => send({ type: 'stopped' }));
      }
    },
    picture: camera.frame,
    /** dreams started and frames sent on this connection */
    drawn: () => drawn,
    gone(): Promise<void> {
      clearInterval(opening);
      return stop();
    },
  };
}

function helloOf(generator: Generator, { workerId, run, jobId, openSound }: ServeOptions): WorkerMessage {
  const { name, version, width, height, fps, codecs, controls } = generator;
  return {
    type: 'hello',
    protocol: PROTOCOL,
    worker_id: workerId,
    ...(run && { run }),
    generator: name,
    version,
    width,
    height,
    fps,
    ...(generator.isAi === false && { ai: false }),
    ...(generator.model && { model: generator.model }),
    ...(generator.licence && { licence: generator.licence }),
    ...(generator.isExact && { exact: true }),
    ...(generator.softSeconds && { soft: generator.softSeconds }),
    ...(generator.isNonCommercial && { non_commercial: true }),
    ...(generator.isLocalOnly && { local_only: true }),
    ...(codecs && { codecs: [...codecs] }),
    ...(generator.hasSound &&
      openSound && { sound: { codec: 'opus', rate: SOUND_RATE, channels: SOUND_CHANNELS } as const }),
    ...(controls && { controls: [...controls] }),
    ...(jobId && { job_id: jobId }),
  };
}
