import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { createAdmissionQueries } from './queries/admission.ts';
import { createAudienceQueries } from './queries/audiences.ts';
import { createClipQueries } from './queries/clips.ts';
import { createGuestDreamQueries } from './queries/guest-dreams.ts';
import { createLiveQueries } from './queries/live.ts';
import { createPlanQueries } from './queries/plans.ts';
import { createQueueQueries } from './queries/queue.ts';
import { createRecordingQueries } from './queries/recordings.ts';
import { createTakeDownQueries } from './queries/take-down.ts';
import { createWordQueries } from './queries/words.ts';

export type DreamRepository = ReturnType<typeof createDreamRepository>;

/** Database access to a dream from request to recording. */
export function createDreamRepository(db: Database, clock: Clock) {
  const { listPrompts, listControls } = createWordQueries(db);
  return {
    ...createAdmissionQueries(db, clock),
    ...createAudienceQueries(db, clock),
    ...createClipQueries(db, clock),
    ...createGuestDreamQueries(db),
    ...createLiveQueries(db),
    ...createPlanQueries(db),
    ...createQueueQueries(db, clock),
    ...createRecordingQueries(db, clock),
    ...createTakeDownQueries(db, clock),
    listPrompts,
    listControls,
  };
}
