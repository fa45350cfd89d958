import { asc, eq } from 'drizzle-orm';
import { dreamPrompts, dreams } from '../../modules/dreams/tables.ts';
import { until } from '../wire/inbox.ts';
import type { Ground, LiveDream } from './ground.ts';

/** Up to a second of video may be lost, plus a little until it is seen. */
const MAY_BE_LOST_MS = 1_200;
const COMPILES_TIMEOUT_MS = 180_000;

/** Differences from what was acknowledged or shown, by kind, one sentence each. */
export interface Verdict {
  lost: string[];
  wrongCharges: string[];
  leftActive: string[];
}

/** Compares what a dream's viewer received with what is stored, once the recording is compiled. */
export async function judge(
  ground: Ground,
  dream: LiveDream,
  expected: { killed: boolean },
): Promise<Verdict> {
  const verdict: Verdict = { lost: [], wrongCharges: [], leftActive: [] };
  const reported = (sentence: string) => `${dream.sessionId.slice(0, 6)}: ${sentence}`;
  const row = await ended(ground, dream).catch(() => null);
  if (!row) {
    verdict.leftActive.push(reported('is still active, or its recording never came'));
    return verdict;
  }

  const others = await ground.db.orm.select().from(dreams).where(eq(dreams.userId, dream.userId));
  if (others.length !== 1) verdict.lost.push(reported(`${others.length} dreams in place of one`));
  const charged = !expected.killed;
  if ((row.chargedAt !== null) !== charged) {
    verdict.wrongCharges.push(reported(`charged: ${row.chargedAt !== null}, as ${row.jobStatus}`));
  }

  const stored = await ground.db.orm
    .select()
    .from(dreamPrompts)
    .where(eq(dreamPrompts.dreamId, dream.sessionId))
    .orderBy(asc(dreamPrompts.position));
  const events = dream.viewer.events.items;
  const received = events.filter((event) => event.type === 'prompt_received');
  for (const [index, prompt] of received.entries()) {
    const at = stored[index];
    if (at?.clientId !== prompt.id || at.text !== prompt.text) {
      verdict.lost.push(reported(`prompt ${prompt.id} was acknowledged and is stored as ${at?.clientId}`));
    }
  }
  for (const event of events) {
    if (event.type !== 'prompt_ack' || event.frame_id === null) continue;
    const at = stored.find(({ clientId }) => clientId === event.id);
    if (at?.frameId !== event.frame_id) {
      verdict.lost.push(reported(`prompt ${event.id} was shown in ${event.frame_id}, stored ${at?.frameId}`));
    }
  }

  const seen = seenMs(dream);
  if (dream.viewer.frames.items.length > 0) {
    // A dream seen for less than that last second may be lost completely.
    const kept = row.serverStatus === 'READY' || (row.serverStatus === 'EMPTY' && seen < MAY_BE_LOST_MS);
    if (!kept || (row.durationMs ?? 0) < seen - MAY_BE_LOST_MS) {
      verdict.lost.push(reported(`seen ${seen} ms, kept ${row.durationMs} ms, ${row.serverStatus}`));
    }
    if ((row.durationMs ?? 0) > seen + 2 * MAY_BE_LOST_MS) {
      verdict.lost.push(reported(`the video of ${row.durationMs} ms is longer than the ${seen} ms seen`));
    }
  }
  return verdict;
}

/** Time from the first to the last frame seen. */
export function seenMs({ viewer }: LiveDream): number {
  const { items } = viewer.frames;
  return (items.at(-1)?.timestamp ?? 0) - (items[0]?.timestamp ?? 0);
}

/** Waits for the dream's row to be final: ended, and no longer compiling. */
function ended(ground: Ground, { sessionId }: LiveDream) {
  return until(
    'the end of the dream',
    async () => {
      const [row] = await ground.db.orm.select().from(dreams).where(eq(dreams.id, sessionId));
      return row && row.endedAt !== null && row.serverStatus !== 'PROCESSING' && row;
    },
    COMPILES_TIMEOUT_MS,
  );
}
