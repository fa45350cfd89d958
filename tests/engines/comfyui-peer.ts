import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import { type WebSocket, WebSocketServer } from 'ws';
import { createComfyuiQueue, type Queued } from './comfyui-queue.ts';
import { bodyOf, sendJson, startHttpPeer } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { colourOf, paint } from './peer-images.ts';

type Nodes = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

interface Run extends Queued {
  clientId: string;
  nodes: Nodes;
}

/** Files that the peer has installed; it rejects all others, as ComfyUI does. */
const INSTALLED: Record<string, [input: string, files: string[]]> = {
  CheckpointLoaderSimple: ['ckpt_name', ['sd_turbo.safetensors']],
  UNETLoader: ['unet_name', ['flux-2-klein-4b.safetensors']],
  CLIPLoader: ['clip_name', ['qwen_3_4b.safetensors']],
  VAELoader: ['vae_name', ['flux2-vae.safetensors']],
};
const LORAS = ['ink.safetensors', 'paper/cut.safetensors'];

/**
 * A fake ComfyUI, modelled on its `server.py`, `execution.py` and `protocol.py`: one queue, events for the requesting
 * client, and previews and finished images as binary messages. Runs a workflow according to its nodes' prompt, image,
 * strength and seed. Injected faults make a run fail, lose an event, or truncate an image. An unchanged workflow comes
 * from the cache and ends without an image.
 */
export async function startComfyuiPeer(
  options: PeerOptions & { port?: number; previewsOnly?: boolean; loras?: string[] } = {},
) {
  const { loras = LORAS } = options;
  const chance = createChance(options);
  const sockets = new Map<string, { socket: WebSocket; knowsMetadata: boolean }>();
  const uploads = new Map<string, Buffer>();
  const queue = createComfyuiQueue<Run>(execute, (remaining) => {
    const status = { exec_info: { queue_remaining: remaining } };
    for (const { socket } of sockets.values())
      socket.send(JSON.stringify({ type: 'status', data: { status } }));
  });
  const numbers: (number | undefined)[] = [];
  const runs: Nodes[] = [];
  const faults: string[] = [];
  const removed: string[] = [];
  const calls: string[] = [];
  let lastRun = '';
  let missing = '';
  let trouble: 'none' | 'wedged' | 'loading' | 'memory' | 'full' | 'half' = 'none';

  const peer = await startHttpPeer(async (request, response) => {
    const { method, url = '' } = request;
    calls.push(`${method} ${url}`);
    if (url === '/system_stats') {
      return sendJson(response, 200, {
        system: { comfyui_version: '0.3.64' },
        devices: [{ name: 'cpu', type: 'cpu', vram_total: 0, vram_free: 0 }],
      });
    }
    if (url === '/object_info/LoraLoader') {
      const required = { model: ['MODEL', {}], clip: ['CLIP', {}], lora_name: [loras, { tooltip: '' }] };
      return sendJson(response, 200, { LoraLoader: { input: { required }, name: 'LoraLoader' } });
    }
    if (url === '/upload/image') {
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(Uint8Array.from(await bodyOf(request)), {
        headers: { 'content-type': type },
      }).formData();
      const image = form.get('image') as File;
      const name = `${image.name} [${form.get('type')}]`;
      if (trouble === 'full') {
        // It has already emptied the file.
        uploads.set(name, Buffer.alloc(0));
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
        return void response.end('500 Internal Server Error\n\nServer got itself in trouble');
      }
      uploads.set(name, Buffer.from(await image.arrayBuffer()));
      return sendJson(response, 200, { name: image.name, subfolder: '', type: form.get('type') });
    }
    if (method === 'GET' && url === '/queue') return sendJson(response, 200, queue.list());
    const body = JSON.parse((await bodyOf(request)).toString() || '{}');
    queue.remove(body.delete ?? []);
    removed.push(...(body.delete ?? []));
    if (url === '/interrupt' || url === '/queue') return void response.end();
    if (url !== '/prompt') return sendJson(response, 404, { error: 'not found' });
    const nodes = body.prompt as Nodes;
    const errors = validate(nodes, loras, missing);
    if (errors) return sendJson(response, 400, errors);
    numbers.push(body.number);
    const number = body.number ?? queue.next();
    if (trouble === 'half') {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end('{"prompt_id": "');
    } else sendJson(response, 200, { prompt_id: body.prompt_id, number, node_errors: {} });
    queue.add({ number, promptId: body.prompt_id, clientId: body.client_id, nodes });
  }, options.port);

  const lines = new WebSocketServer({ noServer: true });
  peer.server.on('upgrade', (request, socket: Socket, head) => {
    const clientId = new URL(request.url ?? '', peer.url).searchParams.get('clientId') ?? '';
    lines.handleUpgrade(request, socket, head, (line) => {
      sockets.set(clientId, { socket: line, knowsMetadata: false });
      line.send(JSON.stringify({ type: 'status', data: { sid: clientId, status: {} } }));
      let isFirst = true;
      line.on('message', (data) => {
        const known = sockets.get(clientId);
        const reported = JSON.parse(data.toString());
        if (isFirst && known && reported.type === 'feature_flags')
          known.knowsMetadata = reported.data.supports_preview_metadata === true;
        isFirst = false;
      });
      line.on('close', () => sockets.delete(clientId));
    });
  });

  async function execute({ promptId, clientId, nodes }: Run): Promise<void> {
    const say = (type: string, data: object) =>
      sockets.get(clientId)?.socket.send(JSON.stringify({ type, data: { prompt_id: promptId, ...data } }));
    say('execution_start', {});
    if (trouble === 'wedged') return;
    while (trouble === 'loading') await after(20);
    if (trouble === 'memory')
      return void say('execution_error', {
        exception_type: 'torch.OutOfMemoryError',
        exception_message: 'Allocation on device would exceed allowed memory.',
      });
    const isCached = JSON.stringify(nodes) === lastRun;
    lastRun = JSON.stringify(nodes);
    runs.push(nodes);
    if (!isCached) {
      say('executing', { node: idOf(nodes, /Sampler/) ?? 'sample' });
      await after(chance.about(options.imageMs ?? 20));
      const fault = runs.length > 2 ? chance.fault(['error', 'half', 'lost', 'cut'] as const) : null;
      if (fault) faults.push(fault);
      if (fault === 'error')
        return void say('execution_error', { exception_type: 'RuntimeError', exception_message: 'bad luck' });
      if (fault === 'cut') return void sockets.get(clientId)?.socket.terminate();
      const png = await draw(nodes);
      const sampler = idOf(nodes, /Sampler/) ?? 'sample';
      say('executing', { node: sampler });
      say('progress', { node: sampler, value: 1, max: 1 });
      // a preview sent during sampling; it only counts if nothing else is sent
      sendImage(clientId, 1, await sharp(png).resize(64).jpeg().toBuffer(), sampler);
      const sender = idOf(nodes, /^SaveImageWebsocket$/);
      if (sender && !options.previewsOnly) {
        say('executing', { node: sender });
        if (fault !== 'lost')
          sendImage(clientId, 2, fault === 'half' ? png.subarray(0, png.length / 2) : png, sender);
      }
    }
    say('executing', { node: null });
    say('execution_success', {});
  }

  function sendImage(clientId: string, format: 1 | 2, bytes: Buffer, node: string): void {
    const known = sockets.get(clientId);
    if (!known) return;
    const head = Buffer.alloc(8);
    if (known.knowsMetadata && format === 1) {
      const reported = Buffer.from(JSON.stringify({ node_id: node, image_type: 'image/jpeg' }));
      head.writeUInt32BE(4, 0);
      head.writeUInt32BE(reported.length, 4);
      known.socket.send(Buffer.concat([head, reported, bytes]));
    } else {
      head.writeUInt32BE(1, 0);
      head.writeUInt32BE(format, 4);
      known.socket.send(Buffer.concat([head, bytes]));
    }
  }

  async function draw(nodes: Nodes): Promise<Buffer> {
    const all = Object.values(nodes);
    const texts = all.filter(({ class_type }) => class_type === 'CLIPTextEncode');
    const loader = all.find(({ class_type }) => class_type === 'LoadImage');
    const strength = all.map(({ inputs }) => inputs.denoise).find((value) => typeof value === 'number');
    const scale = all.find(({ class_type }) => class_type === 'ImageScale')?.inputs;
    const base = loader ? (uploads.get(String(loader.inputs.image)) ?? null) : null;
    const size = { width: Number(scale?.width ?? 512), height: Number(scale?.height ?? 512) };
    const png = await paint(size, colourOf(String(texts[0]?.inputs.text)), base, Number(strength ?? 1));
    return Buffer.from(png);
  }

  return {
    ...peer,
    runs,
    faults,
    /** runs taken out of its queue on request */
    removed,
    calls,
    uploads,
    /** queue numbers that runs requested */
    numbers,
    /** Breaks every connection. */
    cut(): void {
      for (const { socket } of sockets.values()) socket.terminate();
    },
    /** Queues this many runs of other clients first. */
    others: queue.others,
    falls(into: typeof trouble): void {
      trouble = into;
    },
    /** Uninstalls a file. */
    lacks(file: string): void {
      missing = file;
    },
  };
}

const idOf = (nodes: Nodes, kind: RegExp) =>
  Object.entries(nodes).find(([, { class_type }]) => kind.test(class_type))?.[0];

/** Like ComfyUI's validate_prompt: rejects files that aren't installed. */
function validate(nodes: Nodes, loras: string[], missing: string) {
  const lists: typeof INSTALLED = {
    ...INSTALLED,
    LoraLoader: ['lora_name', loras],
    LoraLoaderModelOnly: ['lora_name', loras],
  };
  for (const [id, { class_type, inputs }] of Object.entries(nodes)) {
    if (class_type.startsWith('Missing')) {
      const message = `Cannot execute because node ${class_type} does not exist.`;
      return {
        error: { type: 'invalid_prompt', message, details: `Node ID '#${id}'`, extra_info: {} },
        node_errors: [],
      };
    }
    const [input, files] = lists[class_type] ?? ['', []];
    const installed = files.filter((file) => file !== missing);
    if (!input || installed.includes(String(inputs[input]))) continue;
    const details = `${input}: '${inputs[input]}' not in ['${installed.join("', '")}']`;
    return {
      error: {
        type: 'prompt_outputs_failed_validation',
        message: 'Prompt outputs failed validation',
        details: '',
        extra_info: {},
      },
      node_errors: {
        [id]: {
          errors: [{ type: 'value_not_in_list', message: 'Value not in list', details, extra_info: {} }],
          class_type,
        },
      },
    };
  }
  return null;
}
