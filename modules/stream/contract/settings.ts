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

/** An amount of money, such as 2.5. */
const usd = text
  .regex(/^\d+(\.\d+)?$/, 'must be an amount such as 2.5')
  .transform(Number)
  .refine((amount) => amount > 0, 'must be more than 0');

/** Settings for workers and the relay that they dial. */
export const streamSettings = {
  WORKER_TOKEN: secret(token.optional(), 'generated into DATA_DIR', 'what a worker presents'),
  WORKERS: setting(
    text
      .regex(/^(embedded(:\d{1,2})?|fleet|runpod)$/, 'must be embedded, embedded:SLOTS, fleet or runpod')
      .default('embedded'),
    'embedded',
    '`embedded[:slots]` starts workers here (of the painter half as many as there are cores, of a model 1); `fleet` waits for workers that dial in; `runpod` has a GPU started at RunPod for each dream',
  ),
  RUNPOD_API_KEY: secret(key.optional(), '–', 'of the account whose GPUs `WORKERS=runpod` starts'),
  RUNPOD_ENDPOINT_ID: setting(
    text.regex(/^[\w-]+$/, 'must be the id of an endpoint, of letters and digits').optional(),
    '–',
    'its serverless endpoint, whose image runs `bun run worker --runpod`',
  ),
  RUNPOD_API_BASE: setting(
    webUrl.default('https://api.runpod.ai/v2'),
    'https://api.runpod.ai/v2',
    'another host that speaks RunPod’s API',
  ),
  RUNPOD_MAX_JOBS: setting(
    whole(1, 1000).default(3),
    '3',
    'GPUs that it starts at once; beyond them people wait in line',
  ),
  RUNPOD_MAX_USD_PER_HOUR: setting(
    usd.optional(),
    '–',
    'what they may cost in any hour, by GPU_USD_PER_HOUR; beyond it people wait in line',
  ),
  GPU_USD_PER_HOUR: setting(usd.optional(), '–', 'price of a GPU’s hour, for the cost that operators see'),
  NONCOMMERCIAL_ENGINES: setting(
    z.literal('allowed', 'must be allowed, or not set').optional(),
    '–',
    '`allowed` lets `krea` and `scope` draw on a box that sells plans, which their licences don’t: only with their makers’ leave',
  ),
  DRAIN_SECONDS: setting(
    whole(0, 86_400).default(330),
    '330',
    'how long a node of several waits for its live dreams after SIGTERM; a lone server ends them at once',
  ),
};

export interface StreamConfig extends Omit<SettingsOf<typeof streamSettings>, 'WORKERS'> {
  workers: { kind: 'embedded'; slots: number | undefined } | { kind: 'fleet' } | { kind: 'runpod' };
}

export function checkStreamSettings(given: Given, fault: ReportFault): void {
  if (given.RUNPOD_API_BASE?.startsWith('http://') && !isLoopback(given.RUNPOD_API_BASE)) {
    fault('RUNPOD_API_BASE', 'must be https, since the key travels there');
  }
  if (given.RUNPOD_MAX_USD_PER_HOUR && !given.GPU_USD_PER_HOUR) {
    fault('GPU_USD_PER_HOUR', 'must be set, too: RUNPOD_MAX_USD_PER_HOUR is reckoned by it');
  }
  if (given.WORKERS?.trim() === 'runpod') checkRunpod(given, fault);
}

function checkRunpod(given: Given, fault: ReportFault): void {
  for (const name of ['RUNPOD_API_KEY', 'RUNPOD_ENDPOINT_ID']) {
    if (!given[name]) fault(name, 'must be set for WORKERS=runpod');
  }
  // A RunPod stand-in on this machine has its workers here too, so it can dial a loopback address.
  if (given.RUNPOD_API_BASE && isLoopback(given.RUNPOD_API_BASE)) return;
  const name = given.NODE_URL ? 'NODE_URL' : 'PUBLIC_URL';
  const address = given[name];
  if (!address || isLoopback(address)) {
    fault(
      name,
      'must be an address that RunPod’s workers reach: with WORKERS=runpod they dial in from outside',
    );
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
