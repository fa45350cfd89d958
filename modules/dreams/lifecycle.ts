import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { createAdmissionQueries } from './queries/admission.ts';
import { createCourseQueries } from './queries/course.ts';
import { createLineQueries } from './queries/line.ts';
import { createRecordingQueries } from './queries/recordings.ts';
import { createWordQueries } from './queries/words.ts';

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** The life of a dream in the database, from its request to its recording. */
export function createLifecycle(db: Database, clock: Clock) {
  const { listPrompts, listControls } = createWordQueries(db);
  return {
    ...createAdmissionQueries(db, clock),
    ...createCourseQueries(db),
    ...createLineQueries(db, clock),
    ...createRecordingQueries(db, clock),
    listPrompts,
    listControls,
  };
}
