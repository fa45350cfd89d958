import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import type { WebSocket } from 'ws';
import { bodyOf, sendJson } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { colourOf, meanColour, mixedColours } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';

export type LcmKind = 'radames' | 'streamdiffusion' | 'livepeer' | 'v2';

interface Params {
  prompt?: string;
  seed?: number;
  strength?: number;
  width?: number;
  height?: number;
  [name: string]: unknown;
}

interface Request {
  params: Params;
  image: Buffer | null;
}

export interface LcmPeerOptions extends PeerOptions {
  port?: number;
  kind?: LcmKind;
  mode?: 'image' | 'text';
  /** 0 for any number */
  maxQueueSize?: number;
  /** a session's time limit, as the server checks it: when it hears from its client */
  timeoutMs?: number;
  /** sends parts twice to everybody, as to a browser that isn't Firefox */
  isAlwaysTwice?: boolean;
  /** fails at other sizes than its own */
  isSquare?: boolean;
  /** additional properties of its schema */
  properties?: Record<string, unknown>;
}

interface Place {
  socket: WebSocket;
  queue: Request[];
  wake(): void;
}

const hidden = { disabled: true, hide: true, min: 2, max: 15, type: 'integer' };
const SIZE = { width: { ...hidden, default: 512 }, height: { ...hidden, default: 512 } };
const SCHEMAS: Record<LcmKind, Record<string, unknown>> = {
  radames: {
    prompt: { default: 'a portrait', field: 'textarea', type: 'string' },
    negative_prompt: { default: 'blurry', field: 'textarea', type: 'string' },
    seed: { default: 2159232, field: 'seed', min: 0, type: 'integer' },
    steps: { default: 2, field: 'range', min: 1, max: 15, title: 'Steps', type: 'integer' },
    ...SIZE,
    guidance_scale: { default: 1, min: 0, max: 2, step: 0.001, title: 'Guidance Scale', type: 'number' },
    strength: { default: 0.5, min: 0.25, max: 1, step: 0.001, title: 'Strength', type: 'number' },
    lora_ckpt_id: {
      default: 'smallcfg_2step',
      field: 'select',
      title: 'PCM Base Model',
      type: 'string',
      values: ['smallcfg_2step', 'smallcfg_4step'],
    },
    debug_canny: { default: false, field: 'checkbox', title: 'Debug Canny', type: 'boolean' },
  },
  streamdiffusion: { prompt: { default: 'a portrait', field: 'textarea', type: 'string' }, ...SIZE },
  livepeer: {
    resolution: {
      default: '512x512 (1:1)',
      field: 'select',
      type: 'string',
      values: ['512x512 (1:1)', '384x384'],
    },
    ...SIZE,
  },
  v2: {
    prompt: { default: 'a portrait', field: 'textarea', type: 'string' },
    ...SIZE,
    restart: { default: false, title: 'Restart', type: 'boolean' },
    input_mode: { default: 'camera', type: 'string' },
    use_taehv: { default: false, type: 'boolean' },
  },
};
const TITLES: Record<LcmKind, string> = {
  radames: 'Image-to-Image LCM',
  streamdiffusion: 'StreamDiffusion img2img',
  livepeer: 'StreamDiffusion',
  v2: 'StreamV2V',
};
/** V2 works in chunks, and its first needs one more picture. */
const CHUNK = 4;
const V2_FPS = 16;

/**
 * A fake of radames' server and the three that speak its wire (`server/main.py`, `demo/realtime-img2img`, `demo/main.py`),
 * with colours that stand for prompts. Requests queue up and each is one picture, so that one sent too early delays all;
 * unchanged parameters and pictures yield nothing; parts come twice except to Firefox; the stream of an unknown id is
 * accepted and never sends; closed places count as taken for a while; a refused picture (safety checker) leaves a gap.
 * V2 asks for more without waiting, skips input that comes too fast, and answers in chunks.
 */
export async function startLcmPeer(options: LcmPeerOptions = {}) {
  const { kind = 'radames', mode = 'image', maxQueueSize = 0 } = options;
  const chance = createChance(options);
  const asked: Request[] = [];
  const called: { path: string; body: Record<string, unknown> }[] = [];
  const faults: string[] = [];
  const places = new Map<string, Place>();
  let blended = 'a portrait';
  let taken = 0;
  let trouble: 'none' | 'silent' | 'cut' | 'withheld' | 'broken' = 'none';

  const peer = await startSocketPeer(
    async (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://peer');
      const [, api, call, id = ''] = pathname.split('/');
      if (api !== 'api') return void response.writeHead(404).end();
      if (call === 'settings') return sendJson(response, 200, settingsOf(options));
      if (call === 'queue') return sendJson(response, 200, { queue_size: taken });
      if (call === 'stream') return stream(id, response, /Firefox/.test(request.headers['user-agent'] ?? ''));
      if (kind !== 'livepeer' || request.method !== 'POST') return void response.writeHead(404).end();
      const body = JSON.parse((await bodyOf(request)).toString());
      called.push({ path: call ?? '', body });
      if (call === 'blending') [[blended]] = body.prompt_list;
      sendJson(response, 200, { status: 'success' });
    },
    serve,
    options.port,
  );

  async function serve(socket: WebSocket, request: { url?: string | undefined }): Promise<void> {
    const id = request.url?.split('/').at(-1) ?? '';
    const say = (status: string, message?: string) => socket.send(JSON.stringify({ status, message }));
    if (maxQueueSize > 0 && taken >= maxQueueSize) {
      say('error', 'Server is full');
      return socket.close();
    }
    taken++;
    const place: Place = { socket, queue: [], wake() {} };
    places.set(id, place);
    const began = performance.now();
    let params: Params | null = null;
    let isNext = false;
    let tookAt = Number.NEGATIVE_INFINITY;
    const put = (image: Buffer | null) => {
      const one = { params: { ...(kind === 'livepeer' && { prompt: blended }), ...params }, image };
      if (kind === 'v2' && performance.now() - tookAt < 1000 / V2_FPS) return say('send_frame');
      tookAt = performance.now();
      asked.push(one);
      // V2 keeps only the newest
      place.queue = kind === 'v2' ? [one] : [...place.queue, one];
      if (kind !== 'livepeer' && kind !== 'streamdiffusion') say('wait');
      place.wake();
    };
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        if (!params || mode !== 'image') return void socket.close();
        if (data.length === 0) say('send_frame');
        else put(data);
        params = null;
        return;
      }
      const message = JSON.parse(data.toString());
      if (!isNext) {
        isNext = message.status === 'next_frame';
        return;
      }
      isNext = false;
      params = message;
      if (options.timeoutMs && performance.now() - began > options.timeoutMs) {
        say('timeout', 'Your session has ended');
        return socket.close();
      }
      if (mode === 'text') put(null);
    });
    say('connected', 'Connected');
    say('wait');
    say('send_frame');
    await new Promise((resolve) => socket.once('close', resolve));
    places.delete(id);
    place.wake();
    await after(50);
    taken--;
  }

  async function stream(id: string, response: ServerResponse, isFirefox: boolean): Promise<void> {
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace;boundary=frame' });
    response.flushHeaders();
    const place = places.get(id);
    if (!place) return;
    const ask = () => place.socket.send(JSON.stringify({ status: 'send_frame' }));
    const send = (jpeg: Buffer) => {
      const head = `--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`;
      const part = Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\r\n')]);
      response.write(part);
      const isTwice = options.isAlwaysTwice || !isFirefox;
      if (isTwice && kind !== 'streamdiffusion' && kind !== 'livepeer') response.write(part);
    };
    let last = '';
    let chunk: Buffer[] = [];
    let need = CHUNK + 1;
    while (places.has(id) && !response.destroyed) {
      ask();
      while (place.queue.length === 0 && places.has(id))
        await new Promise<void>((resolve) => {
          place.wake = resolve;
        });
      const next = place.queue.shift();
      if (!next) break;
      const same = JSON.stringify(next.params) + (next.image?.toString('base64') ?? '');
      if (kind !== 'streamdiffusion' && kind !== 'livepeer' && same === last) continue;
      last = same;
      if (options.isSquare && next.params.width !== next.params.height) return void response.destroy();
      const jpeg = await drawn(kind, next, asked.length);
      if (kind === 'v2') {
        chunk.push(jpeg);
        if (chunk.length < need) continue;
        await after(chance.about(options.imageMs ?? 10));
        for (const one of chunk) send(one);
        chunk = [];
        need = CHUNK;
        continue;
      }
      await after(chance.about(options.imageMs ?? 10));
      while (trouble === 'silent' && places.has(id)) await after(20);
      if (trouble === 'withheld') continue;
      const broken =
        asked.length > 3 && trouble === 'none' ? chance.breaks(['cut', 'broken'] as const) : trouble;
      if (broken === 'cut' || broken === 'broken') {
        faults.push(broken);
        trouble = 'none';
        if (broken === 'cut') return void response.destroy();
        send(Buffer.from('no picture at all'));
        continue;
      }
      send(jpeg);
    }
    response.end();
  }

  return {
    ...peer,
    asked,
    /** calls of Livepeer's own */
    called,
    faults,
    falls(into: typeof trouble): void {
      trouble = into;
    },
    /** clients that it counts */
    taken: () => taken,
  };
}

const settingsOf = ({ kind = 'radames', mode = 'image', maxQueueSize = 0, properties }: LcmPeerOptions) => ({
  info: {
    properties: {
      name: { default: TITLES[kind], type: 'string' },
      input_mode: { default: mode, type: 'string' },
      page_content: { default: '<h1>A page</h1>', type: 'string' },
    },
  },
  input_params: { properties: { ...SCHEMAS[kind], ...properties } },
  max_queue_size: maxQueueSize,
  page_content: '<h1>A page</h1>',
});

/** @param number makes each picture different, as another seed does */
async function drawn(kind: LcmKind, { params, image }: Request, number: number): Promise<Buffer> {
  const colour = colourOf(params.prompt ?? '');
  const own = SCHEMAS[kind].seed ? params : { width: 512, height: 512 };
  const [r = 0, g = 0, b = 0] = image
    ? mixedColours(await meanColour(image), colour, params.strength ?? 0.5)
    : colour;
  const size = { width: Number(own.width), height: Number(own.height) };
  const dot = { r: (number * 37) % 256, g: (number * 11) % 256, b: 90 };
  const spot = await sharp({ create: { width: 16, height: 16, channels: 3, background: dot } })
    .png()
    .toBuffer();
  return sharp({ create: { ...size, channels: 3, background: { r, g, b } } })
    .composite([{ input: spot, left: 0, top: 0 }])
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
}
