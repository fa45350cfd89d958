import type { VideoFrame } from '../../../generator/generator.ts';
import type { EngineFault, EnginePrompt } from '../kit/adapter.ts';
import type { Burst } from '../kit/burst-decoder.ts';
import { openConnection } from '../kit/open-connection.ts';
import {
  ackMessage,
  frameMessage,
  readServerMessage,
  type ServerMessage,
  STOP,
  startMessage,
} from './messages.ts';

export interface LinkEvents {
  /** dreams ahead of this one */
  queued(position: number): void;
  /** the server's only place is ours */
  granted(): void;
  /** @param isVideo its images are H.264 access units, which refer to those before */
  chunk(burst: Burst, isVideo: boolean): void;
  /** images that the server left out because the connection is slow */
  dropped(count: number): void;
  timedOut(): void;
  rejected(reason: string): void;
  failed(fault: EngineFault): void;
}

/** A place at the server, or in its queue. */
export type Link = ReturnType<typeof openLink>;

/** Frames that the server may have before it has answered the first: three quarters of a second. */
const MAX_UNDERWAY = 12;
/** After this long without an answer, frames count as lost. */
const LOST_MS = 2_000;
/** More than a chunk has. */
const MAX_IMAGES = 32;

export function openLink(label: string, url: string, events: LinkEvents) {
  let starting: EnginePrompt | null = null;
  let running: EnginePrompt | null = null;
  let wanted: { prompt: EnginePrompt; seed: number } | null = null;
  let isGranted = false;
  /** to report with the first image of a start */
  let due: string | null = null;
  let chunk: Uint8Array[] = [];
  let isVideo = false;
  /** an image was lost that the next ones refer to */
  let needsKey = false;
  let received = 0;
  let waiting: VideoFrame | null = null;
  let sent = 0;
  let handled = 0;
  let answeredAt = 0;
  let isOver = false;

  const connection = openConnection({
    label,
    url: `${url}/ws`,
    text(text) {
      const message = readServerMessage(text);
      if (!isOver && message) receive(message);
    },
    binary(bytes) {
      received += 1;
      if (isVideo && needsKey) return;
      if (chunk.length === MAX_IMAGES) lose();
      else chunk.push(bytes);
    },
    failed: (fault) => void (isOver || events.failed(fault)),
  });

  function receive(message: ServerMessage): void {
    if ('frames_in' in message) answered(message.frames_in);
    switch (message.type) {
      case 'queue_position':
        return void events.queued(message.position);
      case 'session_granted':
        isGranted = true;
        return void events.granted();
      case 'started':
        isVideo = message.output_codec === 'h264';
        return void started();
      case 'chunk_start':
      case 'session_reset':
        if (chunk.length > 0) lose();
        return;
      case 'output_frame':
        if (message.key) needsKey = false;
        return;
      case 'chunk_done':
        return void finishChunk();
      case 'flow_drop':
        return void events.dropped(message.count);
      case 'session_timeout':
        return void events.timedOut();
      case 'error':
        return void events.rejected(message.message);
    }
  }

  /** Drops an unfinished chunk. */
  function lose(): void {
    chunk = [];
    needsKey = true;
  }

  function started(): void {
    due = running?.id ?? null;
    starting = null;
    needsKey = false;
    [chunk, received, handled] = [[], 0, sent];
    const next = wanted;
    wanted = null;
    if (next) start(next.prompt, next.seed);
  }

  /** The server counts what was acknowledged since the start, and leaves out chunks for a slow connection. */
  function finishChunk(): void {
    connection.send(ackMessage(received));
    if (chunk.length === 0) return;
    events.chunk({ jpegs: chunk, shown: due }, isVideo);
    [chunk, due] = [[], null];
  }

  function start(prompt: EnginePrompt, seed: number): void {
    if (!isGranted) return;
    if (starting) {
      wanted = { prompt, seed };
      return;
    }
    starting = running = prompt;
    waiting = null;
    connection.send(startMessage(prompt.text, seed));
  }

  function answered(count = 0): void {
    answeredAt = performance.now();
    handled = Math.max(handled, count);
    const frame = waiting;
    waiting = null;
    if (frame) give(frame);
  }

  function give(frame: VideoFrame): void {
    if (!running || starting) return;
    const now = performance.now();
    if (sent - handled >= MAX_UNDERWAY && now - answeredAt < LOST_MS) {
      waiting = frame;
      return;
    }
    if (sent - handled >= MAX_UNDERWAY) [handled, answeredAt] = [sent, now];
    sent += 1;
    connection.send(frameMessage(sent, frame.at));
    connection.send(frame.jpeg);
  }

  return {
    /** Begins with a prompt, or begins again; of several at once, only the newest counts. */
    start,
    isStarted: () => running !== null && !starting,
    /** Sends a frame to edit, or keeps it while the server is behind; only the newest is kept. */
    give,
    /** nothing is reported afterwards */
    leave(): Promise<void> {
      isOver = true;
      connection.send(STOP);
      return connection.close();
    },
  };
}
