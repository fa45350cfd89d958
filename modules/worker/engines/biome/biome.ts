import { z } from 'zod';
import { onOff, START_IMAGE_CONTROL } from '../../../generator/values.ts';
import { isLoopback } from '../../../kit/settings/setting.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control } from '../../../protocol/controls.ts';
import { type EngineAdapter, type EngineConfig, EngineFault, FIRST_IMAGE_MS } from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { exposureFault, LABEL } from './faults.ts';
import { openBiomeSession } from './session.ts';
import { steeringControl } from './steering.ts';

const DEFAULT_URL = 'http://127.0.0.1:7987';
const DEFAULT_MODEL = 'Overworld/Waypoint-1.5-1B';
const OWN_PRECISION = 'full';
const MAX_CHOICES = 20;

const health = z.object({
  status: z.literal('ok'),
  startup_complete: z.boolean(),
  world_engine: z.object({ loaded: z.boolean() }),
  capabilities: z.object({
    backends: z.array(z.string()).min(1),
    quants: z.record(z.string(), z.array(z.string().nullable())).default({}),
  }),
});
const models = z.array(z.object({ id: z.string().max(60), is_local: z.boolean() }));

interface Offer {
  backend: string;
  models: [string, ...string[]];
  quants: string[];
}

/** Models and precisions stay as they are during a dream. */
const controls = ({ models, quants }: Offer): Control[] => [
  steeringControl(),
  START_IMAGE_CONTROL,
  choice('model', m.worker_control_model(), models),
  choice('precision', m.worker_control_precision(), [OWN_PRECISION, ...quants]),
  onOff('fresh', m.worker_control_fresh(), m.worker_control_fresh_hint()),
  onOff('pause', m.worker_control_pause(), m.worker_control_pause_hint()),
];

const choice = (name: string, label: string, choices: [string, ...string[]]): Control => ({
  ...{ kind: 'choice', name, label, live: false, choices, default: choices[0] },
});

/**
 * Biome (Waypoint): a world to walk through, on this machine and for one person: its terms allow neither hosting, nor
 * access from a network.
 */
export function createBiomeAdapter({ ENGINE_URL }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  let offer: Offer = { backend: 'world_engine', models: [DEFAULT_MODEL], quants: [] };
  let shown: Set<string> = new Set();

  return {
    name: 'biome',
    label: LABEL,
    contentFps: 60,
    // it loads and compiles in its first session, and reports the stages
    firstPatienceMs: FIRST_IMAGE_MS,
    patienceMs: 20_000,
    async prepare(report, signal) {
      if (!isLoopback(url)) throw exposureFault();
      const call = (path: string) => callEngine({ label: LABEL, url: `${url}${path}`, init: { signal } });
      const parsed = health.safeParse(await call('/health'));
      if (!parsed.success) throw otherServer(LABEL, url);
      if (!parsed.data.startup_complete) {
        report(m.worker_biome_starting());
        throw new EngineFault(m.worker_biome_starting());
      }
      const { backends, quants } = parsed.data.capabilities;
      const backend = backends.includes('world_engine') ? 'world_engine' : (backends[0] ?? 'world_engine');
      const known = models.safeParse(await call(`/api/models?backend=${encodeURIComponent(backend)}`));
      const usable = (quants[backend] ?? []).filter((quant) => quant !== null && quant !== 'none');
      offer = { backend, models: ordered(known.data ?? []), quants: usable as string[] };
      return { version: offer.models[0].slice(0, 128), controls: controls(offer) };
    },
    open(dream, events) {
      if (!dream.last) shown = new Set();
      const { model, precision } = dream.values;
      const setup = {
        model: String(model ?? offer.models[0]),
        backend: offer.backend,
        quant: precision === undefined || precision === OWN_PRECISION ? null : String(precision),
      };
      return openBiomeSession({ url, setup, dream, events, shown });
    },
  };
}

/** Downloaded models first, because a download would take a dream's whole time. */
function ordered(known: z.infer<typeof models>): [string, ...string[]] {
  const [first = DEFAULT_MODEL, ...rest] = known
    .toSorted((one, other) => Number(other.is_local) - Number(one.is_local))
    .map(({ id }) => id);
  return [first, ...rest.slice(0, MAX_CHOICES)];
}
