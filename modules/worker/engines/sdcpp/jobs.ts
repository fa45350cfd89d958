import { z } from 'zod';
import { m } from '../../../kit/texts/m.ts';
import { EngineFault } from '../kit/adapter.ts';
import { callEngine, isOutOfMemory, outOfMemory } from '../kit/call-engine.ts';
import { pause } from '../kit/pause.ts';

/** A finished clip, still in its container. */
export interface Clip {
  avi: Uint8Array;
  /** frames per second that it is made for */
  fps: number;
}

export interface ClipJobOptions {
  label: string;
  /** the server's address, without a path */
  url: string;
  /** the request's body */
  order: object;
  /** ms from the start of generating; after that, the server counts as hung */
  timeoutMs: number;
  signal: AbortSignal;
  /** called with each answer from the server: the position in its queue, 0 once it generates */
  moved(queuePosition: number): void;
}

const POLL_INTERVAL_MS = 250;
const FULL_INTERVAL_MS = 2_000;
/** Unanswered status requests before a job counts as lost. */
const MAX_SILENT = 3;
const CANCEL_TIMEOUT_MS = 3_000;
/** Retries after another client cancelled the job or the server lost it. */
const MAX_LOST = 2;

const accepted = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });
const state = z.object({
  status: z.enum(['queued', 'generating', 'completed', 'failed', 'cancelled']),
  queue_position: z.number().int().nonnegative().catch(0),
  result: z
    .object({ b64_json: z.string().min(1), fps: z.number().positive().max(120).catch(16) })
    .nullable()
    .catch(null),
  error: z.object({ message: z.string() }).nullable().catch(null),
});

/**
 * Requests one clip and waits for it: `vid_gen` and `jobs` in `examples/server/api.md`. The server keeps a result for
 * ten minutes; a job that it has forgotten, or that another client cancelled, is requested again.
 * @throws EngineFault, or the signal's reason; an abandoned job is cancelled
 */
export async function runClipJob(options: ClipJobOptions): Promise<Clip> {
  for (let lost = 0; ; lost++) {
    const id = await submit(options);
    try {
      const clip = await follow(id, options);
      if (clip) return clip;
    } catch (error) {
      await cancel(id, options);
      throw error;
    }
    if (lost === MAX_LOST) throw new EngineFault(m.worker_sdcpp_job_lost({ engine: options.label }));
  }
}

/** Waits for a place in the server's queue. @returns the job's id */
async function submit({ label, url, order, signal, moved }: ClipJobOptions): Promise<string> {
  for (;;) {
    const answered = await callEngine({
      label,
      url: `${url}/sdcpp/v1/vid_gen`,
      init: { signal },
      json: order,
      nullFor: [429],
    });
    if (answered !== null) {
      const parsed = accepted.safeParse(answered);
      if (!parsed.success) throw new EngineFault(m.worker_engine_unreadable({ engine: label }));
      return parsed.data.id;
    }
    moved(Number.POSITIVE_INFINITY);
    await pause(FULL_INTERVAL_MS, signal);
  }
}

/** @returns null if the job is lost */
async function follow(id: string, options: ClipJobOptions): Promise<Clip | null> {
  const { label, signal, moved } = options;
  let startedAt: number | null = null;
  let silent = 0;
  for (;;) {
    await pause(POLL_INTERVAL_MS, signal);
    let answered: unknown;
    try {
      answered = await ask(id, options);
      silent = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (++silent >= MAX_SILENT) throw error;
      continue;
    }
    if (answered === null) return null;
    const parsed = state.safeParse(answered);
    if (!parsed.success) throw new EngineFault(m.worker_engine_unreadable({ engine: label }));
    const { status, queue_position, result, error } = parsed.data;
    if (status === 'cancelled') return null;
    if (status === 'failed') throw failure(label, error?.message ?? '');
    if (status === 'completed') {
      if (!result) throw new EngineFault(m.worker_engine_no_image({ engine: label }));
      return { avi: Buffer.from(result.b64_json, 'base64'), fps: result.fps };
    }
    if (status === 'generating') startedAt ??= performance.now();
    if (startedAt !== null && performance.now() - startedAt > options.timeoutMs)
      throw new EngineFault(
        m.worker_engine_no_image_for({ engine: label, seconds: Math.round(options.timeoutMs / 1000) }),
      );
    moved(queue_position);
  }
}

/** 404 after a restart of the server, 410 once the result has expired. */
const ask = (id: string, { label, url, signal }: ClipJobOptions) =>
  callEngine({ label, url: `${url}/sdcpp/v1/jobs/${id}`, init: { signal }, nullFor: [404, 410] });

function failure(label: string, message: string): EngineFault {
  if (isOutOfMemory(message)) return outOfMemory(label);
  const reason = message.replace(/\s+/g, ' ').trim().slice(0, 200);
  if (!reason) return new EngineFault(m.worker_engine_no_image({ engine: label }));
  return new EngineFault(
    m.worker_engine_reports({ engine: label, reason }),
    false,
    m.worker_engine_no_image({ engine: label }),
  );
}

/** A job that is being generated can't be stopped (409), so it finishes unused. */
async function cancel(id: string, { label, url }: ClipJobOptions): Promise<void> {
  await callEngine({
    label,
    url: `${url}/sdcpp/v1/jobs/${id}/cancel`,
    init: { method: 'POST' },
    timeoutMs: CANCEL_TIMEOUT_MS,
    nullFor: [404, 409, 410],
  }).catch(() => {});
}
