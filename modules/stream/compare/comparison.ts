import { generatorName } from '../../dreams/contract/generator-name.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { createTurns } from '../../kit/turns.ts';
import { pictureDigest } from '../../protocol/controls.ts';
import type { ComparedDream } from '../contract/compared.ts';
import { paintStill } from './paint-still.ts';
import { standingPrompts } from './standing-prompts.ts';

/** Number of dreams shown. */
const SHOWN = 3;
/** Number of dreams searched for them. */
const SEARCHED = 20;
/** Pictures kept in memory, of about 60 KB each. */
const KEPT = 12;

/** Compares a person's first dreams by models with what the painter makes of the same prompts. */
export function createComparison(
  repository: Pick<DreamRepository, 'listFirstByModels' | 'listPrompts' | 'listControls'>,
  paint = paintStill,
) {
  const painted = new Map<string, Promise<Buffer>>();
  const turns = createTurns({ atOnce: 1, waitingEach: SHOWN });

  /** Null if the still may show other prompts, or a picture that the person brought. */
  async function promptsOf(dream: Dream): Promise<string[] | null> {
    const controls = await repository.listControls(dream.id);
    if (controls.some(({ value }) => pictureDigest(value))) return null;
    return standingPrompts(dream, await repository.listPrompts(dream.id));
  }

  async function listOf(userId: string): Promise<ComparedDream[]> {
    const found: ComparedDream[] = [];
    for (const dream of await repository.listFirstByModels(userId, SEARCHED)) {
      const prompts = await promptsOf(dream);
      if (!prompts) continue;
      found.push({
        session_id: dream.id,
        prompts,
        generator: generatorName(dream.generator, dream.generatorVersion),
        still_url: `/api/sessions/${dream.id}/poster`,
        painted_url: `/api/compare/${dream.id}/painted`,
      });
      if (found.length === SHOWN) break;
    }
    return found;
  }

  /** Paints each series of prompts once while it is kept. */
  function pictureOf(userId: string, prompts: readonly string[]): Promise<Buffer> {
    const key = JSON.stringify(prompts);
    const made = painted.get(key) ?? turns.run(userId, () => paint(prompts));
    painted.delete(key);
    painted.set(key, made);
    made.catch(() => painted.delete(key));
    for (const old of [...painted.keys()].slice(0, -KEPT)) painted.delete(old);
    return made;
  }

  return {
    listOf,

    /** @throws AppError 404 unless the dream is one of the person's compared dreams */
    async paintedOf(userId: string, dreamId: string): Promise<Buffer> {
      const dream = (await listOf(userId)).find(({ session_id: id }) => id === dreamId);
      if (!dream) throw notFound(m.stream_error_no_dream());
      return pictureOf(userId, dream.prompts);
    },
  };
}
