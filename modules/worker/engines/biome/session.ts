import { m } from '../../../kit/texts/m.ts';
import type { ControlValue } from '../../../protocol/controls.ts';
import { EngineFault, type EngineSession, type SessionOptions } from '../kit/adapter.ts';
import { createBurstDecoder } from '../kit/burst-decoder.ts';
import type { Pixels } from '../kit/decode-image.ts';
import { jpegOf } from '../kit/jpeg-of.ts';
import { type EngineConnection, openConnection } from '../kit/open-connection.ts';
import { createSessionEnd } from '../kit/session-end.ts';
import { faultFor, LABEL, stageText } from './faults.ts';
import {
  type Batch,
  controlMessage,
  type Init,
  initMessage,
  PAUSE,
  PROTOCOL_VERSION,
  RESUME,
  readBatch,
  readServerMessage,
  type ServerMessage,
} from './messages.ts';
import { createScenes } from './scenes.ts';
import { inputFor, STEERING } from './steering.ts';

export interface BiomeSessionOptions extends SessionOptions {
  url: string;
  setup: Omit<Init, 'seed'>;
  /** ids of prompts that an earlier session of this dream has shown */
  shown: Set<string>;
}

/** Biome takes each step only after a control message. */
const CONTROL_INTERVAL_MS = 1000 / 60;
const INIT_ID = 'init';
const SEED_SIZE = { width: 1280, height: 720 };
/** Decodes half of its 60 images per second: no viewer gets more than 30. */
const DECODED_SHARE = 2;

/** One session: a world from a seed image, steered by control messages and changed by prompts. */
export function openBiomeSession({ url, setup, dream, events, shown }: BiomeSessionOptions): EngineSession {
  let isReady = false;
  let isPaused = dream.values.pause === true;
  let isFresh = dream.values.fresh === true;
  let input = inputFor(dream.values[STEERING]);
  const picture = String(dream.values.picture ?? '');
  /** a world from a plain image is shown once the first prompt has replaced it */
  let isHidden = !dream.last && !picture;
  let connection: EngineConnection | null = null;

  const end = createSessionEnd(events, () => {
    clearInterval(stepping);
    scenes.end();
    decoder.close();
  });
  const { isOver, fail } = end;
  const decoder = createBurstDecoder(
    {
      // Only now: if the session ends before an image is decoded, the next one must repeat its prompt.
      images(burst) {
        for (const image of burst) if (image.shown) shown.add(image.shown);
        events.images(burst);
      },
    },
    end,
  );
  const scenes = createScenes({
    send: (message) => connection?.send(message),
    rejected() {
      if (isHidden) return void fail(new EngineFault(m.worker_biome_rejected(), true));
      events.state(m.worker_biome_rejected());
    },
    failed: fail,
  });
  if (!shown.has(dream.prompt.id)) scenes.want(dream.prompt);
  seedOf(dream.last, picture).then(open, fail);
  const stepping = setInterval(step, CONTROL_INTERVAL_MS);

  function open(seed: Buffer): void {
    if (isOver()) return;
    const opened = openConnection({
      label: LABEL,
      url: `${url}/ws?protocol_version=${PROTOCOL_VERSION}`,
      opened: () => opened.send(initMessage(INIT_ID, { ...setup, seed })),
      text(text) {
        // It keeps logging while it downloads and loads, which may take long the first time.
        if (!isReady && !isOver()) events.alive();
        receive(readServerMessage(text));
      },
      binary: (bytes) => take(readBatch(bytes)),
      failed: fail,
    });
    connection = opened;
  }

  function receive(message: ServerMessage | null): void {
    if (isOver() || !message) return;
    switch (message.type) {
      case 'status': {
        const text = stageText(message.stage, setup.model);
        if (text) events.state(text);
        if (message.stage === 'session.ready') begin();
        return;
      }
      case 'warning':
        return void fail(faultFor(message.message_id, null));
      case 'error':
        return void fail(faultFor(message.message_id, message.message));
      case 'response':
        if (message.req_id !== INIT_ID) return void scenes.answered(message);
        if (message.success) begin();
        else fail(faultFor(message.error_id, message.error));
    }
  }

  /** Its answer to init may be lost, but not its state. */
  function begin(): void {
    if (isReady) return;
    isReady = true;
    if (isPaused) connection?.send(PAUSE);
  }

  function step(): void {
    if (!isReady || isOver()) return;
    scenes.advance(isFresh || isHidden, isPaused);
    if (isPaused || scenes.isUnderway()) events.alive();
    if (!isPaused) connection?.send(controlMessage(input));
  }

  function take(batch: Batch | null): void {
    if (isOver()) return;
    if (!batch) return void fail(new EngineFault(m.worker_engine_not_image({ engine: LABEL })));
    const prompt = scenes.shownBy(batch);
    if (prompt) isHidden = false;
    if (isHidden) return void events.alive();
    const jpegs = batch.jpegs.filter((_, i) => (batch.jpegs.length - 1 - i) % DECODED_SHARE === 0);
    decoder.add({ jpegs, shown: prompt?.id ?? null });
  }

  return {
    prompt: scenes.want,
    control(name: string, value: ControlValue) {
      if (name === STEERING) input = inputFor(value);
      if (name === 'fresh') isFresh = value === true;
      if (name !== 'pause' || isPaused === value) return;
      isPaused = value === true;
      if (isReady) connection?.send(isPaused ? PAUSE : RESUME);
    },
    waitsFor() {
      if (isPaused) return m.worker_biome_paused();
      return scenes.isUnderway() ? m.worker_biome_changing() : null;
    },
    async end() {
      end.stop();
      await connection?.close();
    },
  };
}

/** The image that the world starts from: the last one, the person's, or plain grey. */
async function seedOf(last: Pixels | null, picture: string): Promise<Buffer> {
  if (last) return jpegOf(last);
  if (picture) return Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
  const { width, height } = SEED_SIZE;
  return jpegOf({ pixels: new Uint8ClampedArray(width * height * 3).fill(128), width, height });
}
