import { z } from 'zod';
import {
  type Given,
  isLoopback,
  key,
  type ReportFault,
  type SettingsOf,
  secret,
  setting,
  text,
  token,
  webUrl,
  whole,
} from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

/** An amount of money, such as 2.5. */
const usd = text
  .regex(/^\d+(\.\d+)?$/, { error: m.stream_setting_amount })
  .transform(Number)
  .refine((amount) => amount > 0, { error: m.stream_setting_amount_positive });

/** Settings for workers and the relay that they dial. */
export const streamSettings = {
  WORKER_TOKEN: secret(token.optional(), 'generated in DATA_DIR', 'the token that workers present'),
  WORKERS: setting(
    text
      .regex(/^(embedded(:\d{1,2})?|fleet|runpod)$/, { error: m.stream_setting_workers })
      .default('embedded'),
    'embedded',
    '`embedded[:slots]` starts workers on this machine (default: one for a model, half the number of cores for the painter); `fleet` waits for workers that dial in; `runpod` starts a RunPod GPU for each dream',
  ),
  RUNPOD_API_KEY: secret(key.optional(), '–', 'key of the account whose GPUs `WORKERS=runpod` starts'),
  RUNPOD_ENDPOINT_ID: setting(
    text.regex(/^[\w-]+$/, { error: m.stream_setting_endpoint }).optional(),
    '–',
    'its serverless endpoint; the image must run `bun run worker --runpod`',
  ),
  RUNPOD_API_BASE: setting(
    webUrl.default('https://api.runpod.ai/v2'),
    'https://api.runpod.ai/v2',
    'another server with RunPod’s API',
  ),
  RUNPOD_MAX_JOBS: setting(
    whole(1, 1000).default(3),
    '3',
    'maximum GPUs at a time; further dreams are queued',
  ),
  RUNPOD_MAX_USD_PER_HOUR: setting(
    usd.optional(),
    '–',
    'maximum cost in any hour, based on GPU_USD_PER_HOUR; beyond it dreams are queued',
  ),
  GPU_USD_PER_HOUR: setting(usd.optional(), '–', 'price of a GPU hour, for the costs shown to operators'),
  NONCOMMERCIAL_ENGINES: setting(
    z.literal('allowed', { error: m.stream_setting_allowed }).optional(),
    '–',
    '`allowed` lets `krea` and `scope` draw on a site that sells plans; their licences forbid it without their makers’ permission',
  ),
  DRAIN_SECONDS: setting(
    whole(0, 86_400).default(330),
    '330',
    'how long one of several nodes waits for its live dreams after SIGTERM; a single server ends them at once',
  ),
};

export interface StreamConfig extends Omit<SettingsOf<typeof streamSettings>, 'WORKERS'> {
  workers: { kind: 'embedded'; slots: number | undefined } | { kind: 'fleet' } | { kind: 'runpod' };
}

export function checkStreamSettings(given: Given, fault: ReportFault): void {
  if (given.RUNPOD_API_BASE?.startsWith('http://') && !isLoopback(given.RUNPOD_API_BASE)) {
    fault('RUNPOD_API_BASE', m.stream_setting_runpod_https());
  }
  if (given.RUNPOD_MAX_USD_PER_HOUR && !given.GPU_USD_PER_HOUR) {
    fault('GPU_USD_PER_HOUR', m.stream_setting_gpu_price());
  }
  if (given.WORKERS?.trim() === 'runpod') checkRunpod(given, fault);
}

function checkRunpod(given: Given, fault: ReportFault): void {
  for (const name of ['RUNPOD_API_KEY', 'RUNPOD_ENDPOINT_ID']) {
    if (!given[name]) fault(name, m.stream_setting_runpod_needed());
  }
  // A RunPod stand-in on this machine has its workers here too, so it can dial a loopback address.
  if (given.RUNPOD_API_BASE && isLoopback(given.RUNPOD_API_BASE)) return;
  const name = given.NODE_URL ? 'NODE_URL' : 'PUBLIC_URL';
  const address = given[name];
  if (!address || isLoopback(address)) {
    fault(name, m.stream_setting_runpod_address());
  }
}

export function streamConfig(settings: SettingsOf<typeof streamSettings>): Pick<StreamConfig, 'workers'> {
  const slots = settings.WORKERS.split(':')[1];
  return {
    workers:
      settings.WORKERS === 'fleet' || settings.WORKERS === 'runpod'
        ? { kind: settings.WORKERS }
        : { kind: 'embedded', slots: slots ? Number(slots) : undefined },
  };
}
