import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import type { WebSocket } from 'ws';
import { sendJson } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { type Colour, colourOf, meanColour, mixedColours } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';

interface Message {
  type: string;
  req_id?: string;
  model?: string;
  config?: Record<string, unknown>;
  seed_image_data?: string;
  prompt?: string;
  buttons?: string[];
  mouse_dx?: number;
  mouse_dy?: number;
}

export interface BiomePeerOptions extends PeerOptions {
  port?: number;
  /** images per message */
  perStep?: number;
}

const SIZE = { width: 320, height: 180 };
const STAGES = ['startup.begin', 'startup.ready', 'session.waiting_for_seed'];
const INIT_STAGES = [
  'session.loading_model.load',
  'session.warmup.compile',
  'session.init.frame',
  'session.ready',
];
/** Fields without a default in its config; a message without one of them is dropped. */
const REQUIRED = [
  'scene_authoring',
  'action_logging',
  'video_recording',
  'video_output_dir',
  'cap_inference_fps',
];
const ID = 'app.server.error';

/**
 * A fake of Biome's server (`server-components`): colours stand for scenes, and walking forward brightens them. Drops
 * unreadable and incomplete messages silently, steps only after a control message, four images at once, hangs on an
 * edit while it is paused or before its first generated image, restarts the numbers of images with each scene, loses
 * answers, rejects a second client, and forgets everything when a client leaves. It is sometimes late, and disconnects.
 */
export async function startBiomePeer(options: BiomePeerOptions = {}) {
  const { perStep = 4 } = options;
  const chance = createChance(options);
  const received: Message[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'cut' | 'left' | 'lost' | 'memory' = 'none';
  let isTaken = false;

  const peer = await startSocketPeer(
    async (request, response) => {
      if (request.url === '/health')
        return sendJson(response, 200, {
          status: 'ok',
          startup_complete: true,
          world_engine: { loaded: false, warmed_up: false, has_seed: false },
          capabilities: { backends: ['world_engine'], quants: { world_engine: ['none', 'fp8w8a8'] } },
        });
      if (request.url === '/api/models?backend=world_engine')
        return sendJson(response, 200, [
          { id: 'Overworld/Waypoint-1.5-1B', size_bytes: 1, is_local: false },
          { id: 'Overworld/Waypoint-1.5-1B-360P', size_bytes: 1, is_local: true },
        ]);
      sendJson(response, 404, { detail: 'Not Found' });
    },
    async (socket, request) => {
      const say = (message: object) => socket.send(JSON.stringify(message));
      if (!request.url?.includes('protocol_version=5')) {
        say({ type: 'error', message_id: `${ID}.protocolVersionMismatch` });
        return void socket.close();
      }
      if (isTaken) {
        say({ type: 'error', message_id: `${ID}.serverBusy` });
        return void socket.close();
      }
      isTaken = true;
      try {
        await serve(socket);
      } finally {
        isTaken = false;
      }
    },
    options.port,
  );

  async function serve(socket: WebSocket): Promise<void> {
    const say = (message: object) => socket.send(JSON.stringify(message));
    const started = Promise.withResolvers<Message | null>();
    let [isGone, isPaused, hasStepped, isHung] = [false, false, false, false];
    let control: Message | null = null;
    let scene: Message | null = null;
    let frameId = 0;
    socket.on('close', () => {
      isGone = true;
      started.resolve(null);
    });
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (message.type === 'init' && REQUIRED.some((field) => !(field in (message.config ?? {})))) return;
      if (message.type !== 'control' || message.buttons?.length || message.mouse_dx || message.mouse_dy)
        received.push(message);
      if (message.type === 'init') started.resolve(message);
      if (message.type === 'pause') isPaused = true;
      if (message.type === 'resume') isPaused = false;
      if (message.type === 'control' && !isPaused) control = message;
      if (message.type === 'generate_scene') scene = message;
      if (message.type === 'scene_edit') {
        if (isPaused || !hasStepped) isHung = true;
        scene = message;
      }
    });

    for (const stage of STAGES) say({ type: 'status', stage });
    say({ type: 'system_info', gpu: 'a toy' });
    const init = await started.promise;
    if (!init) return;
    let colour: Colour = await meanColour(Buffer.from(init.seed_image_data ?? '', 'base64'));
    for (const stage of INIT_STAGES) say({ type: 'status', stage });
    await send(1, 0);
    answer(init, { model: init.model, inference_fps: 60 });

    while (!isGone) {
      await after(chance.about(options.imageMs ?? 12));
      if (isHung) {
        faults.push('hung');
        while (!isGone) await after(20);
        return;
      }
      if (scene) await change(scene);
      const now = control as Message | null;
      if (!now || isPaused) continue;
      control = null;
      if (chance.fault(['late'] as const)) await after(chance.about(200));
      const broken = hasStepped && trouble === 'none' ? chance.breaks(['cut'] as const) : trouble;
      if (broken === 'cut' || broken === 'memory') {
        faults.push(broken);
        trouble = 'none';
        if (broken === 'memory') say({ type: 'error', message: 'CUDA out of memory' });
        return void socket.terminate();
      }
      hasStepped = true;
      await send(perStep, 12, now);
    }

    async function change(request: Message): Promise<void> {
      const { prompt = '' } = request;
      await after(chance.about(options.imageMs ?? 12) * 10);
      scene = null;
      if (/forbidden/.test(prompt))
        return void say({
          ...{ type: 'response', req_id: request.req_id, success: false },
          error_id: `${ID}.sceneEditSafetyRejected`,
        });
      colour = colourOf(prompt);
      frameId = 0;
      if (isPaused) await send(1, 0);
      if (trouble === 'left') {
        trouble = 'none';
        answer(request, { edit_prompt: prompt });
        // Decoding these takes longer than closing the connection.
        await send(60, 12);
        return void socket.close();
      }
      if (trouble !== 'lost') return answer(request, { edit_prompt: prompt });
      faults.push('lost');
      trouble = 'none';
    }

    function answer({ req_id }: Message, data: object): void {
      if (!isGone) say({ type: 'response', req_id, success: true, data });
    }

    async function send(
      count: number,
      ms: number,
      { buttons = [] }: Message = { type: 'control' },
    ): Promise<void> {
      const shown = buttons.includes('W') ? mixedColours(colour, [255, 255, 255], 0.5) : colour;
      const [r, g, b] = shown;
      const jpeg = await sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } })
        .jpeg({ quality: 85 })
        .toBuffer();
      const header = Buffer.from(
        JSON.stringify({ frame_id: frameId, client_ts: 0, gen_ms: ms, temporal_compression: count }),
      );
      frameId += count;
      const jpegs = Array.from({ length: count }, () => [uint32(jpeg.length), jpeg]).flat();
      if (!isGone) socket.send(Buffer.concat([uint32(header.length), header, uint32(count), ...jpegs]));
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

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
