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
  WORKER_TOKEN: secret(token.optional(), m.stream_default_worker_token, m.stream_doc_worker_token),
  WORKERS: setting(
    text
      .regex(/^(embedded(:\d{1,2})?|fleet|runpod)$/, { error: m.stream_setting_workers })
      .default('embedded'),
    'embedded',
    m.stream_doc_workers,
  ),
  RUNPOD_API_KEY: secret(key.optional(), '–', m.stream_doc_runpod_api_key),
  RUNPOD_ENDPOINT_ID: setting(
    text.regex(/^[\w-]+$/, { error: m.stream_setting_endpoint }).optional(),
    '–',
    m.stream_doc_runpod_endpoint_id,
  ),
  RUNPOD_API_BASE: setting(
    webUrl.default('https://api.runpod.ai/v2'),
    'https://api.runpod.ai/v2',
    m.stream_doc_runpod_api_base,
  ),
  RUNPOD_MAX_JOBS: setting(whole(1, 1000).default(3), '3', m.stream_doc_runpod_max_jobs),
  RUNPOD_MAX_USD_PER_HOUR: setting(usd.optional(), '–', m.stream_doc_runpod_max_usd_per_hour),
  GPU_USD_PER_HOUR: setting(usd.optional(), '–', m.stream_doc_gpu_usd_per_hour),
  NONCOMMERCIAL_ENGINES: setting(
    z.literal('allowed', { error: m.stream_setting_allowed }).optional(),
    '–',
    m.stream_doc_noncommercial_engines,
  ),
  MAX_WATCHERS: setting(whole(0, 10_000).default(100), '100', m.stream_doc_max_watchers),
  LIVE_CAMERA: setting(z.enum(['on', 'off']).default('on'), 'on', m.stream_doc_live_camera),
  DRAIN_SECONDS: setting(whole(0, 86_400).default(330), '330', m.stream_doc_drain_seconds),
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
