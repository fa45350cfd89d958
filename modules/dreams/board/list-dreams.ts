import { utcText } from '../../kit/clock.ts';
import { m } from '../../kit/texts/m.ts';
import { controlText } from '../../protocol/control-texts.ts';
import { type ControlValue, pictureDigest } from '../../protocol/controls.ts';
import { readHeld } from '../../protocol/steering.ts';
import type { ChangeMark, PromptMark, SessionsAnswer, SessionsQuery } from '../contract/schemas.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import { cursorOf, readCursor } from './keyset.ts';
import { toSession } from './present.ts';

const PAGE = 60;

interface ListDeps {
  store: DreamsStore;
  /** Compile progress of videos, 0–1 by dream id. */
  compileProgress(dreamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** One page of a person's dreams, plus their live dream, if any. */
export async function listDreams(
  { store, compileProgress }: ListDeps,
  userId: string,
  { sort, cursor, q, ...narrowing }: SessionsQuery,
): Promise<SessionsAnswer> {
  const after = cursor ? readCursor(sort, cursor) : null;
  const [rows, active] = await Promise.all([
    store.list(userId, { sort, limit: PAGE + 1, after, words: q || null, narrowing }),
    store.findActive(userId),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const unfinished = page.filter(({ serverStatus }) => serverStatus === 'PROCESSING').map(({ id }) => id);
  const progress = unfinished.length > 0 ? await compileProgress(unfinished) : null;
  return {
    sessions: page.map((dream) => toSession(dream, progress?.get(dream.id))),
    activeSession: active && toSession(active),
    nextCursor: rows.length > PAGE && last ? cursorOf(sort, last) : null,
  };
}

/** The prompts that took effect. */
export const readShownPrompts = async (store: DreamsStore, dream: DreamRow): Promise<PromptMark[]> =>
  (await readPromptMarks(store, dream)).filter(({ at }) => at !== null);

/** A dream's prompts, each with the second of the video at which it took effect. */
export async function readPromptMarks(store: DreamsStore, dream: DreamRow): Promise<PromptMark[]> {
  const { startedAt, endedAt } = dream;
  return (await store.listPrompts(dream.id)).map((prompt) => {
    const { clientId, text, shownAt, sentAt, checking } = prompt;
    const note = checking && endedAt !== null ? m.dreams_prompt_unchecked() : authorOf(prompt);
    return {
      id: clientId,
      text,
      at: shownAt === null || startedAt === null ? null : Math.max(0, (shownAt - startedAt) / 1000),
      timestamp: utcText(sentAt),
      ...(note && { note }),
    };
  });
}

/** Names the watcher whose prompt it was; null for the dreamer's own. */
function authorOf({ fromAudience, byName }: { fromAudience: boolean; byName: string | null }): string | null {
  if (!fromAudience) return null;
  return byName === null
    ? m.stream_audience_suggested_guest()
    : m.stream_audience_suggested({ name: byName });
}

/** Quiet time after which a slider drag counts as finished. */
const REST_MS = 3_000;

/** Control changes in a dream that was seen, except for steering. A drag counts as one change, to its final value. */
export async function readControlMarks(store: DreamsStore, dream: DreamRow): Promise<ChangeMark[]> {
  const { startedAt } = dream;
  if (startedAt === null) return [];
  const changes = (await store.listControls(dream.id)).filter(({ value }) => !readHeld(value));
  const isDragged = (index: number) => {
    const [one, next] = [changes[index], changes[index + 1]];
    return one?.name === next?.name && (next?.changedAt ?? 0) - (one?.changedAt ?? 0) < REST_MS;
  };
  return changes
    .filter((_, index) => !isDragged(index))
    .map(({ position, label, value, changedAt }) => ({
      kind: 'control',
      position,
      text: m.kit_labelled({ label, value: controlText(value) }),
      picture: pictureAddress(dream.id, value),
      at: Math.max(0, (changedAt - startedAt) / 1000),
    }));
}

function pictureAddress(dreamId: string, value: ControlValue): string | null {
  const digest = pictureDigest(value);
  return digest && `/api/sessions/${dreamId}/pictures/${digest}`;
}
