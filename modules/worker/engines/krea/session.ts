import { randomUUID } from 'node:crypto';
import { numberOf } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import {
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  faultOf,
  type ServerSessionOptions,
} from '../kit/adapter.ts';
import { createImageDecoder } from '../kit/decode-image.ts';
import { type EngineConnection, openConnection } from '../kit/open-connection.ts';
import { createReceipts } from '../kit/receipts.ts';
import { createSessionEnd } from '../kit/session-end.ts';
import { createBlockClock, firstOf } from './blocks.ts';
import { promptMessage, readImage, readStatus, startMessage } from './messages.ts';

export interface KreaSessionOptions extends ServerSessionOptions {
  /** resolves when the previous session is gone */
  after: Promise<void>;
}

/**
 * Five minutes at its top speed of eleven frames per second. The server allocates memory for all blocks in advance; a
 * longer dream continues in another session.
 */
const BLOCKS = 280;
/** A minute at that speed. A decoder that is further behind won't catch up. */
const MAX_WAITING = 660;
/** Decoded images take 1.2 MB each. */
const MAX_BURST = 24;

/** One socket with a single start message. */
export function openKreaSession({ label, url, dream, events, after }: KreaSessionOptions): EngineSession {
  const receipts = createReceipts();
  const clock = createBlockClock();
  const decoder = createImageDecoder();
  let transition = numberOf(dream.values, 'transition');
  let newest = dream.prompt;
  let unsent: EnginePrompt | null = null;
  /** sent, but not yet known to have arrived */
  let underway: { id: string } | null = null;
  let connection: EngineConnection | null = null;
  const jpegs: Uint8Array[] = [];
  let came = 0;
  let decoding: Promise<void> | null = null;
  const { isOver, stop, fail: failWith } = createSessionEnd(events);
  const fail = (message: string, isFinal = false) => failWith(new EngineFault(message, isFinal));

  receipts.due(dream.prompt.id, 0);
  void after.then(() => isOver() || dial());

  function dial(): void {
    connection = openConnection({
      label,
      url: `${url}/session/${randomUUID()}?fmt=msgpack`,
      text: receive,
      binary: image,
      failed: (fault) => fail(fault.message),
    });
  }

  function receive(text: string): void {
    const message = readStatus(text);
    if (isOver() || !message) return;
    if ('error' in message) {
      const words = message.error.map(({ msg }) => msg).join('; ');
      return void fail(m.worker_engine_rejects_reason({ engine: label, reason: words.slice(0, 200) }), true);
    }
    if (message.status === 'completed') return void fail(m.worker_engine_done({ engine: label }));
    const { seed, prompt, values } = dream;
    connection?.send(
      startMessage({ prompt: prompt.text, seed, steps: numberOf(values, 'steps'), blocks: BLOCKS }),
    );
  }

  function image(bytes: Buffer): void {
    const jpeg = readImage(bytes);
    if (isOver()) return;
    if (!jpeg) return void fail(m.worker_engine_not_image({ engine: label }));
    if (jpegs.length === MAX_WAITING) return void fail(m.worker_video_too_fast({ engine: label }));
    clock.came(came++, performance.now());
    jpegs.push(jpeg);
    // a prompt sent before the first frame may be lost
    if (unsent) void send(unsent);
    unsent = null;
    decoding ??= decodeAll();
  }

  /** Frames that arrive during decoding form the next burst. */
  async function decodeAll(): Promise<void> {
    try {
      while (jpegs.length > 0 && !isOver()) {
        for await (const part of decoder.decodeAll(jpegs.splice(0, MAX_BURST)))
          if (!isOver()) events.images(receipts.stamp(part));
      }
    } catch (error) {
      fail(faultOf(error).message);
    }
    decoding = null;
  }

  /**
   * Sends a prompt and waits until it has arrived: every frame in flight has come by then, so the block in progress is
   * known.
   */
  async function send(prompt: EnginePrompt): Promise<void> {
    const mine = { id: prompt.id };
    underway = mine;
    receipts.overtaken(came);
    connection?.send(promptMessage(prompt.text, transition));
    await connection?.settled();
    if (isOver() || underway !== mine) return;
    underway = null;
    receipts.due(mine.id, firstOf(clock.showsFrom(performance.now())));
  }

  return {
    prompt(prompt) {
      const before = newest;
      newest = prompt;
      // the server ignores an unchanged prompt
      if (prompt.text === before.text) {
        if (unsent) unsent = prompt;
        else if (underway) underway.id = prompt.id;
        else receipts.sameAs(prompt.id, before.id);
      } else if (came > 0) void send(prompt);
      else unsent = prompt;
    },
    control(name, value) {
      if (name === 'transition') transition = Number(value);
    },
    async end() {
      stop();
      decoder.close();
      await connection?.close();
      await decoding;
    },
  };
}
