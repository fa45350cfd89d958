import sharp from 'sharp';
import { createRandom, mixSeed } from '../../../generator/random.ts';
import { numberOf, SEED_CONTROL, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { type Control, EXCLUDED_WORDS } from '../../../protocol/controls.ts';
import {
  type EngineAdapter,
  type EngineConfig,
  type EngineDream,
  type EngineSession,
  FIRST_IMAGE_MS,
  type SessionEvents,
} from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { createImageLoop, type ImageRequest } from '../kit/image-loop.ts';
import { cameraControl, loopControls, negativeControl } from '../kit/loop-controls.ts';
import { pause } from '../kit/pause.ts';
import { FullFault, type LcmConnection, openLcmConnection } from './lcm-connection.ts';
import { type LcmParameter, type LcmSettings, readLcmSettings, readStrength } from './lcm-settings.ts';

const DEFAULT_URL = 'http://127.0.0.1:7860';
const LABEL = 'lcm-live';
/** A laptop without a GPU needs many seconds per image. */
const IMAGE_MS = 60_000;
const FULL_RETRY_MS = 2_000;
/** Without an image, the server's safety checker may be holding them back. */
const MANY_WITHHELD = 3;
const JPEG_QUALITY = 90;
/** Images from nothing have nothing in common, so that a quick sequence of them would flicker. */
const INTERVAL = 'interval';
/** Livepeer's parameters, which have a call of their own; their bounds as on its page. */
const CALLED = [
  { name: 'guidance_scale', min: 0, max: 5, default: 1.1 },
  { name: 'delta', min: 0, max: 1, default: 0.7 },
];

interface Server extends LcmSettings {
  controls: readonly Control[];
  strength: LcmParameter | null;
  /** StreamDiffusionV2: takes input all the time and answers in bursts */
  isPipelined: boolean;
  /** Livepeer: prompts and parameters go through calls of their own */
  isCalled: boolean;
}

/**
 * The wire of radames' Real-Time-Latent-Consistency-Model, which StreamDiffusion's demos speak, too: a websocket that
 * asks for input, and images as an endless multipart stream.
 */
export function createLcmAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  let server: Server | null = null;
  /** false once a session at the frame's shape failed before its first image */
  let isWide = true;

  async function look(signal: AbortSignal): Promise<Server> {
    const answer = await callEngine({ label: LABEL, url: `${url}/api/settings`, init: { signal } });
    const settings = readLcmSettings(answer);
    if (!settings) throw otherServer(LABEL, url);
    const { knows } = settings;
    const isCalled = !knows.has('prompt');
    const strength = readStrength(answer);
    const found = { ...settings, strength, isCalled, isPipelined: knows.has('restart') };
    return { ...found, controls: controlsOf(found) };
  }

  function open(dream: EngineDream, events: SessionEvents): EngineSession {
    const { isPipelined, isCalled, takesImages, ...known } = server as Server;
    const size = isWide ? wideSize(known) : known.size;
    let connection: LcmConnection | null = null;
    let isFull = false;
    let withheld = 0;
    let hasAsked = false;
    let hasDrawn = false;
    let said = '';

    async function draw(order: ImageRequest): Promise<Uint8Array[] | null> {
      connection ??= openLcmConnection({ label: LABEL, url, isPipelined, signal: order.signal });
      try {
        await connection.wanted();
        isFull = false;
        if (isCalled) await call(order);
        hasAsked = true;
        const image = takesImages ? await imageOf(order, size) : null;
        const drawn = await connection.request({ params: paramsOf(known, order, size), image });
        withheld = drawn || isPipelined ? 0 : withheld + 1;
        hasDrawn ||= drawn !== null && drawn.length > 0;
        return drawn;
      } catch (fault) {
        await drop();
        if (order.signal.aborted || !(fault instanceof FullFault)) throw fault;
        isFull = true;
        await pause(FULL_RETRY_MS, order.signal);
        return null;
      }
    }

    async function drop(): Promise<void> {
      const gone = connection;
      connection = null;
      said = '';
      await gone?.close();
    }

    /** Sends what differs from the last call. */
    async function call({ prompt, values, signal }: ImageRequest): Promise<void> {
      const params = Object.fromEntries(CALLED.map(({ name }) => [name, numberOf(values, name)]));
      const calls = { blending: { prompt_list: [[prompt, 1]] }, params };
      const now = JSON.stringify(calls);
      if (now === said) return;
      for (const [path, json] of Object.entries(calls))
        await callEngine({ label: LABEL, url: `${url}/api/${path}`, init: { signal }, json });
      said = now;
    }

    return createImageLoop({
      label: LABEL,
      dream,
      events: {
        ...events,
        failed(fault) {
          if (hasAsked && !hasDrawn) isWide = false;
          events.failed(fault);
        },
      },
      size,
      feedsBack: takesImages,
      ...(!takesImages && { intervalMs: (values) => numberOf(values, INTERVAL) * 1000 }),
      draw,
      behind: () => connection?.behind() ?? 0,
      waitsFor() {
        if (isFull) return m.worker_lcm_full({ engine: LABEL });
        return withheld >= MANY_WITHHELD ? m.worker_lcm_withheld({ engine: LABEL }) : null;
      },
      close: drop,
    });
  }

  return {
    name: 'lcm',
    label: LABEL,
    firstPatienceMs: FIRST_IMAGE_MS,
    patienceMs: IMAGE_MS,
    async prepare(_, signal) {
      server = await look(signal);
      return { version: server.title || LABEL, controls: server.controls };
    },
    open,
  };
}

/**
 * The same area in the frame's shape, in sizes that models know: 512² → 704 × 384, 768² → 1024 × 576. Only radames'
 * pipelines honour a size, and only they have a seed.
 */
function wideSize({ knows, size }: Pick<LcmSettings, 'knows' | 'size'>): LcmSettings['size'] {
  if (!knows.has('seed')) return size;
  const { width, height } = size;
  const round = (side: number) => Math.max(64, Math.round(side / 64) * 64);
  const area = width * height;
  return { width: round(Math.sqrt((area * 16) / 9)), height: round(Math.sqrt((area * 9) / 16)) };
}

function controlsOf({
  takesImages,
  strength,
  size,
  isCalled,
  knows,
  negative,
  parameters,
}: Omit<Server, 'controls'>): Control[] {
  const common = takesImages
    ? loopControls().flatMap((control): Control[] => {
        if (control.name !== 'strength') return [control];
        if (control.kind !== 'number' || strength?.kind !== 'number') return [];
        return [{ ...control, ...strength, label: control.label }];
      })
    : [
        SEED_CONTROL,
        {
          ...slider(INTERVAL, m.worker_control_interval(), { min: 0.5, max: 5, step: 0.1, default: 1 }),
          hint: m.worker_control_interval_hint(),
        },
      ];
  const called = isCalled
    ? CALLED.map(({ name, ...range }) =>
        slider(name, labels().get(name) ?? 'Delta', { ...range, step: 0.05 }),
      )
    : [];
  const used = new Set([...common, ...called].map(({ name }) => name));
  return [
    ...common,
    ...(takesImages ? [cameraControl(wideSize({ knows, size }))] : []),
    ...(knows.has('negative_prompt') ? [{ ...negativeControl(), default: negative } as Control] : []),
    ...called,
    ...parameters
      .filter(({ name }) => !used.has(name) && name !== 'camera' && name !== EXCLUDED_WORDS)
      .map((one): Control => ({ ...one, label: labels().get(one.name) ?? one.label, live: true })),
  ];
}

/** Our words for the parameters that most pipelines have; the server's own for others. */
const labels = () =>
  new Map([
    ['steps', m.worker_control_steps()],
    ['guidance_scale', m.worker_control_guidance()],
  ]);

function paramsOf(
  { knows, parameters, strength }: Pick<Server, 'knows' | 'parameters' | 'strength'>,
  { prompt, seed, base, values }: ImageRequest,
  size: LcmSettings['size'],
): Record<string, unknown> {
  const own: Record<string, unknown> = {
    prompt,
    seed,
    ...size,
    negative_prompt: values[EXCLUDED_WORDS],
    // nothing of the colours that a dream starts from should stay
    strength: base || strength?.kind !== 'number' ? values.strength : strength.max,
  };
  return {
    ...Object.fromEntries(parameters.map(({ name }) => [name, values[name]])),
    ...Object.fromEntries(Object.entries(own).filter(([name]) => knows.has(name))),
  };
}

/** The quality alternates because V2 skips an image that equals the last. */
async function imageOf({ base, seed }: ImageRequest, size: LcmSettings['size']): Promise<Uint8Array> {
  return base ? base.jpeg(JPEG_QUALITY + (seed % 2)) : clouds(seed, size);
}

/** Soft random colours: a model turns them into more than plain grey. */
function clouds(seed: number, { width, height }: LcmSettings['size']): Promise<Uint8Array> {
  const [columns, rows] = [8, 6];
  const random = createRandom(mixSeed(seed, 2));
  const cells = Uint8Array.from({ length: columns * rows * 3 }, () => 64 + random() * 128);
  return sharp(cells, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
