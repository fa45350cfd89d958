import { isLinkOpen } from '../../dreams/contract/held.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { readHeld } from '../../protocol/steering.ts';
import { SHOTS_MAX } from '../../scores/contract/limits.ts';
import type { ScoreAnswer } from '../../scores/contract/schemas.ts';
import { type Timeline, timelineOf } from '../../scores/scores.ts';

export interface RepeatableDeps {
  repository: Pick<DreamRepository, 'find' | 'listPrompts' | 'listControls'>;
  /** true while a person's account is suspended or about to be erased */
  isClosed(userId: string): Promise<boolean>;
}

/**
 * A dream that this person may repeat and continue: their own, or one whose owner allows it as long as its link is open.
 * @throws AppError 404
 */
export async function readRepeatable(
  { repository, isClosed }: RepeatableDeps,
  personId: string,
  dreamId: string,
): Promise<Dream> {
  const dream = await repository.find(dreamId);
  const isThere = dream?.hiddenAt === null && dream.removedAt === null && dream.endedAt !== null;
  if (!isThere || dream.startedAt === null) throw notFound(m.stream_error_no_dream());
  if (dream.userId === personId) return dream;
  if (!dream.remix || !isLinkOpen(dream) || (await isClosed(dream.userId)))
    throw notFound(m.stream_error_no_dream());
  return dream;
}

export async function readTimeline(
  { repository }: Pick<RepeatableDeps, 'repository'>,
  dream: Dream,
): Promise<Timeline> {
  const [prompts, controls] = await Promise.all([
    repository.listPrompts(dream.id),
    repository.listControls(dream.id),
  ]);
  return timelineOf(dream, prompts, controls);
}

const isSteering = ({ prompt, controls = {} }: Timeline['score']['shots'][number]) =>
  prompt === undefined && Object.values(controls).every((value) => readHeld(value) !== null);

/** A dream's timeline for the editor and for export. */
export async function scoreOfDream(
  deps: RepeatableDeps,
  personId: string,
  dreamId: string,
): Promise<ScoreAnswer> {
  const dream = await readRepeatable(deps, personId, dreamId);
  const { score } = await readTimeline(deps, dream);
  // People edit prompts and settings; of longer timelines, what was steered is left out first.
  const all = score.shots;
  const shown = all.length > SHOTS_MAX ? all.filter((shot) => !isSteering(shot)) : all;
  const shots = shown.map((shot, index) => ({ id: `s${index + 1}`, ...shot }));
  return {
    score: { ...score, ...(dream.name && { name: dream.name }), shots: shots.slice(0, SHOTS_MAX) },
    ...(shots.length > SHOTS_MAX && { cut: true }),
  };
}
