import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import type { WebSocket } from 'ws';
import { sendJson } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { type Colour, colourOf, meanColour, mixedColours } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';
import { openUnitWriter } from './video-writer.ts';

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
  /** started with `--downlink-codec mjpeg` */
  isJpegOnly?: boolean;
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
const NO_IMAGE = Buffer.from('no picture at all');

/**
 * A fake of JoyAI-Video-Edit's server (`deploy/xvideo/serving/serve_joyomni_streaming.py`): colours stand for prompts and
 * are laid over each frame. It has one place, and others wait in order. Images come in chunks of eight, the first alone;
 * a new start takes a moment, and leaves a chunk that was announced unfinished. It drops frames while it is busy, and the
 * one with which it begins again by itself; leaves out images that aren't acknowledged; waits for a face, or enhances the
 * prompt, unless both are turned off; and hangs up on a frame that it can't read. It sends H.264, encoding a chunk at once,
 * and starts again with a keyframe after what it left out. It is sometimes late, and disconnects.
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
          const output_codec = session.isVideo ? 'h264' : 'mjpeg';
          say({ type: 'started', frames_per_next_chunk: 1, ...SIZE, output_codec });
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
      const encoder = createEncoder(!options.isJpegOnly && (start.output_codec ?? 'h264') === 'h264');

      async function edit(chunk: Buffer[], framesIn: number): Promise<void> {
        await after(chance.about(options.imageMs ?? 10) * chunk.length * (chance.fault(['late']) ? 3 : 1));
        while (trouble === 'silent' && !isGone) await after(20);
        inflight -= 1;
        if (isGone) return;
        if (trouble === 'slow' || (known !== null && out - known >= 3 * CHUNK)) {
          faults.push('flow');
          trouble = 'none';
          encoder.reset();
          return say({ type: 'flow_drop', count: chunk.length, outstanding: out, dropped_total: 1 });
        }
        const edited: Encoded[] = [];
        for (const frame of chunk) edited.push(await encoder.encode(await meanColour(frame), start.prompt));
        if (isGone) return;
        say({ type: 'chunk_start', count: chunk.length, frames_in: framesIn });
        for (const [index, { unit, key }] of edited.entries()) {
          say({ type: 'output_frame', index, count: chunk.length, source_seq: framesIn, key });
          if (isClosed) return;
          if (!isGone) socket.send(trouble === 'broken' ? NO_IMAGE : unit);
          if (trouble === 'broken') trouble = 'none';
          out += 1;
          if (chunk.length > 1) await after(1);
        }
        say({ type: 'chunk_done', count: chunk.length, frames_in: framesIn, frames_out: out });
      }

      return {
        isVideo: encoder.isVideo,
        close(): void {
          isClosed = true;
          // after the chunk in progress
          void working.then(encoder.reset);
        },
        acknowledge(count: number): void {
          known = count;
        },
        /** @returns false if the connection is over */
        async push(frame: Buffer, framesIn: number): Promise<boolean> {
          const fault = chunks > 2 && trouble === 'none' ? chance.breaks(['cut']) : trouble;
          if (fault === 'cut' || fault === 'memory' || fault === 'stuck') {
            faults.push(fault);
            trouble = 'none';
            if (fault === 'memory')
              say({ type: 'error', message: "OutOfMemoryError('CUDA out of memory. Tried to allocate')" });
            if (fault === 'stuck') say({ type: 'error', message: 'push_frame timeout after 15.0s' });
            if (fault === 'cut') socket.terminate();
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

interface Encoded {
  unit: Buffer;
  key: boolean;
}

/** Encodes edited frames as JPEGs or as H.264. */
function createEncoder(isVideo: boolean) {
  let writer: Awaited<ReturnType<typeof openUnitWriter>> | null = null;
  return {
    isVideo,
    async encode(frame: Colour, prompt: string): Promise<Encoded> {
      const edited = mixedColours(frame, colourOf(prompt), EDIT);
      if (isVideo) {
        writer ??= await openUnitWriter({ ...SIZE, fps: 24 });
        return writer.write(edited);
      }
      const [r, g, b] = edited;
      const image = sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } });
      return { unit: await image.jpeg({ quality: 90 }).toBuffer(), key: false };
    },
    /** the next unit is a keyframe */
    reset(): void {
      writer?.close();
      writer = null;
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
