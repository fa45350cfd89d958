import { utcText } from '../kit/clock.ts';
import type { SummaryAnswer } from './contract/summary.ts';
import type { AdminStore } from './store.ts';

const DAY_MS = 24 * 3600_000;
/** Longer ranges are cut at their start, since the answer has a row for each day. */
const MAX_DAYS = 1_000;

/**
 * Data for the charts. Days have no time zone here, so the answer has an extra one at each end for the client to clip.
 * Future days are left out.
 */
export async function readSummary(
  store: AdminStore,
  range: { startDate: string; endDate: string },
  now: number,
): Promise<SummaryAnswer> {
  const lastDay = Math.floor(Math.min(Date.parse(range.endDate) + DAY_MS, now) / DAY_MS);
  const firstDay = Math.max(Date.parse(range.startDate) / DAY_MS - 1, lastDay - MAX_DAYS);
  const [from, until] = [firstDay * DAY_MS, (lastDay + 1) * DAY_MS];
  const [counts, before, growth, speeds] = await Promise.all([
    store.countByStatus(from, until - 1),
    store.countPeopleBefore(from),
    store.growthByDay(from, until),
    store.sampleSpeeds(from, until - 1),
  ]);

  let { total, subscribed } = before;
  const userGrowth = [];
  for (let day = firstDay; day <= lastDay; day++) {
    total += growth.get(day)?.total ?? 0;
    subscribed += growth.get(day)?.subscribed ?? 0;
    userGrowth.push({
      date: utcText(day * DAY_MS).slice(0, 10),
      total_users: total,
      subscribed_users: subscribed,
    });
  }
  return {
    sessionStatus: counts.map(({ status, at, count }) => ({ status, date: utcText(at), count })),
    userGrowth,
    fpsData: speeds.rows.map((row) => ({
      date: utcText(row.startedAt ?? row.requestedAt),
      session_id: row.id,
      fps: row.serverFps,
      client_fps: row.clientFps,
      job_status: row.jobStatus,
      rp_worker_id: row.workerId,
      rp_job_id: row.rpJobId,
      user_id: row.userId,
      // The charts need only the overall value; the parts are on the session's card.
      fps_data: row.serverFps === null ? null : { overall: row.serverFps },
      client_fps_data: row.clientFps === null ? null : { overall: row.clientFps },
      pcie_data: row.pcieData,
    })),
    sampledFrom: speeds.sampledFrom,
  };
}
