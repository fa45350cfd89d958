import type { LanguageModel } from '../../language-model/language-model.ts';
import { type AgainDeps, loadPlan } from '../again/again.ts';
import type { RoomDeps } from '../room/room.ts';
import { continueStory } from './continue-story.ts';

/** Parts of a room that need files and the language model. */
export function storyParts({
  model,
  ...deps
}: Pick<AgainDeps, 'repository' | 'storage'> & { model: LanguageModel | null }): Pick<
  RoomDeps,
  'planOf' | 'continueStory'
> {
  return {
    planOf: (dreamId) => loadPlan(deps, dreamId),
    ...(model && { continueStory: (prompts: readonly string[]) => continueStory(model, prompts) }),
  };
}
