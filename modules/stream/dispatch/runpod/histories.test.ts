import { expect, test } from 'vitest';
import { liveHistory } from '../../testing/runpod-history.ts';

/** A fifth of the full run (RUNPOD_HISTORIES=500). RUNPOD_SEED=n runs other histories. */
const HISTORIES = Number(process.env.RUNPOD_HISTORIES ?? 100);
const SEED = Number(process.env.RUNPOD_SEED ?? 20261122);
/** A cancellation may be rejected, lost or ignored a few times in a row. */
const GONE_TIMEOUT_MS = 10 * 60_000;

test(`in ${HISTORIES} histories no job is left running and no dream is left waiting`, {
  timeout: 600_000,
}, async () => {
  const outcomes = new Map<string, number>();
  let [jobs, ranOut] = [0, 0];
  for (let n = 0; n < HISTORIES; n++) {
    const seed = SEED + n;
    const { faults, known, peer, table, ceilings, ended, clock } = await liveHistory(seed);
    expect({ seed, faults, ended }).toEqual({ seed, faults: [], ended: true });
    expect(
      known.filter((room) => !room.ended),
      `dreams that wait, seed ${seed}`,
    ).toEqual([]);
    const open = [...table.rows.values()].filter(({ endedAt }) => endedAt === null);
    expect(open, `rows of seed ${seed}`).toEqual([]);

    const idsOfRows = new Set([...table.rows.values()].map(({ jobId }) => jobId));
    for (const job of peer.jobs.values()) {
      if (!idsOfRows.has(job.id)) continue;
      jobs += 1;
      if (job.status === 'TIMED_OUT') ranOut += 1;
      const dreamEndedAt = known.find(({ dream }) => dream.id === job.input.session_id)?.ended?.at ?? 0;
      expect((job.endedAt ?? clock.now()) - dreamEndedAt, `seed ${seed}, job ${job.id}`).toBeLessThan(
        GONE_TIMEOUT_MS,
      );
    }
    for (const { ended: end } of known) outcomes.set(end?.why ?? '', (outcomes.get(end?.why ?? '') ?? 0) + 1);
    if (ceilings.maxUsdPerHour !== null) {
      const cost = ((ceilings.usdPerHour ?? 0) / 3600_000) * mostInAnHour([...peer.jobs.values()], idsOfRows);
      expect(cost, `cost of seed ${seed}`).toBeLessThanOrEqual(ceilings.maxUsdPerHour);
    }
  }
  // RunPod's own time limit is only for crashes and for histories in which no call gets through.
  expect(ranOut / jobs, 'share of the jobs that ran until RunPod ended them').toBeLessThan(0.005);
  // Make sure every kind of end occurred: a history in which nothing happens would also pass.
  if (HISTORIES >= 25) {
    for (const why of ['time', 'left', 'no-gpu', 'worker-lost', 'shutdown']) {
      expect(outcomes.get(why), why).toBeGreaterThan(0);
    }
  }
});

/** Peak GPU time in ms of known jobs within any one hour. */
function mostInAnHour(
  jobs: { id: string; startedAt: number | null; endedAt: number | null }[],
  known: ReadonlySet<string | null>,
): number {
  const ran = jobs.flatMap(({ id, startedAt, endedAt }) =>
    known.has(id) && startedAt !== null && endedAt !== null ? [{ startedAt, endedAt }] : [],
  );
  return Math.max(
    0,
    ...ran.map(({ endedAt: until }) =>
      ran.reduce(
        (sum, one) =>
          sum + Math.max(0, Math.min(one.endedAt, until) - Math.max(one.startedAt, until - 3600_000)),
        0,
      ),
    ),
  );
}
