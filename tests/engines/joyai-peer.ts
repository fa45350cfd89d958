import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import type { WebSocket } from 'ws';
import { sendJson } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { colourOf, meanColour, mixedColours } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';

interface Start {
  type: 'start';
  prompt: string;
  gate_enabled?: boolean;
  use_pe?: boolean;
  [field: string]: unknown;
}

export interface JoyaiPeerOptions extends PeerOptions {
  port?: number;
  isLoaded?: boolean;
  records?: boolean;
  /** frames until it begins again by itself; the real one's default is 600 */
  resetFrames?: number;
  /** a place without frames ends after this long; the real one's after 10 s */
  idleMs?: number;
  /** its usual interval between reports of the queue is 2 s */
  queueMs?: number;
}

const SIZE = { width: 320, height: 184 };
const CHUNK = 8;
const MAX_INFLIGHT = 2;
/** Share of a prompt's colour in the edited frame. */
const EDIT = 0.9;

/**
 * A fake of JoyAI-Video-Edit's server (`deploy/xvideo/serving/serve_joyomni_streaming.py`): colours stand for prompts and
 * are laid over each frame. It has one place, and others wait in order. Images come in chunks of eight, the first alone;
 * a new start takes a moment, and leaves a chunk that was announced unfinished. It drops frames while it is busy, and the
 * one with which it begins again by itself; leaves out images that aren't acknowledged; waits for a face, or enhances the
 * prompt, unless both are turned off; and hangs up on a frame that it can't read. It is sometimes late, and disconnects.
 */
export async function startJoyaiPeer(options: JoyaiPeerOptions = {}) {
  const { resetFrames = 600, idleMs = 10_000, queueMs = 100, records = false } = options;
  const chance = createChance(options);
  const starts: Start[] = [];
  const frames: Buffer[] = [];
  const acks: number[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'cut' | 'memory' | 'stuck' | 'broken' | 'silent' | 'slow' = 'none';
  let isLoaded = options.isLoaded ?? true;
  let places: WebSocket[] = [];

  const peer = await startSocketPeer(
    async ({ url, method }, response) => {
      if (url === '/load' && method === 'POST') isLoaded = true;
      answerCall(url, response, isLoaded, records);
    },
    serve,
    options.port,
  );

  async function serve(socket: WebSocket): Promise<void> {
    const inbox: (object | Buffer)[] = [];
    let isGone = false;
    socket.on('close', () => {
      isGone = true;
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      inbox.push(isBinary ? data : JSON.parse(data.toString()));
    });
    places.push(socket);
    try {
      while (places[0] !== socket && !isGone) {
        const position = places.indexOf(socket);
        say({ type: 'queue_position', position, ahead: position });
        await after(queueMs);
      }
      if (isGone) return;
      say({ type: 'session_granted' });
      await hold();
    } finally {
      places = places.filter((one) => one !== socket);
      socket.close();
    }

    function say(message: object): void {
      if (!isGone) socket.send(JSON.stringify(message));
    }

    async function hold(): Promise<void> {
      let session: ReturnType<typeof createSession> | null = null;
      let framesIn = 0;
      let activeAt = performance.now();
      while (!isGone) {
        const message = inbox.shift();
        if (!message && performance.now() - activeAt > idleMs) {
          say({ type: 'session_timeout', message: 'released after 10s idle; reconnect to re-queue' });
          return;
        }
        if (!message) await after(2);
        else if (Buffer.isBuffer(message)) {
          activeAt = performance.now();
          if (!session) {
            say({ type: 'error', message: 'send start JSON before frames' });
            continue;
          }
          framesIn += 1;
          if (!(await session.push(message, framesIn))) return;
        } else if ('type' in message && message.type === 'start') {
          activeAt = performance.now();
          starts.push(message as Start);
          session?.close();
          await after(chance.about(60));
          session = createSession(message as Start);
          say({ type: 'started', frames_per_next_chunk: 1, ...SIZE, output_codec: 'mjpeg' });
        } else if ('recv' in message) {
          acks.push(Number(message.recv));
          session?.acknowledge(Number(message.recv));
        } else if ('type' in message && message.type === 'stop') return session?.close();
      }
      session?.close();
    }

    function createSession(start: Start) {
      let isClosed = false;
      let pending: Buffer[] = [];
      let chunks = 0;
      let inflight = 0;
      let sinceReset = 0;
      let out = 0;
      let known: number | null = null;
      let working = Promise.resolve();

      async function edit(chunk: Buffer[], framesIn: number): Promise<void> {
        await after(chance.about(options.imageMs ?? 10) * chunk.length * (chance.fault(['late']) ? 3 : 1));
        while (trouble === 'silent' && !isGone) await after(20);
        const edited = await Promise.all(chunk.map((frame) => draw(frame, start.prompt)));
        inflight -= 1;
        if (isGone) return;
        const isSlow = known !== null && out - known >= 3 * CHUNK;
        if (trouble === 'slow' || isSlow) {
          faults.push('flow');
          trouble = 'none';
          return say({ type: 'flow_drop', count: chunk.length, outstanding: out, dropped_total: 1 });
        }
        say({ type: 'chunk_start', count: chunk.length, frames_in: framesIn });
        for (const [index, image] of edited.entries()) {
          say({ type: 'output_frame', index, count: chunk.length, source_seq: framesIn, key: false });
          if (isClosed) return;
          if (!isGone) socket.send(image);
          out += 1;
          if (chunk.length > 1) await after(1);
        }
        say({ type: 'chunk_done', count: chunk.length, frames_in: framesIn, frames_out: out });
      }

      return {
        close(): void {
          isClosed = true;
        },
        acknowledge(count: number): void {
          known = count;
        },
        /** @returns false if the connection is over */
        async push(frame: Buffer, framesIn: number): Promise<boolean> {
          const broken = chunks > 2 && trouble === 'none' ? chance.breaks(['cut']) : trouble;
          if (broken === 'cut' || broken === 'memory' || broken === 'stuck') {
            faults.push(broken);
            trouble = 'none';
            if (broken === 'memory')
              say({ type: 'error', message: "OutOfMemoryError('CUDA out of memory. Tried to allocate')" });
            if (broken === 'stuck') say({ type: 'error', message: 'push_frame timeout after 15.0s' });
            if (broken === 'cut') socket.terminate();
            return false;
          }
          if (start.gate_enabled !== false) say({ type: 'waiting_face', reason: 'no_face' });
          else if (start.use_pe !== false) say({ type: 'pe_running', frames_in: framesIn });
          else if (++sinceReset > resetFrames) {
            [sinceReset, chunks, pending] = [0, 0, []];
            faults.push('reset');
            say({ type: 'session_reset', reason: 'kv_reset_frames', frames_in: framesIn });
          } else {
            say({ type: 'accepted', frames_in: framesIn });
            if (inflight >= MAX_INFLIGHT) return true;
            frames.push(frame);
            pending.push(frame);
            if (pending.length < (chunks === 0 ? 1 : CHUNK)) return true;
            const chunk = pending;
            [pending, inflight, chunks] = [[], inflight + 1, chunks + 1];
            working = working.then(() => edit(chunk, framesIn)).catch(() => socket.terminate());
          }
          return true;
        },
      };
    }
  }

  async function draw(frame: Buffer, prompt: string): Promise<Buffer> {
    if (trouble === 'broken') {
      faults.push('broken');
      trouble = 'none';
      return Buffer.from('no picture at all');
    }
    const [r, g, b] = mixedColours(await meanColour(frame), colourOf(prompt), EDIT);
    return sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } })
      .jpeg({ quality: 90 })
      .toBuffer();
  }

  return {
    ...peer,
    starts,
    /** frames that it edited */
    frames,
    acks,
    faults,
    /** holder first */
    places: () => places.length,
    falls(into: typeof trouble): void {
      trouble = into;
    },
  };
}

function answerCall(url: string | undefined, response: ServerResponse, isLoaded: boolean, records: boolean) {
  const dit_ckpt = '/models/dit/toy_edit_0811.pth';
  if (url === '/health') return sendJson(response, 200, { ok: true, runtime_loaded: isLoaded, dit_ckpt });
  if (url === '/load') return sendJson(response, 200, { ok: true, elapsed: 1 });
  if (url !== '/') return sendJson(response, 404, { detail: 'Not Found' });
  const defaults = JSON.stringify({ ...SIZE, fps: 24, record_enabled: records });
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<script>\nconst SERVER_DEFAULTS = ${defaults};\n</script>`);
}
