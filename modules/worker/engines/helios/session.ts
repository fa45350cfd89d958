import { numberOf } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import {
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  type ServerSessionOptions,
} from '../kit/adapter.ts';
import { isOutOfMemory, outOfMemory } from '../kit/call-engine.ts';
import { decodeVideo } from '../kit/decode-video.ts';
import { openConnection } from '../kit/open-connection.ts';
import { createReceipts } from '../kit/receipts.ts';
import { createSessionEnd } from '../kit/session-end.ts';
import {
  type ChunkFacts,
  PING,
  playedMessage,
  promptMessage,
  readServerMessage,
  type ServerMessage,
  STOP,
  startMessage,
} from './messages.ts';

export interface HeliosSessionOptions extends ServerSessionOptions {
  headers: Record<string, string>;
  model: string;
  fps: number;
  isPaced: boolean;
  /** called when the server rejects pacing */
  unpaced(): void;
}

/**
 * Five and a half minutes in whole chunks of 33 frames, more than the default length of a dream. A longer dream
 * continues in another session.
 */
const FRAMES = 33 * 160;
/**
 * A chunk plus the time to generate and deliver one. Less causes stalls; more makes prompts wait behind finished video.
 */
const AHEAD_SECONDS = 2.4;
/** The server treats a minute of silence as a stall. */
const PING_INTERVAL_MS = 20_000;

/** One request: a socket with a stream of fragmented MP4. */
export function openHeliosSession(options: HeliosSessionOptions): EngineSession {
  const { label, model, fps, dream, events } = options;
  const receipts = createReceipts();
  /** ids of prompts that haven't started showing, by event id */
  const prompts = new Map<string, string>();
  let sent = 0;
  let transition = numberOf(dream.values, 'transition');
  let newest = dream.prompt;
  let unsent: EnginePrompt | null = null;
  let hasStarted = false;
  let announced: ChunkFacts | null = null;
  /** frames in all chunks so far, decoded or not */
  let frames = 0;
  let playedBefore = 0;
  let words = '';
  const { isOver, stop, fail: failWith } = createSessionEnd(events, () => clearInterval(pinging));
  const fail = (message: string, isFinal = false) => failWith(new EngineFault(message, isFinal));

  receipts.due(dream.prompt.id, 0);
  const video = decodeVideo('mp4', label, {
    images: (burst) => events.images(receipts.stamp(burst)),
    failed: fail,
  });
  const connection = openConnection({
    label,
    url: `${options.url}/v1/realtime/video`,
    headers: options.headers,
    opened: () => connection.send(startMessage(start())),
    text: (text) => receive(readServerMessage(text)),
    binary: chunk,
    failed: (fault) => fail(words || fault.message),
  });
  const pinging = setInterval(() => connection.send(PING), PING_INTERVAL_MS);

  const start = () => ({
    model,
    prompt: dream.prompt.text,
    seed: dream.seed,
    fps,
    frames: FRAMES,
    guidance: numberOf(dream.values, 'guidance'),
    aheadSeconds: options.isPaced ? AHEAD_SECONDS : null,
  });

  function receive(message: ServerMessage | null): void {
    if (isOver() || !message) return;
    switch (message.type) {
      case 'video.start':
        hasStarted = true;
        if (unsent) send(unsent);
        unsent = null;
        return;
      case 'video.chunk_metadata':
        announced = message;
        return;
      case 'session.done':
        return void fail(words || m.worker_engine_video_ended({ engine: label }));
      case 'error':
        return void handleError(message);
    }
  }

  function chunk(bytes: Buffer): void {
    if (isOver()) return;
    const facts = announced;
    announced = null;
    if (facts?.byte_length !== bytes.length) return void fail(m.worker_engine_half_chunk({ engine: label }));
    for (const eventId of facts.started_event_ids) {
      const id = prompts.get(eventId);
      if (id !== undefined) receipts.due(id, frames);
      prompts.delete(eventId);
    }
    frames += facts.num_frames;
    video.write(bytes);
  }

  /**
   * Handles an error. The engine continues after rejecting a message; after any other error it ends the session, and
   * `words` is the reason.
   */
  function handleError({ message, event_id: eventId }: Extract<ServerMessage, { type: 'error' }>): void {
    if (isOutOfMemory(message)) return void fail(outOfMemory(label).message);
    words = m.worker_engine_reports({ engine: label, reason: message.slice(0, 200) });
    if (eventId && prompts.has(eventId)) return void fail(words);
    if (hasStarted) return;
    const mayPass = /timeout/i.test(message);
    if (!options.isPaced || !/streaming_buffer|max_num_seqs/.test(message)) return void fail(words, !mayPass);
    options.unpaced();
    fail(words);
  }

  function send(prompt: EnginePrompt): void {
    const eventId = `prompt-${++sent}`;
    prompts.set(eventId, prompt.id);
    connection.send(promptMessage(eventId, prompt.text, transition));
  }

  return {
    prompt(prompt) {
      const before = newest;
      newest = prompt;
      if (prompt.text === before.text) return same(prompt.id, before.id);
      if (hasStarted) send(prompt);
      else unsent = prompt;
    },
    control(name, value) {
      if (name === 'transition') transition = Number(value);
    },
    played(images) {
      if (receipts.count() === 0) playedBefore = images;
      else if (options.isPaced) connection.send(playedMessage((images - playedBefore) / fps));
    },
    async end() {
      stop();
      connection.send(STOP);
      await Promise.all([connection.close(), video.end()]);
    },
  };

  /** Handles a prompt with unchanged text: the engine would ignore it, and no chunk would ever start with it. */
  function same(id: string, before: string): void {
    if (unsent?.id === before) {
      unsent = { ...unsent, id };
      return;
    }
    const underway = [...prompts].find(([, one]) => one === before);
    if (underway) prompts.set(underway[0], id);
    else receipts.sameAs(id, before);
  }
}
