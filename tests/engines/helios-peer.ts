import { setTimeout as after } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { sendJson } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { type Colour, colourOf, mixedColours } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';
import { openVideoWriter, type VideoWriter } from './video-writer.ts';

export const HELIOS_KEY = 'a-key-of-helios';
/** Random faults; tests can trigger others. */
const BREAKS = ['cut', 'half', 'early', 'error', 'noise'] as const;
const MODEL = 'BestWishYsh/Helios-Distilled';

interface Message {
  type: string;
  prompt?: string;
  width?: number;
  height?: number;
  fps?: number;
  num_frames?: number;
  extra_params?: Record<string, unknown>;
  streaming_buffer_seconds?: number;
  position_seconds?: number;
  interaction?: { event_id: string; event: { prompt: string }; transition_chunks?: number };
  [field: string]: unknown;
}

export interface HeliosPeerOptions extends PeerOptions {
  port?: number;
  /** frames per chunk; the real model's chunks have 33 */
  chunkFrames?: number;
  /** expected key, as with `--api-key` */
  key?: string;
  /** serves several sessions at once, which disables pacing */
  isShared?: boolean;
  /** ends after this many frames, whatever the request says */
  maxFrames?: number;
}

/**
 * A fake of vLLM-Omni's `/v1/realtime/video`, modelled on `docs/serving/streaming_video_output_api.md` and its example:
 * one request per socket, answered with fragmented MP4, chunk by chunk, in which colours stand for prompts. Skips
 * superseded prompts, holds back a chunk's last frame, is sometimes late, sends unsolicited messages, and disconnects.
 * `falls` triggers a fault immediately, including worse ones.
 */
export async function startHeliosPeer(options: HeliosPeerOptions = {}) {
  const { chunkFrames = 8, key, isShared = false } = options;
  const chance = createChance(options);
  const received: Message[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'cut' | 'half' | 'early' | 'error' | 'memory' | 'silent' | 'noise' = 'none';

  const peer = await startSocketPeer(
    async (request, response) => {
      if (key && request.headers.authorization !== `Bearer ${key}`)
        return sendJson(response, 401, { error: 'Unauthorized' });
      if (request.url === '/v1/models') return sendJson(response, 200, { data: [{ id: MODEL }] });
      sendJson(response, 404, { detail: 'Not Found' });
    },
    async (socket, request) => {
      if (key && request.headers.authorization !== `Bearer ${key}`) return void socket.close(1008);
      await serve(socket);
    },
    options.port,
  );

  async function serve(socket: WebSocket): Promise<void> {
    const say = (message: object) => socket.send(JSON.stringify(message));
    const started = Promise.withResolvers<Message | null>();
    const pending: NonNullable<Message['interaction']>[] = [];
    const ids = new Set<string>();
    let played = 0;
    let isStopped = false;
    socket.on('close', () => {
      isStopped = true;
      started.resolve(null);
    });
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      received.push(message);
      if (message.type === 'session.start') return started.resolve(message);
      if (message.type === 'session.ping') return say({ type: 'session.pong' });
      if (message.type === 'session.playback') played = Math.max(played, message.position_seconds ?? 0);
      if (message.type === 'session.stop') isStopped = true;
      const { interaction } = message;
      if (!interaction) return;
      if (ids.has(interaction.event_id))
        return say({ type: 'error', message: 'event_id_conflict', code: 'event_id_conflict' });
      ids.add(interaction.event_id);
      pending.push(interaction);
      say({ type: 'session.interaction.queued', request_id: 'r', event_id: interaction.event_id });
    });

    const start = await started.promise;
    if (!start) return;
    const complaint = complaintOf(start, isShared);
    if (complaint) {
      say({ type: 'error', message: complaint });
      return void socket.close(1000);
    }
    const { width = 640, height = 384, fps = 16 } = start;
    const most = Math.min(start.num_frames ?? 99, options.maxFrames ?? Number.POSITIVE_INFINITY);
    say({ type: 'video.start', request_id: 'r', format: 'm4s', config: start });
    const writer = await openVideoWriter('mp4', { width, height, fps });
    try {
      await draw(most, fps, start, writer);
    } finally {
      await writer.close();
    }

    async function draw(most: number, fps: number, start: Message, writer: VideoWriter): Promise<void> {
      let [from, to]: [Colour, Colour] = [colourOf(start.prompt ?? ''), colourOf(start.prompt ?? '')];
      let [step, steps] = [1, 1];
      let drawn = 0;
      for (let index = 0; drawn < most && !isStopped; index++) {
        const ahead = () => drawn / fps - played;
        while (!isStopped && ahead() > (start.streaming_buffer_seconds ?? Number.POSITIVE_INFINITY))
          await after(10);
        await after(chance.about(options.imageMs ?? 15) * chunkFrames);
        const target = pending.splice(0).at(-1);
        if (target) {
          from = mixedColours(from, to, step / steps);
          to = colourOf(target.event.prompt);
          [step, steps] = [0, Math.max(1, target.transition_chunks ?? 1)];
        }
        step = Math.min(steps, step + 1);
        if (chance.fault(['late'] as const)) await after(chance.about(300));
        if (chance.fault(['odd'] as const)) say({ type: 'session.pong' });
        const into = trouble === 'none' && drawn > 0 ? (chance.breaks(BREAKS) ?? 'none') : trouble;
        if (into === 'silent' || isStopped) return;
        const bytes = await writer.write(
          Array.from({ length: chunkFrames }, () => mixedColours(from, to, step / steps)),
        );
        drawn += chunkFrames;
        say({
          type: 'video.chunk_metadata',
          request_id: 'r',
          kind: 'media',
          transport_chunk_index: index,
          generation_chunk_index: index,
          num_frames: chunkFrames,
          byte_length: bytes.length,
          started_event_ids: target ? [target.event_id] : [],
          active_event_ids: target && steps > 1 ? [target.event_id] : [],
          completed_event_ids: target && steps === 1 ? [target.event_id] : [],
        });
        if (into !== 'none') return fall(into, bytes);
        socket.send(bytes);
      }
      say({ type: 'session.done', request_id: 'r', chunks: 1, stopped: isStopped });
    }

    /** Only once: the next session works again. */
    function fall(into: typeof trouble, bytes: Buffer): void {
      faults.push(into);
      if (into !== 'memory') trouble = 'none';
      if (into === 'half') socket.send(bytes.subarray(0, bytes.length / 2));
      if (into === 'noise') return void socket.send(Buffer.from(bytes).fill(0, Math.floor(bytes.length / 3)));
      if (into === 'early') say({ type: 'session.done', request_id: 'r', chunks: 1, stopped: false });
      if (into === 'error') say({ type: 'error', message: 'CUDA error: an illegal memory access' });
      if (into === 'memory') say({ type: 'error', message: 'CUDA out of memory. Tried to allocate 2 GiB' });
      if (into === 'cut') return void socket.terminate();
      socket.close(1000);
    }
  }

  return {
    ...peer,
    received,
    faults,
    falls(into: typeof trouble): void {
      trouble = into;
    },
  };
}

function complaintOf(start: Message, isShared: boolean): string | null {
  if (start.model !== MODEL) return `Model mismatch: request specifies '${start.model}'`;
  if (!start.prompt?.trim()) return 'Invalid session.start: prompt';
  if (isShared && start.streaming_buffer_seconds !== undefined)
    return 'streaming_buffer_seconds requires max_num_seqs=1';
  return null;
}
