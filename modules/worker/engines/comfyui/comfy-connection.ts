import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { m } from '../../../kit/texts/m.ts';
import { EngineFault, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine, diskFull, isDiskFull, isOutOfMemory, outOfMemory } from '../kit/call-engine.ts';
import { type EngineConnection, openConnection } from '../kit/open-connection.ts';
import { type ComfyEvent, readBinary, readText } from './read-event.ts';
import { refusalWords } from './refusal-words.ts';
import type { Workflow } from './workflow.ts';

const LABEL = 'ComfyUI';

/** A run's queue number, reused for its replacement so that it doesn't go to the back of the queue. */
export interface QueuePlace {
  number: number | null;
}

/** A websocket to ComfyUI, and its HTTP calls. */
export type ComfyConnection = Awaited<ReturnType<typeof openComfyConnection>>;

interface Run {
  promptId: string;
  image: Uint8Array | null;
  /** at least one node actually ran instead of coming from the cache */
  hasWorked: boolean;
  finish(image: Uint8Array | null): void;
  fail(fault: EngineFault): void;
}

interface ComfyConnectionOptions {
  url: string;
  /** nodes whose images count; if empty, all previews do */
  sending: readonly string[];
  signal: AbortSignal;
  /** called when this run or one ahead of it makes progress, or may be loading a model */
  moved?(): void;
  /** interval between looks into the queue while it reports nothing */
  lookMs?: number;
}

const LOOK_MS = 10_000;
const listed = z.tuple([z.number(), z.string()]).rest(z.unknown());
const queue = z.object({ queue_running: z.array(listed), queue_pending: z.array(listed) });
const queued = z.object({ number: z.number().optional() });

/**
 * Opens a websocket with a fresh client id. ComfyUI sends events only to the requesting client, so reusing the id of a
 * lingering socket would lose them.
 * @throws EngineFault
 */
export async function openComfyConnection({
  url,
  sending,
  signal,
  moved = () => {},
  lookMs = LOOK_MS,
}: ComfyConnectionOptions) {
  const clientId = randomUUID();
  let run: Run | null = null;
  /** id of a submitted run that isn't known to have ended */
  let pending: string | null = null;
  let hasUploaded = false;
  let node: string | null = null;
  let gone: EngineFault | null = null;
  /** queued and running runs, including ours */
  let remaining = 0;
  let heardAt = 0;

  const connection = await new Promise<EngineConnection>((resolve, reject) => {
    const opening: EngineConnection = openConnection({
      label: LABEL,
      url: `${url}/ws?clientId=${clientId}`,
      opened: () => resolve(opening),
      text: (text) => receive(readText(text)),
      binary: (bytes) => receive(readBinary(bytes)),
      failed: lost,
    });
    signal.addEventListener('abort', () => {
      lost(new EngineFault(m.worker_comfyui_timeout(), false, m.worker_comfyui_timeout_public()));
      void opening.close();
    });

    function lost(fault: EngineFault): void {
      gone = fault;
      run?.fail(fault);
      reject(fault);
    }
  });
  // Must be sent first: it makes previews name their node.
  connection.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } }));

  function receive(event: ComfyEvent | null): void {
    if (event?.type === 'image') {
      const from = event.node ?? node;
      if (run && (sending.length === 0 || (from !== null && sending.includes(from)))) run.image = event.bytes;
      return;
    }
    if (event?.type === 'queue') {
      if (event.remaining !== remaining) hear();
      remaining = event.remaining;
      return;
    }
    if (!event || !run || event.promptId !== run.promptId) return;
    hear();
    if (event.type === 'progress') return;
    if (event.type === 'executing') {
      node = event.node;
      run.hasWorked = true;
      return;
    }
    pending = null;
    if (event.type === 'failed') run.fail(faultOf(event.text));
    else if (run.image || !run.hasWorked) run.finish(run.image);
    else
      run.fail(
        new EngineFault(m.worker_comfyui_no_image(), false, m.worker_engine_no_image({ engine: LABEL })),
      );
  }

  function hear(): void {
    heardAt = performance.now();
    moved();
  }

  /** Loading a model takes minutes without an event, and so may another client's run. */
  async function look(promptId: string): Promise<void> {
    if (performance.now() - heardAt > FIRST_IMAGE_MS) return;
    const answer = await callEngine({ label: LABEL, url: `${url}/queue`, init: { signal } }).catch(
      () => null,
    );
    const { queue_running = [], queue_pending = [] } = queue.safeParse(answer).data ?? {};
    const isIn = [...queue_running, ...queue_pending].some(([, id]) => id === promptId);
    if (isIn && run?.promptId === promptId) moved();
  }

  const post = (path: string, json: object, signal: AbortSignal | null = null) =>
    callEngine({ label: LABEL, url: `${url}${path}`, init: { signal }, json, refusal: refusalWords });

  async function cancel(): Promise<void> {
    if (pending === null) return;
    const promptId = pending;
    pending = null;
    await post('/queue', { delete: [promptId] }).catch(() => {});
    await post('/interrupt', { prompt_id: promptId }).catch(() => {});
  }

  const fileName = `reverie-${clientId}.png`;
  async function store(png: Uint8Array, signal: AbortSignal | null = null): Promise<void> {
    const form = new FormData();
    form.set('image', new Blob([Uint8Array.from(png)], { type: 'image/png' }), fileName);
    form.set('type', 'temp');
    form.set('overwrite', 'true');
    const stored = await callEngine({
      label: LABEL,
      url: `${url}/upload/image`,
      init: { method: 'POST', body: form, signal },
      // It doesn't say why, even if its disk is full.
      nullFor: [500],
    });
    if (stored === null) throw new EngineFault(m.worker_comfyui_not_stored());
  }

  return {
    /**
     * Runs a workflow.
     * @param place keeps the queue position across a retry
     * @returns the encoded image, or null if nothing has changed since the last run
     * @throws EngineFault
     */
    async run(workflow: Workflow, place: QueuePlace): Promise<Uint8Array | null> {
      if (gone) throw gone;
      const promptId = randomUUID();
      pending = promptId;
      const image = new Promise<Uint8Array | null>((resolve, reject) => {
        run = { promptId, image: null, hasWorked: false, finish: resolve, fail: reject };
      });
      // prevents an unhandled rejection if the HTTP call fails first
      image.catch(() => {});
      heardAt = performance.now();
      const looking = setInterval(() => void look(promptId), lookMs);
      try {
        const { number } = place;
        const order = { prompt: workflow, client_id: clientId, prompt_id: promptId };
        const answered = await post('/prompt', { ...order, ...(number !== null && { number }) }, signal);
        place.number = queued.safeParse(answered).data?.number ?? null;
        const drawn = await image;
        place.number = null;
        return drawn;
      } catch (error) {
        // Nothing was queued, and older versions would interrupt the run of another client.
        if (error instanceof EngineFault && error.isFinal) pending = null;
        // Its answer may be lost, but not the run: another try would queue behind it.
        if (!gone) void cancel();
        throw error;
      } finally {
        clearInterval(looking);
        run = null;
        node = null;
      }
    },

    /** Describes the runs ahead of this one; null if there are none or this one has started. */
    waitsFor(): string | null {
      if (!run || run.hasWorked) return null;
      const others = remaining - 1;
      if (others <= 0) return null;
      return m.worker_comfyui_queue({ count: others });
    },

    /** Uploads an image under this connection's file name. @returns the name for a LoadImage node */
    async upload(png: Uint8Array): Promise<string> {
      hasUploaded = true;
      await store(png, signal);
      return `${fileName} [temp]`;
    },

    /**
     * Cancels this connection's running and queued work, then closes it. Its file may show a person's camera, and
     * ComfyUI can't delete files, so a single pixel replaces it.
     */
    async close(): Promise<void> {
      await connection.close();
      await cancel();
      if (hasUploaded) await store(await onePixel()).catch(() => {});
    },
  };
}

function faultOf(text: string): EngineFault {
  if (isOutOfMemory(text)) return outOfMemory(LABEL);
  return isDiskFull(text) ? diskFull(LABEL) : wrong(text);
}

const wrong = (text: string) => new EngineFault(m.worker_comfyui_failed({ reason: text.slice(0, 300) }));

const onePixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
