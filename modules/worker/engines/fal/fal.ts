import { decode, encode } from '@msgpack/msgpack';
import sharp from 'sharp';
import { z } from 'zod';
import { numberOf, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import {
  type EngineAdapter,
  type EngineConfig,
  type EngineDream,
  EngineFault,
  type EngineSession,
  type SessionEvents,
} from '../kit/adapter.ts';
import { callEngine } from '../kit/call-engine.ts';
import { createImageLoop, type ImageRequest } from '../kit/image-loop.ts';
import { cameraControl, loopControls } from '../kit/loop-controls.ts';
import { type EngineConnection, openConnection } from '../kit/open-connection.ts';

const APP = 'fal-ai/flux-2/klein/realtime';
const ALIAS = 'flux-2';
const LABEL = 'fal';
/** The model generates squares; according to fal, 704 pixels edit fastest. */
const SIZE = { width: 704, height: 704 };
const JPEG_QUALITY = 50;
const TOKEN_SECONDS = 120;
const IMAGE_MS = 30_000;

const result = z.object({
  request_id: z.string().optional(),
  images: z.array(z.object({ content: z.instanceof(Uint8Array) })).min(1),
});
const trouble = z.object({
  type: z.string().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
  reason: z.string().optional(),
});

interface Asked {
  id: string;
  resolve(images: Uint8Array[]): void;
  reject(fault: EngineFault): void;
}

/**
 * FLUX.2 klein on fal.ai's realtime websocket (msgpack; see `realtime.ts` and `auth.ts` in fal-js). The operator's key
 * buys two-minute tokens; each image is based on the last.
 * @param ENGINE_URL replaces both of fal's hosts
 */
export function createFalAdapter({ ENGINE_URL, ENGINE_KEY }: EngineConfig): EngineAdapter {
  const rest = ENGINE_URL ?? 'https://rest.fal.ai';
  const live = ENGINE_URL ?? 'https://fal.run';

  /** @throws EngineFault, final if the key is rejected */
  async function buyToken(signal: AbortSignal): Promise<string> {
    const token = await callEngine({
      label: LABEL,
      url: `${rest}/tokens/`,
      init: { headers: { authorization: `Key ${ENGINE_KEY ?? ''}` }, signal },
      json: { allowed_apps: [ALIAS], token_expiration: TOKEN_SECONDS },
    });
    if (typeof token !== 'string' || token === '') throw new EngineFault(m.worker_fal_no_token());
    return token;
  }

  function open(dream: EngineDream, events: SessionEvents): EngineSession {
    let connection: FalConnection | null = null;
    let drawn = 0;
    return createImageLoop({
      label: LABEL,
      dream,
      events,
      size: SIZE,
      async draw(order) {
        // A token is only needed to open a socket, which stays open after the token expires.
        if (connection && !connection.isOpen()) {
          await connection.close();
          connection = null;
        }
        connection ??= await openFalConnection(live, await buyToken(order.signal), order.signal);
        const images = await connection.ask(await inputOf(order));
        drawn += 1;
        return images;
      },
      note: () => m.worker_fal_requests({ count: drawn }),
      close: async () => connection?.close(),
    });
  }

  return {
    name: 'fal',
    label: LABEL,
    firstPatienceMs: 2 * IMAGE_MS,
    patienceMs: IMAGE_MS,
    async prepare(_report, signal) {
      await buyToken(signal);
      return { version: 'FLUX.2 klein realtime', controls: controls() };
    },
    open,
  };
}

const controls = (): Control[] => [
  ...loopControls(),
  cameraControl(SIZE),
  slider('steps', m.worker_control_steps(), { min: 1, max: 6, step: 1, default: 3 }),
  {
    kind: 'switch',
    name: 'interpolate',
    label: m.worker_control_twice(),
    hint: m.worker_control_twice_hint(),
    live: true,
    default: true,
  },
];

async function inputOf({ prompt, seed, base, isLive, values }: ImageRequest) {
  const jpeg = await (base?.jpeg(JPEG_QUALITY) ?? greys());
  return {
    prompt,
    seed,
    image_url: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`,
    num_inference_steps: numberOf(values, 'steps'),
    image_size: 'square',
    // fal mixes in its own last image, which would trail behind a camera like a ghost
    output_feedback_strength: base && !isLive ? numberOf(values, 'strength') : 1,
    enable_interpolation: values.interpolate === true,
  };
}

const greys = () =>
  sharp({ create: { ...SIZE, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();

/** True for an answer to our request that contains no image. */
const isAnswer = (message: unknown, id: string | undefined): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'images' in message &&
  (!('request_id' in message) || message.request_id === id);

type FalConnection = Awaited<ReturnType<typeof openFalConnection>>;

/** One websocket with one request in flight. @throws EngineFault */
async function openFalConnection(live: string, token: string, signal: AbortSignal) {
  const query = new URLSearchParams({ fal_jwt_token: token, max_buffering: '2' });
  let asked: Asked | null = null;
  let asks = 0;
  let gone: EngineFault | null = null;
  const connection = await new Promise<EngineConnection>((resolve, reject) => {
    const opening: EngineConnection = openConnection({
      label: LABEL,
      url: `${live}/${APP}?${query}`,
      opened: () => resolve(opening),
      text: (text) => receive(() => JSON.parse(text)),
      binary: (bytes) => receive(() => decode(bytes)),
      failed: lost,
    });
    signal.addEventListener('abort', () => {
      lost(new EngineFault(m.worker_dream_over()));
      void opening.close();
    });

    function lost(fault: EngineFault): void {
      fail(fault);
      reject(fault);
    }
  });

  function fail(fault: EngineFault): void {
    gone ??= fault;
    asked?.reject(fault);
  }

  function receive(read: () => unknown): void {
    let message: unknown;
    try {
      message = read();
    } catch {
      fail(new EngineFault(m.worker_engine_unreadable({ engine: LABEL })));
      return;
    }
    const parsed = result.safeParse(message);
    if (parsed.success) {
      // ignore late answers to an abandoned request
      if (parsed.data.request_id !== undefined && parsed.data.request_id !== asked?.id) return;
      asked?.resolve(parsed.data.images.map(({ content }) => content));
      return;
    }
    if (isAnswer(message, asked?.id)) {
      asked?.reject(new EngineFault(m.worker_engine_no_image({ engine: LABEL })));
      return;
    }
    const failed = trouble.safeParse(message);
    if (!failed.success || failed.data.type === 'x-fal-message') return;
    const { error, reason, status } = failed.data;
    // sent when no request arrived for a while; not a fault
    if (error === 'TIMEOUT') return;
    if (status === 'error' || error)
      fail(
        new EngineFault(
          m.worker_engine_rejects_reason({
            engine: LABEL,
            reason: [error, reason].filter(Boolean).join(': '),
          }),
        ),
      );
  }

  return {
    isOpen: () => gone === null,
    async ask(input: object): Promise<Uint8Array[]> {
      if (gone) throw gone;
      const id = String(++asks);
      try {
        return await new Promise<Uint8Array[]>((resolve, reject) => {
          asked = { id, resolve, reject };
          connection.send(encode({ ...input, request_id: id }));
        });
      } finally {
        asked = null;
      }
    },
    close: () => connection.close(),
  };
}
