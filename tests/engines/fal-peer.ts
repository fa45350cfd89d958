import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { decode, encode } from '@msgpack/msgpack';
import sharp from 'sharp';
import { WebSocketServer } from 'ws';
import { bodyOf, sendJson, startHttpPeer } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { colourOf, paint } from './peer-images.ts';

interface Input {
  request_id: string;
  prompt: string;
  seed: number;
  image_url: string;
  output_feedback_strength: number;
  enable_interpolation: boolean;
  num_inference_steps: number;
}

export const FAL_KEY = 'an-id:a-secret';

/**
 * A fake of fal's token call and its realtime websocket for FLUX.2 klein, modelled on fal-js's `auth.ts`, `realtime.ts`
 * and `types/endpoints.ts`. A token opens one socket within its lifetime. Injected faults cut the connection, repeat an
 * answer, or replace it with an error or a truncated image.
 */
export async function startFalPeer(options: PeerOptions & { port?: number; tokenMs?: number } = {}) {
  const chance = createChance(options);
  const tokens = new Map<string, number>();
  const asked: Input[] = [];
  const faults: string[] = [];
  let opened = 0;

  const peer = await startHttpPeer(async (request, response) => {
    if (request.url !== '/tokens/') return sendJson(response, 404, { detail: 'not found' });
    const { allowed_apps } = JSON.parse((await bodyOf(request)).toString());
    if (request.headers.authorization !== `Key ${FAL_KEY}`)
      return sendJson(response, 401, { detail: 'Cannot access application' });
    if (allowed_apps?.[0] !== 'flux-2') return sendJson(response, 422, { detail: 'unknown app' });
    const token = randomUUID();
    tokens.set(token, Date.now() + (options.tokenMs ?? 120_000));
    sendJson(response, 200, token);
  }, options.port);

  const lines = new WebSocketServer({ noServer: true });
  peer.server.on('upgrade', (request, socket: Socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '', peer.url);
    const until = tokens.get(searchParams.get('fal_jwt_token') ?? '') ?? 0;
    lines.handleUpgrade(request, socket, head, (line) => {
      opened++;
      if (pathname !== '/fal-ai/flux-2/klein/realtime' || Date.now() >= until) {
        line.send(JSON.stringify({ status: 'error', error: 'Unauthorized' }));
        line.close(1008);
        return;
      }
      line.send(JSON.stringify({ type: 'x-fal-message', action: 'none' }));
      line.on('message', async (data: Buffer) => {
        const input = decode(data) as Input;
        asked.push(input);
        await after(chance.about(options.imageMs ?? 20));
        const fault = asked.length > 1 ? chance.fault(['error', 'cut', 'twice', 'half'] as const) : null;
        if (fault) faults.push(fault);
        if (fault === 'cut') return line.terminate();
        if (fault === 'error')
          return line.send(
            JSON.stringify({ type: 'x-fal-error', error: 'INTERNAL_ERROR', reason: 'try again' }),
          );
        const answer = encode({
          request_id: input.request_id,
          seed: input.seed,
          images: await draw(input, fault === 'half'),
        });
        line.send(answer);
        if (fault === 'twice') line.send(answer);
      });
    });
  });

  async function draw(input: Input, isHalf: boolean) {
    const base = Buffer.from(input.image_url.slice(input.image_url.indexOf(',') + 1), 'base64');
    const png = await paint(
      { width: 768, height: 768 },
      colourOf(input.prompt),
      input.output_feedback_strength < 1 ? base : null,
      input.output_feedback_strength,
    );
    const jpeg = await sharp(png).jpeg().toBuffer();
    const content = isHalf ? jpeg.subarray(0, jpeg.length / 2) : jpeg;
    const image = { content, content_type: 'image/jpeg', width: 768, height: 768 };
    return input.enable_interpolation ? [image, image] : [image];
  }

  return { ...peer, asked, faults, opened: () => opened };
}
