import { error, type Finding, ok, warning } from '../../kit/settings/finding.ts';
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
        ? ok(
            'waits for workers that dial in with WORKER_TOKEN; see who is there under Workers in the dashboard',
          )
        : warning(
            'waits for workers that dial in with a generated token',
            'On several nodes set WORKER_TOKEN, so that a worker may dial any of them.',
          ),
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
    ? error(
        'RunPod does not say how the endpoint is',
        'Check RUNPOD_ENDPOINT_ID and RUNPOD_API_KEY, and that this machine reaches RUNPOD_API_BASE.',
      )
    : ok(`RunPod knows the endpoint; ${workers} GPUs are up`);
}
