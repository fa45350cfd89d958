import type { RoomCore } from '../room/room-core.ts';

/** Prompts that a dream may give itself. */
const MAX_OWN_PROMPTS = 12;
/** Latest prompts that the language model continues. */
const LATEST_PROMPTS = 6;

/** Continues the story by itself once nothing was said for a while. */
export function createGoOn(
  core: RoomCore,
  parts: {
    /** the next prompt of a story; null if the model has none. Absent without a language model */
    continueStory?: ((prompts: readonly string[]) => Promise<string | null>) | undefined;
    say(id: string, text: string): void;
  },
) {
  const { continueStory } = parts;
  let saidAt = 0;
  let isAsking = false;
  let ownPrompts = 0;

  async function ask(latest: readonly string[], next: NonNullable<typeof continueStory>): Promise<void> {
    const askedAt = core.clock.now();
    isAsking = true;
    try {
      const text = await next(latest);
      if (text === null || saidAt > askedAt || core.phase.name !== 'running') return;
      ownPrompts += 1;
      parts.say(`go-on-${ownPrompts}`, text);
    } catch (error) {
      core.log.warn('the story can’t be continued', { dream: core.dream.id, error });
    } finally {
      isAsking = false;
      saidAt = Math.max(saidAt, askedAt);
    }
  }

  return {
    isPossible: continueStory !== undefined,
    /** Something was said. */
    said(): undefined {
      saidAt = core.clock.now();
    },
    /** @param seconds silence after which the story continues; undefined if it shouldn't */
    tick(seconds: number | undefined): void {
      const { phase } = core;
      if (!seconds || !continueStory || isAsking || phase.name !== 'running') return;
      if (ownPrompts >= MAX_OWN_PROMPTS) return;
      if (core.clock.now() - Math.max(saidAt, phase.startedAt) < seconds * 1000) return;
      const latest = core.prompts.latest(LATEST_PROMPTS);
      if (latest.length > 0) void ask(latest, continueStory);
    },
  };
}
