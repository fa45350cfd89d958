import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import { type AviSound, writeAvi } from './avi-writer.ts';
import { bodyOf, sendJson } from './http-peer.ts';
import type { createChance } from './peer-chance.ts';
import { colourOf, meanColour, mixedColours } from './peer-images.ts';

export interface ClipOrder {
  prompt: string;
  negative_prompt?: string;
  seed: number;
  width: number;
  height: number;
  video_frames: number;
  fps: number;
  init_image?: string;
  output_format?: string;
  sample_params?: { sample_steps?: number; guidance?: { txt_cfg?: number } };
  lora?: { path: string; multiplier: number }[];
}

interface Job {
  id: string;
  status: 'queued' | 'generating' | 'completed' | 'failed' | 'cancelled';
  order: ClipOrder | null;
  takesMs: number;
  avi: Buffer | null;
  frames: number;
  error: string | null;
}

export interface ClipQueueOptions {
  chance: ReturnType<typeof createChance>;
  /** ms per clip */
  clipMs: number;
  faults: string[];
  sound?: AviSound | undefined;
}

const MAX_PENDING = 4;
const LORAS = ['ink.safetensors'];

/**
 * The jobs of stable-diffusion.cpp's server (`async_jobs.cpp`): one queue for all clients, results that expire, and
 * jobs that can only be cancelled while they wait. A clip that continues a picture starts with it and turns into its
 * prompt's colour. Injected faults make a job fail, be cancelled by another client, expire, or its video be cut short.
 */
export function createClipQueue({ chance, clipMs, faults, sound }: ClipQueueOptions) {
  const jobs = new Map<string, Job | 'expired'>();
  const queue: Job[] = [];
  const asked: ClipOrder[] = [];
  const cancelled: string[] = [];
  let running: Job | null = null;
  let count = 0;

  /** @returns false if the request is for something else */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { url = '', method } = request;
    if (method === 'POST' && url === '/sdcpp/v1/vid_gen') {
      submit(JSON.parse((await bodyOf(request)).toString()), response);
      return true;
    }
    const [, id, verb] = /^\/sdcpp\/v1\/jobs\/([\w-]+)(\/cancel)?$/.exec(url) ?? [];
    if (!id) return false;
    const job = jobs.get(id);
    if (!job) sendJson(response, 404, { error: 'job not found' });
    else if (job === 'expired') sendJson(response, 410, { error: 'job expired' });
    else if (verb) cancel(job, response);
    else sendJson(response, 200, jsonOf(job));
    return true;
  }

  function submit(order: ClipOrder, response: ServerResponse): void {
    const refused = refusal(order);
    if (refused) return void sendJson(response, ...refused);
    asked.push(order);
    const job = add(order, clipMs);
    sendJson(response, 202, { id: job.id, kind: 'vid_gen', poll_url: `/sdcpp/v1/jobs/${job.id}` });
  }

  function refusal(order: ClipOrder): [status: number, answer: object] | null {
    // the default is WebM, which most builds lack
    if (order.output_format !== 'avi') return [400, { error: 'unsupported output format' }];
    if (!order.prompt) return [400, { error: 'prompt required' }];
    if (order.lora?.some(({ path }) => !LORAS.includes(path)))
      return [400, { error: 'invalid generation parameters' }];
    return queue.length + (running ? 1 : 0) < MAX_PENDING ? null : [429, { error: 'job queue is full' }];
  }

  function add(order: ClipOrder | null, takesMs: number): Job {
    const id = `job_${(++count).toString(16).padStart(8, '0')}`;
    const job: Job = { id, status: 'queued', order, takesMs, avi: null, frames: 0, error: null };
    jobs.set(id, job);
    queue.push(job);
    void work();
    return job;
  }

  function cancel(job: Job, response: ServerResponse): void {
    if (job.status === 'generating') {
      sendJson(response, 409, { error: 'job is currently generating and cannot be interrupted yet' });
      return;
    }
    if (job.status === 'queued') {
      queue.splice(queue.indexOf(job), 1);
      job.status = 'cancelled';
      cancelled.push(job.id);
    }
    sendJson(response, 200, jsonOf(job));
  }

  async function work(): Promise<void> {
    if (running) return;
    for (running = queue.shift() ?? null; running; running = queue.shift() ?? null) {
      running.status = 'generating';
      await after(chance.about(running.takesMs));
      if (running.order) await finish(running, running.order);
      else jobs.set(running.id, 'expired');
    }
  }

  async function finish(job: Job, order: ClipOrder): Promise<void> {
    const fault = asked.length > 1 ? chance.fault(['failed', 'cancelled', 'expired', 'half'] as const) : null;
    if (fault) faults.push(fault);
    if (fault === 'expired') return void jobs.set(job.id, 'expired');
    if (fault === 'failed' || fault === 'cancelled') {
      job.status = fault;
      job.error = fault === 'failed' ? 'generate_video returned no results' : 'job cancelled by client';
      return;
    }
    const jpegs = await pictures(order);
    const avi = writeAvi(jpegs, { ...order, sound });
    job.avi = fault === 'half' ? avi.subarray(0, avi.length / 2) : avi;
    job.frames = jpegs.length;
    job.status = 'completed';
  }

  function jsonOf({ id, status, order, avi, frames, error }: Job) {
    return {
      ...{ id, kind: 'vid_gen', status },
      queue_position: status === 'queued' ? queue.findIndex((one) => one.id === id) + 1 : 0,
      result: avi && {
        ...{ output_format: 'avi', mime_type: 'video/x-msvideo', fps: order?.fps, frame_count: frames },
        b64_json: avi.toString('base64'),
      },
      error: error && { code: 'generation_failed', message: error },
    };
  }

  return {
    answer,
    asked,
    /** ids of jobs that were cancelled while they waited */
    cancelled,
    /** Queues jobs of other clients first. */
    others(number: number, takesMs: number): void {
      for (let i = 0; i < number; i++) add(null, takesMs);
    },
  };
}

/** Rounds down to 4n + 1 frames, as the server does. */
async function pictures({ prompt, width, height, video_frames: wanted, init_image: base }: ClipOrder) {
  const count = Math.floor((wanted - 1) / 4) * 4 + 1;
  const to = colourOf(prompt);
  const from = base ? await meanColour(Buffer.from(base, 'base64')) : to;
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const [r, g, b] = mixedColours(from, to, i / (count - 1));
      return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
        .jpeg({ quality: 90 })
        .toBuffer();
    }),
  );
}
