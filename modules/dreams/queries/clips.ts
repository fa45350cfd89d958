import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { NAME_MAX } from '../contract/limits.ts';
import { proposeName } from '../contract/propose-name.ts';
import { nameKey } from '../contract/sort.ts';
import { dreamControls, dreamPrompts, dreamSounds, dreams } from '../tables.ts';
import type { Dream } from './live.ts';
import { LOCAL_JOB } from './local-job.ts';
import { createWordQueries } from './words.ts';

/** A part of a live dream that becomes a dream of its own. Times are in ms since the epoch. */
export interface Clip {
  id: string;
  parentId: string;
  from: number;
  to: number;
}

/** Repository queries for clips of live dreams. */
export function createClipQueries(db: Database, clock: Clock) {
  const { orm } = db;
  const { listPrompts, listControls, listSounds } = createWordQueries(db);

  /** Rights, holds and generator are its parent's. It has no charge and no worker, because nothing was drawn for it. */
  const rowOf = ({ id, from, to }: Clip, parent: Dream, name: string | null): typeof dreams.$inferInsert => ({
    id,
    userId: parent.userId,
    rpJobId: `${LOCAL_JOB}${id}`,
    name,
    nameKey: nameKey(name),
    jobStatus: 'DONE',
    serverStatus: 'PROCESSING',
    requestedAt: clock.now(),
    startedAt: from,
    endedAt: to,
    limitSeconds: Math.ceil((to - from) / 1000),
    seed: parent.seed,
    parentId: parent.id,
    parentSeconds: Math.max(0, (from - (parent.startedAt ?? from)) / 1000),
    isClip: true,
    // Video carries its parent's number already.
    watermark: parent.watermark,
    node: parent.node,
    generator: parent.generator,
    generatorVersion: parent.generatorVersion,
    isAi: parent.isAi,
    fromCamera: parent.fromCamera,
    model: parent.model,
    licence: parent.licence,
    shared: parent.shared,
    takenDownAt: parent.takenDownAt,
    takenDownReason: parent.takenDownReason,
    reportsHeldAt: parent.reportsHeldAt,
    flaggedHeldAt: parent.flaggedHeldAt,
    uncheckedHeldAt: parent.uncheckedHeldAt,
  });

  /** The prompts that its frames show; the one that already stood when it begins comes first. */
  async function promptsOf({ id, parentId, from, to }: Clip) {
    const shown = (await listPrompts(parentId)).filter(
      ({ checking, shownAt }) => !checking && shownAt !== null && shownAt <= to,
    );
    const first = Math.max(
      0,
      shown.findLastIndex(({ shownAt }) => (shownAt ?? 0) <= from),
    );
    return shown.slice(first).map((prompt, index) => ({
      ...prompt,
      dreamId: id,
      position: index + 1,
      shownAt: Math.max(from, prompt.shownAt ?? from),
    }));
  }

  /** The values that controls had when it begins, and their changes. */
  async function controlsOf({ id, parentId, from, to }: Clip) {
    const all = await inCodes(async () => await listControls(parentId));
    const changes = all.filter(({ changedAt }) => changedAt <= to);
    const before = new Map(
      changes.filter(({ changedAt }) => changedAt <= from).map((change) => [change.name, change]),
    );
    return [...before.values(), ...changes.filter(({ changedAt }) => changedAt > from)].map(
      (change, index) => ({
        ...change,
        dreamId: id,
        position: index + 1,
        ...(before.get(change.name) === change && { frameId: null, shownFrame: null }),
      }),
    );
  }

  /** Its first sound, which may have begun before it, and all changes. */
  async function soundsOf({ id, parentId, from, to }: Clip) {
    const all = await inCodes(async () => await listSounds(parentId));
    const sounds = all.filter(({ heardAt }) => heardAt <= to);
    const first = sounds.findLastIndex(({ heardAt }) => heardAt <= from);
    return sounds.slice(Math.max(0, first)).map((sound, index) => ({
      ...sound,
      dreamId: id,
      position: index + 1,
      heardAt: Math.max(from, sound.heardAt),
    }));
  }

  return {
    /**
     * Stores a clip with its part of the timeline. Storing one again returns it unchanged.
     * @param max of one dream
     * @returns null if the dream is over or gone, or belongs to another server by now
     */
    addClip(clip: Clip, max: number, node: string): Promise<Dream | 'too-many' | null> {
      return db.transact(async () => {
        const [known] = await orm.select().from(dreams).where(eq(dreams.id, clip.id));
        if (known) return known;
        const [parent] = await orm
          .select()
          .from(dreams)
          .where(
            and(
              eq(dreams.id, clip.parentId),
              eq(dreams.node, node),
              isNull(dreams.endedAt),
              isNull(dreams.hiddenAt),
              isNull(dreams.removedAt),
            ),
          );
        if (!parent) return null;
        const isOfParent = and(eq(dreams.parentId, parent.id), eq(dreams.isClip, true));
        if ((await orm.$count(dreams, isOfParent)) >= max) return 'too-many';
        const prompts = await promptsOf(clip);
        const shown = parent.name ?? (prompts[0] ? proposeName(prompts[0].text) : null);
        const name = shown && m.dreams_clip_name({ name: shown });
        const [made] = await orm
          .insert(dreams)
          .values(rowOf(clip, parent, name && name.length <= NAME_MAX ? name : shown))
          .returning();
        const [controls, sounds] = [await controlsOf(clip), await soundsOf(clip)];
        if (prompts.length > 0) await orm.insert(dreamPrompts).values(prompts);
        if (controls.length > 0) await orm.insert(dreamControls).values(controls);
        if (sounds.length > 0) await orm.insert(dreamSounds).values(sounds);
        return made ?? null;
      });
    },
  };
}
