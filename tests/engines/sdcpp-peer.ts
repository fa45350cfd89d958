import { setTimeout as after } from 'node:timers/promises';
import type { AviSound } from './avi-writer.ts';
import { bodyOf, sendJson, startHttpPeer } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { colourOf, paint } from './peer-images.ts';
import { createClipQueue } from './sdcpp-clips.ts';

interface Asked {
  prompt: string;
  negative_prompt?: string;
  seed: number;
  width: number;
  height: number;
  steps?: number;
  denoising_strength?: number;
  init_images?: string[];
  lora?: { path: string; multiplier: number }[];
}

interface SdcppOptions extends PeerOptions {
  port?: number;
  /** has a video model, and takes this many ms per clip */
  clipMs?: number;
  /** its clips' sound */
  sound?: AviSound;
  /** its list of LoRAs, of whatever shape */
  loras?: unknown[];
}

/**
 * A fake of stable-diffusion.cpp's server: `capabilities`, `txt2img`, `img2img` and `vid_gen` as in
 * `examples/server/api.md`. Injected faults answer 500, cut the connection, truncate an image, or never answer.
 */
export async function startSdcppPeer(options: SdcppOptions = {}) {
  const chance = createChance(options);
  const asked: Asked[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'silent' | 'memory' = 'none';

  const { clipMs, sound, loras = [{ name: 'ink', path: 'ink.safetensors' }] } = options;
  const mode = clipMs === undefined ? 'img_gen' : 'vid_gen';
  const clips = createClipQueue({ chance, clipMs: clipMs ?? 0, faults, sound });

  const peer = await startHttpPeer(async (request, response) => {
    if (request.url === '/sdcpp/v1/capabilities') {
      const sample_params = { sample_steps: 2, guidance: { txt_cfg: 1.5 } };
      const video = mode === 'vid_gen' && { width: 512, height: 512, video_frames: 1, fps: 16 };
      sendJson(response, 200, {
        model: { name: 'toy.safetensors', stem: 'toy', path: '/models/toy.safetensors' },
        current_mode: mode,
        supported_modes: [mode],
        defaults_by_mode: { [mode]: { sample_params, ...video } },
        loras,
      });
      return;
    }
    if (mode === 'vid_gen' && (await clips.answer(request, response))) return;
    const isImg2img = request.url === '/sdapi/v1/img2img';
    if (!isImg2img && request.url !== '/sdapi/v1/txt2img')
      return sendJson(response, 404, { error: 'not found' });
    const order = JSON.parse((await bodyOf(request)).toString()) as Asked;
    asked.push(order);
    if (!order.prompt) return sendJson(response, 400, { error: 'prompt required' });
    if (trouble === 'silent') return;
    if (trouble === 'memory')
      return sendJson(response, 500, { error: 'server_error', message: 'ggml: CUDA error: out of memory' });
    await after(chance.about(options.imageMs ?? 20));
    const fault = asked.length > 1 ? chance.fault(['500', 'cut', 'half', 'empty'] as const) : null;
    if (fault) faults.push(fault);
    if (fault === '500') return sendJson(response, 500, { error: 'generate_image returned no results' });
    if (fault === 'cut') return void response.destroy();
    if (fault === 'empty') return sendJson(response, 200, { images: [], parameters: {}, info: '' });
    const base = order.init_images?.[0];
    const png = await paint(
      { width: order.width, height: order.height },
      colourOf(order.prompt),
      isImg2img && base ? Buffer.from(base, 'base64') : null,
      order.denoising_strength ?? 1,
    );
    const sent = fault === 'half' ? png.subarray(0, png.length / 2) : png;
    sendJson(response, 200, { images: [Buffer.from(sent).toString('base64')], parameters: order, info: '' });
  }, options.port);

  return {
    ...peer,
    asked,
    clips,
    /** random faults so far */
    faults,
    falls(into: typeof trouble): void {
      trouble = into;
    },
  };
}
