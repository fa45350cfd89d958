import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { handles, profileReports, profiles } from './tables.ts';

export function createProfilesPersonalData({ orm, transact }: Database): PersonalData {
  const profileOf = async (userId: string) =>
    (await orm.select().from(profiles).where(eq(profiles.userId, userId)))[0];

  return {
    async *files(userId) {
      const profile = await profileOf(userId);
      const held = await orm
        .select()
        .from(handles)
        .where(eq(handles.userId, userId))
        .orderBy(asc(handles.takenAt));
      const reports = await orm
        .select()
        .from(profileReports)
        .where(eq(profileReports.userId, userId))
        .orderBy(asc(profileReports.createdAt));
      if (!profile && held.length === 0 && reports.length === 0) return;
      yield jsonFile('profile.json', {
        profile: profile ? personalRow(profile, 'userId') : null,
        handles: held.map((row) => personalRow(row, 'userId')),
        reportsMade: reports.map((row) => personalRow(row, 'userId', 'profileId')),
      });
    },

    async moveTo(from, to) {
      await orm.update(profileReports).set({ userId: to }).where(eq(profileReports.userId, from));
      await orm.update(handles).set({ userId: to }).where(eq(handles.userId, from));
      const given = await profileOf(from);
      if (!given) return;
      // Reports refer to the profile by its owner.
      if (!(await profileOf(to))) await orm.insert(profiles).values({ ...given, userId: to });
      await orm.update(profileReports).set({ profileId: to }).where(eq(profileReports.profileId, from));
      await orm.delete(profiles).where(eq(profiles.userId, from));
    },

    erase: (userId) =>
      transact(async () => {
        await orm.delete(profiles).where(eq(profiles.userId, userId));
        await orm.delete(handles).where(eq(handles.userId, userId));
        // Reports about other people's profiles stay, without their author.
        await orm
          .update(profileReports)
          .set({ userId: null, contact: null, message: null })
          .where(eq(profileReports.userId, userId));
      }),
  };
}
