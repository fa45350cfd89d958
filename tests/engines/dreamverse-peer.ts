import { setTimeout as after } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { writeClip } from './clip-writer.ts';
import { sendJson } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { colourOf } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';

interface Message {
  type: string;
  prompt?: string;
  prompt_id?: string;
  curated_prompts?: string[];
  initial_image?: { data_url: string; mime_type: string };
  paused?: boolean;
  [field: string]: unknown;
}

export interface DreamversePeerOptions extends PeerOptions {
  port?: number;
  /** frames per segment; the real model's have 121 */
  segmentFrames?: number;
  /** segments until it waits for another project */
  cap?: number;
  sessionSeconds?: number;
}

const SIZE = { width: 320, height: 184, fps: 24 };
const SAFETY_ERROR = 'Prompt safety filter blocked this prompt.';

/** A segment's tone stands for its prompt. */
export const toneOf = (prompt: string) => 200 + (colourOf(prompt)[0] % 8) * 100;

/**
 * A fake of Dreamverse's server (`apps/dreamverse`): segments of fragmented MP4 with AAC whose colours and tones stand
 * for prompts. Reports the queue before it is addressed, starts every segment's times at 0, cuts its bytes anywhere,
 * names no id for a project's first prompt, claims to have no cap, then rejects prompts beyond it, stores loop and
 * continuation without acting on them, forgets queued prompts when a project ends, ends each session by the clock, and
 * has a single GPU. It is sometimes late, and disconnects.
 */
export async function startDreamversePeer(options: DreamversePeerOptions = {}) {
  const { segmentFrames = 24, cap = 6, sessionSeconds = 300 } = options;
  const chance = createChance(options);
  const received: Message[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'cut' | 'half' | 'memory' | 'silent' = 'none';
  let warming = 0;
  const gpu = createGpu();

  const peer = await startSocketPeer(
    async (request, response) => {
      if (request.url === '/healthz') return sendJson(response, 200, { status: 'ok' });
      if (request.url === '/readyz' && warming-- > 0) return sendJson(response, 503, { status: 'warming' });
      if (request.url === '/readyz') return sendJson(response, 200, { status: 'ready' });
      if (request.url === '/status')
        return sendJson(response, 200, {
          total_gpus: 1,
          gpu_status: { 0: { current_model_id: 'toy-ltx2' } },
        });
      sendJson(response, 404, { detail: 'Not Found' });
    },
    serve,
    options.port,
  );

  async function serve(socket: WebSocket): Promise<void> {
    const say = (message: object) => socket.send(JSON.stringify(message));
    const started = Promise.withResolvers<Message | null>();
    const queue: { prompt: string; id: string | null }[] = [];
    let isGone = false;
    let project = 0;
    let made = 0;
    let isIdle = false;
    let isPaused = false;
    let isFull = false;
    socket.on('close', () => {
      isGone = true;
      started.resolve(null);
    });
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      received.push(message);
      if (message.type === 'session_init_v2') started.resolve(message);
      if (message.type === 'leave') isGone = true;
      if (message.type === 'set_generation_paused') {
        isPaused = message.paused === true;
        say({ type: 'generation_paused_updated', paused: isPaused });
      }
      if (message.type === 'end_project_keep_session') {
        queue.length = 0;
        isIdle = true;
        say({ type: 'project_idle', dropped_user_ready_queue: 0 });
      }
      if (message.type === 'project_init_v1') begin(message);
      if (message.type === 'append_prompt') append(message);
    });

    function begin({ curated_prompts: prompts = [] }: Message): void {
      [isIdle, isFull, made] = [false, false, 0];
      project += 1;
      queue.push(...prompts.map((prompt) => ({ prompt, id: null })));
      say({ type: 'ltx2_stream_start', generation_segment_cap: 0, loop_iteration: project });
    }

    function append({ prompt = '', prompt_id: id = '' }: Message): void {
      if (isFull)
        return void say({ type: 'error', message: 'Use Rewrite to create or restart the rollout.' });
      if (isIdle) return void say({ type: 'error', message: 'Start a new project before sending prompts.' });
      if (/forbidden/.test(prompt)) return void say({ type: 'error', message: SAFETY_ERROR });
      say({ type: 'prompt_received', prompt_id: id, queue_depth: queue.length });
      queue.push({ prompt, id });
    }

    say({ type: 'queue_status', position: gpu.ahead(), total_gpus: 1, available_gpus: 0 });
    const init = await started.promise;
    if (!init) return;
    const release = await gpu.acquire(() => isGone);
    const timer = setTimeout(() => {
      if (isGone) return;
      isGone = true;
      say({ type: 'session_timeout', message: 'Session expired' });
      socket.close(1000, 'Session timeout');
    }, sessionSeconds * 1000);
    try {
      if (isGone) return;
      say({ type: 'gpu_assigned', gpu_id: 0, session_timeout: sessionSeconds });
      begin(init);
      await generate();
    } finally {
      clearTimeout(timer);
      release();
    }

    async function generate(): Promise<void> {
      let isBlocked = false;
      while (!isGone) {
        await after(5);
        if (isPaused || isIdle || isFull) continue;
        if (made >= cap) {
          isFull = true;
          say({ type: 'ltx2_stream_complete' });
          continue;
        }
        const next = queue.shift();
        if (!next) {
          if (!isBlocked) say({ type: 'prompt_sources_blocked', segment_idx: made + 1 });
          isBlocked = true;
          continue;
        }
        if (isBlocked) say({ type: 'prompt_sources_resumed', segment_idx: made + 1 });
        isBlocked = false;
        made += 1;
        if (!(await segment(next))) return;
      }
    }

    /** @returns false if the session is over */
    async function segment({ prompt, id }: { prompt: string; id: string | null }): Promise<boolean> {
      const facts = { segment_idx: made, source: id ? 'user_raw' : 'curated', prompt_id: id };
      say({ type: 'segment_prompt_source', ...facts, seed_prompt_index: id ? null : 0 });
      say({ type: 'ltx2_segment_start', ...facts, prompt });
      const clip = await writeClip({
        ...SIZE,
        colours: Array.from({ length: segmentFrames }, () => colourOf(prompt)),
        tone: toneOf(prompt),
      });
      await after(
        chance.about(options.imageMs ?? 10) * segmentFrames * (chance.fault(['late'] as const) ? 3 : 1),
      );
      while (trouble === 'silent' && !isGone) await after(20);
      if (isGone) return false;
      say({ type: 'media_init', segment_idx: made, mime: 'video/mp4', stream_id: `seg${made}` });
      const broken =
        trouble === 'none' && project + made > 2 ? chance.breaks(['cut', 'half'] as const) : trouble;
      if (broken && broken !== 'none') return fall(broken, clip);
      for (let at = 0; at < clip.length; at += 1_777) socket.send(clip.subarray(at, at + 1_777));
      say({ type: 'media_segment_complete', segment_idx: made, chunks: 1 });
      say({ type: 'step_complete', latency_ms: { total: 1 } });
      say({ type: 'ltx2_segment_complete', segment_idx: made });
      return true;
    }

    /** Only once: the next session works again. */
    function fall(into: 'cut' | 'half' | 'memory' | 'silent', clip: Buffer): false {
      faults.push(into);
      trouble = 'none';
      if (into === 'half') socket.send(clip.subarray(0, clip.length / 2));
      if (into === 'memory') say({ type: 'error', message: 'AV streaming failed: CUDA out of memory' });
      isGone = true;
      socket.terminate();
      return false;
    }
  }

  return {
    ...peer,
    received,
    faults,
    falls(into: typeof trouble): void {
      trouble = into;
    },
    /** answers that it compiles, this many times */
    warms(times: number): void {
      warming = times;
    },
  };
}

/** One GPU, in the order of arrival. */
function createGpu() {
  let ahead = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    ahead: () => ahead,
    async acquire(isGone: () => boolean): Promise<() => void> {
      ahead += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = last;
      last = promise;
      await before;
      let isHeld = true;
      const release = () => {
        if (isHeld) ahead -= 1;
        isHeld = false;
        resolve();
      };
      if (isGone()) release();
      return release;
    },
  };
}
