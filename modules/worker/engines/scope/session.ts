import { numberOf } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { EngineFault, type EnginePrompt, type EngineSession, type SessionOptions } from '../kit/adapter.ts';
import { decodeVideo } from '../kit/decode-video.ts';
import { createReceipts } from '../kit/receipts.ts';
import { createSessionEnd } from '../kit/session-end.ts';
import { LABEL, type ScopeApi } from './api.ts';

export interface ScopeSessionOptions extends SessionOptions {
  api: ScopeApi;
  pipeline: string;
  /** resolves when the previous session is gone */
  after: Promise<void>;
}

/** Frames per chunk; a prompt applies to whole chunks. */
const CHUNK = 12;
/**
 * A prompt takes effect with the next chunk. When the call returns, one chunk may be on its way out and another in
 * progress; only the one after these is certain to include the prompt.
 */
const RECEIPT_AFTER_FRAMES = 2 * CHUNK;
/** Scope queues at most eight prompts, drops the rest, and consumes one per chunk. */
const MIN_PROMPT_INTERVAL_MS = 300;
const WATCH_INTERVAL_MS = 2_000;
/** A dead pipeline still reports that it is running. */
const STALL_TIMEOUT_MS = 10_000;

/** Scope's only session, received as a transport stream. */
export function openScopeSession({
  api,
  pipeline,
  dream,
  events,
  after,
}: ScopeSessionOptions): EngineSession {
  const receipts = createReceipts();
  const stopped = new AbortController();
  let transition = numberOf(dream.values, 'transition');
  let newest = dream.prompt;
  let unsent: EnginePrompt | null = null;
  let hasStarted = false;
  /** frames produced before our stream was connected */
  let missed = 0;
  let out = { frames: 0, since: 0 };
  let isSending = false;
  const { isOver, stop, fail } = createSessionEnd(events, () => {
    stopped.abort();
    clearInterval(watching);
  });

  receipts.due(dream.prompt.id, 0);
  const video = decodeVideo('ts', LABEL, {
    images: (burst) => events.images(receipts.stamp(burst)),
    failed: (message) => fail(new EngineFault(message)),
  });
  const running = after.then(run).catch(fail);
  const watching = setInterval(() => void watch(), WATCH_INTERVAL_MS);

  async function run(): Promise<void> {
    if (isOver()) return;
    await api.stop();
    await api.start(pipeline, dream.prompt.text);
    missed = await api.framesOut();
    hasStarted = true;
    void sendAll();
    for await (const bytes of api.video(stopped.signal)) video.write(bytes);
    throw new EngineFault(m.worker_engine_video_ended({ engine: LABEL }));
  }

  /** Sends one prompt at a time; only the newest waiting prompt is kept. */
  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (unsent && !isOver()) {
      const prompt = unsent;
      unsent = null;
      try {
        await send(prompt);
      } catch (error) {
        fail(error);
      }
      await new Promise((resolve) => setTimeout(resolve, MIN_PROMPT_INTERVAL_MS));
    }
    isSending = false;
  }

  async function send(prompt: EnginePrompt): Promise<void> {
    await api.turn({ text: prompt.text, transition });
    const frames = await api.framesOut();
    receipts.overtaken(receipts.count());
    receipts.due(prompt.id, frames - missed + RECEIPT_AFTER_FRAMES);
  }

  async function watch(): Promise<void> {
    const frames = await api.framesOut().catch(() => null);
    if (frames === null || frames === 0 || isOver()) return;
    const now = performance.now();
    if (frames !== out.frames) out = { frames, since: now };
    else if (now - out.since > STALL_TIMEOUT_MS)
      fail(new EngineFault(m.worker_engine_stopped({ engine: LABEL })));
  }

  return {
    prompt(prompt) {
      const before = newest;
      newest = prompt;
      if (prompt.text === before.text && !unsent && !isSending) return receipts.sameAs(prompt.id, before.id);
      unsent = prompt;
      if (hasStarted) void sendAll();
    },
    control(name, value) {
      if (name === 'transition') transition = Number(value);
    },
    async end() {
      stop();
      await Promise.all([video.end(), running]);
      await api.stop();
    },
  };
}
