import type { Kit } from '../module.ts';
import type { App } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { SCORE_BODY_MAX } from './contract/limits.ts';
import type { ScoreAnswer } from './contract/schemas.ts';
import { createScoresPersonalData } from './personal-data.ts';
import { registerScores } from './routes.ts';
import { createScoresStore } from './store.ts';

export { frameAt, pastOf, stateAt, type Timeline, timelineOf } from './score-of-dream.ts';

/** Scores that people write before a dream or make from one, and operators offer as examples. */
export function createScores(
  { db, clock, rateLimits }: Kit<unknown>,
  ports: {
    /** the score of a dream that this person may repeat. @throws AppError 404 */
    scoreOfDream(person: SessionUser, dreamId: string): Promise<ScoreAnswer>;
  },
) {
  const store = createScoresStore(db, clock);
  return {
    register: (app: App) => registerScores(app, { store, rateLimits, ...ports }),
    longBodies: { '/api/scores': SCORE_BODY_MAX, '/api/scores/read': SCORE_BODY_MAX },
    personalData: createScoresPersonalData(db),
  };
}
