import { setTimeout as after } from 'node:timers/promises';
import { decode, encode } from '@msgpack/msgpack';
import sharp from 'sharp';
import type { WebSocket } from 'ws';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { type Colour, colourOf, mixedColours } from './peer-images.ts';
import { startSocketPeer } from './socket-peer.ts';

interface Command {
  prompt?: string;
  interp_steps?: number;
  seed?: number;
  width?: number;
  height?: number;
  num_blocks?: number;
  num_denoising_steps?: number;
}

export interface KreaPeerOptions extends PeerOptions {
  port?: number;
  /** ends after this many blocks, whatever the request says */
  maxBlocks?: number;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A fake of Krea Realtime's server (`release_server.py`): bursts of a dozen JPEGs whose colours stand for prompts.
 * Ignores an unchanged prompt, loses one sent before the first frame, gives a new one no weight in its first block,
 * silently retries failing blocks, disconnects, and reports twice that it is done.
 */
export async function startKreaPeer(options: KreaPeerOptions = {}) {
  const chance = createChance(options);
  const received: Command[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'silent' | 'cut' | 'broken' | 'flood' | 'refusing' = 'none';
  let sessions = 0;
  let maxSessions = 0;

  const peer = await startSocketPeer(
    async (request, response) => {
      if (request.url !== '/health') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end('"OK"');
    },
    (socket, request) => serve(socket, request.url?.includes('fmt=msgpack') ?? false),
    options.port,
  );

  async function serve(socket: WebSocket, isPacked: boolean): Promise<void> {
    const say = (message: object) => socket.send(JSON.stringify(message));
    const started = Promise.withResolvers<Command | null>();
    let isGone = false;
    let prompt: string | null = null;
    let isDrawing = false;
    let [from, to]: [Colour, Colour] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    let weight = 1;
    let weights: number[] = [];
    socket.on('close', () => {
      isGone = true;
      started.resolve(null);
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      // as in the real server, text ends the session
      if (!isBinary) return void socket.terminate();
      const command = decode(data) as Command;
      received.push(command);
      if (prompt === null) return begin(command);
      if (command.prompt === undefined || command.prompt === prompt) return;
      prompt = command.prompt;
      if (!isDrawing) return;
      const steps = Math.max(1, command.interp_steps ?? 4);
      from = mixedColours(from, to, weight);
      to = colourOf(prompt);
      weight = 0;
      weights = Array.from({ length: steps }, (_, i) => (steps === 1 ? 0 : i / (steps - 1)));
    });
    function begin(command: Command): void {
      if (!command.prompt || trouble === 'refusing')
        return void say({ error: [{ type: 'missing', loc: ['prompt'], msg: 'Field required' }] });
      prompt = command.prompt;
      started.resolve(command);
    }
    say({ status: 'ready', worker: 'toy' });

    const start = await started.promise;
    if (!start?.prompt) return;
    maxSessions = Math.max(maxSessions, ++sessions);
    socket.on('close', () => sessions--);
    [from, to] = [colourOf(start.prompt), colourOf(start.prompt)];
    const most = Math.min(start.num_blocks ?? 9, options.maxBlocks ?? Number.POSITIVE_INFINITY);
    for (let block = 0; block < most && !isGone; block++) {
      isDrawing = true;
      weight = weights.shift() ?? weight;
      const colour = mixedColours(from, to, weight);
      await after(chance.about(options.imageMs ?? 20) * 12);
      // a failed block that is generated again
      if (chance.fault(['again'] as const)) await after((options.imageMs ?? 20) * 12);
      while (trouble === 'silent' && !isGone) await after(20);
      if (isGone) return;
      const broken = block > 0 && trouble === 'none' ? chance.breaks(['cut', 'broken'] as const) : trouble;
      if (broken === 'cut' || broken === 'broken') {
        faults.push(broken);
        if (broken === 'cut') socket.terminate();
        else socket.send(encode({ image: Buffer.from('no picture at all'), request_id: NO_ID }));
        trouble = 'none';
        return;
      }
      const image = await jpegOf(start.width ?? 832, start.height ?? 480, colour);
      const many = broken === 'flood' ? 2_000 : 12;
      if (broken === 'flood') trouble = 'none';
      for (let i = block === 0 ? 3 : 0; i < many; i++)
        socket.send(isPacked ? encode({ image, request_id: NO_ID }) : image);
    }
    for (let i = 0; i < 2; i++) say({ session_id: 'toy', status: 'completed' });
  }

  return {
    ...peer,
    received,
    faults,
    falls(into: typeof trouble): void {
      trouble = into;
    },
    /** maximum number of concurrent sessions so far; two corrupt each other */
    maxSessions: () => maxSessions,
  };
}

const jpegOf = (width: number, height: number, [r, g, b]: Colour) =>
  sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg({ quality: 90 })
    .toBuffer();
