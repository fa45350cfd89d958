import { m } from '../../kit/texts/m.ts';
import type { WorkerHistoryAnswer } from '../contract/workers.ts';
import type { AdminDeps } from '../deps.ts';
import { endText } from '../dreams/read-dream.ts';
import { toDreamRow } from '../present.ts';

const MONTH_MS = 30 * 24 * 3600_000;
const DREAMS = 50;

/** A worker's latest dreams, with why they ended and what they cost. */
export async function readWorkerHistory(
  { store, clock, usdPerHour }: Pick<AdminDeps, 'store' | 'clock' | 'usdPerHour'>,
  workerId: string,
): Promise<WorkerHistoryAnswer> {
  const since = clock.now() - MONTH_MS;
  const [sum, dreams] = await Promise.all([
    store.sumWorker(workerId, since),
    store.listWorkerDreams(workerId, since, DREAMS),
  ]);
  const cost = (seconds: number | null) =>
    usdPerHour === null || seconds === null ? null : (seconds / 3600) * usdPerHour;
  return {
    worker_id: workerId,
    generator: sum?.generator ?? null,
    version: sum?.version ?? null,
    month: {
      dreams: sum?.dreams ?? 0,
      failures: sum?.failures ?? 0,
      start_delay_seconds: sum?.startDelayMs == null ? null : Number(sum.startDelayMs) / 1000,
      gpu_seconds: sum?.gpuSeconds ?? 0,
      cost_usd: cost(sum?.gpuSeconds ?? 0),
    },
    dreams: dreams.map((dream) => ({
      ...toDreamRow(dream),
      end: describeEnd(dream),
      start_delay_seconds: dream.startDelayMs === null ? null : dream.startDelayMs / 1000,
      gpu_seconds: dream.gpuSeconds,
      cost_usd: cost(dream.gpuSeconds),
      fps: dream.serverFps,
    })),
  };
}

function describeEnd(dream: Record<'endReason' | 'endDetail' | 'endText', string | null>): string | null {
  const end = endText(dream.endReason);
  const detail = dream.endDetail ?? dream.endText;
  return end && detail ? m.admin_dreams_end_detail({ end, detail }) : (end ?? detail);
}
