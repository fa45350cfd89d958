import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonFile, type PersonalData, type PersonalFile, personalRow } from '../kit/personal-data.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { m } from '../kit/texts/m.ts';
import { moveCollections } from './collections/move-collections.ts';
import { closedBecause } from './contract/held.ts';
import { isMadeByAi } from './contract/source-type.ts';
import { OF_A_DREAM } from './owned-tables.ts';
import { orphan } from './queries/plans.ts';
import { countCarriedTrials } from './sharing/trial-trace.ts';
import {
  bookmarks,
  carriedTrials,
  collectionDreams,
  collections,
  conversationMessages,
  dreamAudiences,
  dreamControls,
  dreamPlans,
  dreamPrompts,
  dreamReports,
  dreamSounds,
  dreams,
  dreamViews,
  dreamWords,
  feedback,
  givenStreams,
  spentStreams,
} from './tables.ts';

export interface DreamsPersonalDeps {
  db: Database;
  storage: Storage;
  eraseFiles(dreamId: string, voiceKey: string | null): Promise<void>;
  /** Decides the dream's open reports, and keeps the evidence that the law requires. */
  settle(dreamId: string): Promise<void>;
}

type Dream = typeof dreams.$inferSelect;

/** A person's dreams, with conversations, ratings and media files. */
export function createDreamsPersonalData(deps: DreamsPersonalDeps): PersonalData {
  const { storage } = deps;
  const { orm } = deps.db;

  const listDreams = (userId: string) =>
    orm.select().from(dreams).where(eq(dreams.userId, userId)).orderBy(asc(dreams.requestedAt));

  async function describe(dream: Dream) {
    const [prompts, controls, sounds, messages, [rating], [seen], [planned], [audience]] = await Promise.all([
      orm
        .select()
        .from(dreamPrompts)
        .where(eq(dreamPrompts.dreamId, dream.id))
        .orderBy(asc(dreamPrompts.position)),
      orm
        .select()
        .from(dreamControls)
        .where(eq(dreamControls.dreamId, dream.id))
        .orderBy(asc(dreamControls.position)),
      orm
        .select()
        .from(dreamSounds)
        .where(eq(dreamSounds.dreamId, dream.id))
        .orderBy(asc(dreamSounds.position)),
      orm
        .select()
        .from(conversationMessages)
        .where(eq(conversationMessages.dreamId, dream.id))
        .orderBy(asc(conversationMessages.at)),
      orm.select().from(feedback).where(eq(feedback.dreamId, dream.id)),
      orm.select().from(dreamViews).where(eq(dreamViews.dreamId, dream.id)),
      orm.select().from(dreamPlans).where(eq(dreamPlans.dreamId, dream.id)),
      orm.select().from(dreamAudiences).where(eq(dreamAudiences.dreamId, dream.id)),
    ]);
    return {
      ...personalRow(dream, 'userId', 'nameKey', 'wordsDue', 'node', 'claimedAt', 'planned'),
      linkClosedByUs: closedBecause(dream),
      madeByAi: isMadeByAi(dream),
      views: seen?.views ?? 0,
      prompts: prompts.map((prompt) => ({
        ...personalRow(prompt, 'dreamId', 'byUserId'),
        ...(prompt.checking && { note: m.dreams_prompt_unchecked() }),
      })),
      controls: controls.map((turn) => personalRow(turn, 'dreamId')),
      sounds: sounds.map((sound) => personalRow(sound, 'dreamId')),
      ...(planned && { plan: planned.plan }),
      conversation: messages.map((message) => personalRow(message, 'dreamId')),
      audience: audience && personalRow(audience, 'dreamId'),
      rating: rating && personalRow(rating, 'dreamId', 'userId'),
    };
  }

  async function listCollections(userId: string) {
    const rows = await orm.select().from(collections).where(eq(collections.userId, userId));
    const within = await orm
      .select({ dream: collectionDreams })
      .from(collectionDreams)
      .innerJoin(collections, eq(collections.id, collectionDreams.collectionId))
      .where(eq(collections.userId, userId))
      .orderBy(asc(collectionDreams.position));
    return rows.map((row) => ({
      ...personalRow(row, 'userId', 'nameKey'),
      dreams: within
        .filter(({ dream }) => dream.collectionId === row.id)
        .map(({ dream }) => personalRow(dream, 'collectionId')),
    }));
  }

  /** The recording with its stills, and the voice recorded during the dream. */
  async function filesOf({ id, voiceKey }: Dream): Promise<string[]> {
    const recorded = await storage.list(`dreams/${id}/`);
    return [...new Set(voiceKey === null ? recorded : [...recorded, voiceKey])];
  }

  async function* media(dream: Dream): AsyncIterable<PersonalFile> {
    const modifiedAt = dream.endedAt ?? dream.requestedAt;
    for (const key of await filesOf(dream)) {
      const file = await storage.open(key);
      if (file) yield { name: key, content: file.stream, modifiedAt };
    }
  }

  return {
    async *files(userId) {
      const rows = await listDreams(userId);
      const [marked, reports, given, spent, [carried], suggested] = await Promise.all([
        orm.select().from(bookmarks).where(eq(bookmarks.userId, userId)),
        orm
          .select()
          .from(dreamReports)
          .where(eq(dreamReports.userId, userId))
          .orderBy(asc(dreamReports.createdAt)),
        orm.select().from(givenStreams).where(eq(givenStreams.userId, userId)).orderBy(asc(givenStreams.at)),
        orm
          .select()
          .from(spentStreams)
          .where(eq(spentStreams.userId, userId))
          .orderBy(asc(spentStreams.chargedAt)),
        orm.select().from(carriedTrials).where(eq(carriedTrials.userId, userId)),
        orm
          .select({ text: dreamPrompts.text, sentAt: dreamPrompts.sentAt })
          .from(dreamPrompts)
          .where(eq(dreamPrompts.byUserId, userId))
          .orderBy(asc(dreamPrompts.sentAt)),
      ]);
      yield jsonFile('dreams.json', {
        dreams: await Promise.all(rows.map(describe)),
        bookmarks: marked.map((row) => personalRow(row, 'userId')),
        collections: await listCollections(userId),
        promptsInOtherDreams: suggested.map((row) => personalRow(row)),
        reportsMade: reports.map((row) => personalRow(row, 'userId')),
        streams: {
          given: given.map((row) => personalRow(row, 'userId')),
          spentOnDreamsThatAreGone: spent.map((row) => personalRow(row, 'userId')),
          trialsOfAnEarlierAccount: carried?.used ?? 0,
        },
      });
      for (const dream of rows) if (dream.removedAt === null) yield* media(dream);
    },

    async moveTo(from, to) {
      for (const table of [dreams, dreamWords, feedback, bookmarks, dreamReports, spentStreams, givenStreams])
        await orm.update(table).set({ userId: to }).where(eq(table.userId, from));
      await moveCollections(orm, from, to);
      await orm.update(dreamPrompts).set({ byUserId: to }).where(eq(dreamPrompts.byUserId, from));
      const carried = await countCarriedTrials(deps.db, from);
      if (carried === 0) return;
      await orm.delete(carriedTrials).where(eq(carriedTrials.userId, from));
      await orm
        .insert(carriedTrials)
        .values({ userId: to, used: carried })
        .onConflictDoUpdate({
          target: carriedTrials.userId,
          set: { used: sql`${carriedTrials.used} + ${carried}` },
        });
    },

    async erase(userId) {
      const rows = await listDreams(userId);
      for (const dream of rows) {
        await deps.settle(dream.id);
        await deps.eraseFiles(dream.id, dream.voiceKey);
      }
      const ids = rows.map(({ id }) => id);
      await deps.db.transact(async () => {
        await orm.delete(collections).where(eq(collections.userId, userId));
        await orm.delete(bookmarks).where(eq(bookmarks.userId, userId));
        await orm.delete(feedback).where(eq(feedback.userId, userId));
        await orm.delete(carriedTrials).where(eq(carriedTrials.userId, userId));
        await orm.delete(spentStreams).where(eq(spentStreams.userId, userId));
        await orm.delete(givenStreams).where(eq(givenStreams.userId, userId));
        // Reports about other people's dreams stay, without their author.
        const nobody = { userId: null, reporter: null, contact: null, message: null };
        await orm.update(dreamReports).set(nobody).where(eq(dreamReports.userId, userId));
        // Their prompts in other people's dreams become those of a guest.
        const unnamed = { byUserId: null, byName: null };
        await orm.update(dreamPrompts).set(unnamed).where(eq(dreamPrompts.byUserId, userId));
        if (ids.length === 0) return;
        await orphan(orm, ids);
        for (const table of OF_A_DREAM) await orm.delete(table).where(inArray(table.dreamId, ids));
        await orm.delete(dreams).where(eq(dreams.userId, userId));
      });
    },
  };
}
