import type { StreamConfig } from '../../contract/settings.ts';
import type { RunpodTrouble } from './job-book.ts';

/** Text for a user whose dream is waiting. @param trouble the obstacle, or null if a GPU is on its way */
export function waitNote(trouble: RunpodTrouble | null): string {
  if (trouble === null) return 'Starting a GPU…';
  return trouble === 'jobs-ceiling' || trouble === 'money-ceiling'
    ? 'All GPUs are in use. You keep your place in line.'
    : 'No GPU could be started yet. We keep trying.';
}

/** Reason and remedy for the operator. @param trouble null if people only have to wait */
export function waitReason(
  trouble: RunpodTrouble | 'no-worker-up' | null,
  config: Pick<StreamConfig, 'RUNPOD_MAX_JOBS' | 'RUNPOD_MAX_USD_PER_HOUR'>,
): string {
  const { RUNPOD_MAX_JOBS: most, RUNPOD_MAX_USD_PER_HOUR: dollars } = config;
  switch (trouble) {
    case null:
      return 'GPUs are starting at RunPod.';
    case 'jobs-ceiling':
      return `The ceiling of jobs is reached: RUNPOD_MAX_JOBS allows ${most} at once.`;
    case 'money-ceiling':
      return `The ceiling of money is reached: another GPU could take more than the $${dollars} an hour of RUNPOD_MAX_USD_PER_HOUR.`;
    case 'busy':
      return 'RunPod has too many calls to take another job (429). It is asked again and again.';
    case 'broken':
      return 'RunPod answers with errors (5xx). It is asked again and again.';
    case 'unreachable':
      return 'RunPod does not answer. It is asked again and again.';
    case 'no-workers':
      return 'RunPod has no workers available for this endpoint. Raise its most workers, or give it more kinds of GPUs.';
    case 'no-worker-up':
      return 'Jobs wait in RunPod’s queue, and the endpoint runs no worker: it is scaled to zero, or its GPUs are sold out.';
    case 'setup':
      return 'RunPod refuses the key or the endpoint. Check RUNPOD_API_KEY and RUNPOD_ENDPOINT_ID.';
    case 'database':
      return 'The database is away, and no job is started that could not be noted.';
  }
}
