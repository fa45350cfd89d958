import { formatNumber } from '../../../kit/texts/formats.ts';
import { m } from '../../../kit/texts/m.ts';
import type { StreamConfig } from '../../contract/settings.ts';
import type { RunpodTrouble } from './job-book.ts';

const USD = { style: 'currency', currency: 'USD', minimumFractionDigits: 0 } as const;

/** Text for a user whose dream is waiting. @param trouble the obstacle, or null if a GPU is on its way */
export function waitNote(trouble: RunpodTrouble | null): string {
  if (trouble === null) return m.stream_runpod_wait_starting();
  return trouble === 'jobs-ceiling' || trouble === 'money-ceiling'
    ? m.stream_runpod_wait_full()
    : m.stream_runpod_wait_trouble();
}

/** Reason and remedy for the operator. @param trouble null if people only have to wait */
export function waitReason(
  trouble: RunpodTrouble | 'no-worker-up' | null,
  config: Pick<StreamConfig, 'RUNPOD_MAX_JOBS' | 'RUNPOD_MAX_USD_PER_HOUR'>,
): string {
  const { RUNPOD_MAX_JOBS: most, RUNPOD_MAX_USD_PER_HOUR: dollars } = config;
  switch (trouble) {
    case null:
      return m.stream_runpod_starting();
    case 'jobs-ceiling':
      return m.stream_runpod_jobs_ceiling({ max: most });
    case 'money-ceiling':
      return m.stream_runpod_money_ceiling({ price: formatNumber(dollars ?? 0, USD) });
    case 'busy':
      return m.stream_runpod_busy();
    case 'broken':
      return m.stream_runpod_broken();
    case 'unreachable':
      return m.stream_runpod_unreachable();
    case 'no-workers':
      return m.stream_runpod_no_workers();
    case 'no-worker-up':
      return m.stream_runpod_no_worker_up();
    case 'setup':
      return m.stream_runpod_setup();
    case 'database':
      return m.stream_runpod_database();
  }
}
