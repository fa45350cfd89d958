import { error, type Finding, ok, warning } from '../../kit/settings/finding.ts';
import { m } from '../../kit/texts/m.ts';
import { diagnoseGenerator, type GeneratorConfig } from '../../worker/worker.ts';
import type { StreamConfig } from '../contract/settings.ts';
import { createRunpodClient } from './runpod/client.ts';

/** Checks whether the configured way of generating dreams works. */
export async function diagnoseWorkers(config: StreamConfig & GeneratorConfig): Promise<Finding[]> {
  const { workers } = config;
  if (workers.kind === 'runpod') return [await diagnoseRunpod(config)];
  if (workers.kind === 'fleet') {
    return [
      config.WORKER_TOKEN
        ? ok(m.stream_doctor_fleet())
        : warning(m.stream_doctor_fleet_generated(), m.stream_doctor_fleet_generated_cure()),
    ];
  }
  return [await diagnoseGenerator(config)];
}

export async function diagnoseRunpod(config: StreamConfig): Promise<Finding> {
  const {
    RUNPOD_API_BASE: apiBase,
    RUNPOD_ENDPOINT_ID: endpointId = '',
    RUNPOD_API_KEY: apiKey = '',
  } = config;
  const workers = await createRunpodClient({ apiBase, endpointId, apiKey }).health();
  return workers === null
    ? error(m.stream_doctor_runpod_unknown(), m.stream_doctor_runpod_unknown_cure())
    : ok(m.stream_doctor_runpod({ workers }));
}
