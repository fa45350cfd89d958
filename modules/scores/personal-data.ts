import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { scores } from './tables.ts';

export function createScoresPersonalData({ orm }: Database): PersonalData {
  return {
    async *files(userId) {
      const rows = await orm
        .select()
        .from(scores)
        .where(eq(scores.userId, userId))
        .orderBy(asc(scores.createdAt));
      if (rows.length > 0)
        yield jsonFile('scores.json', { scores: rows.map((row) => personalRow(row, 'userId')) });
    },
    async moveTo(from, to) {
      await orm.update(scores).set({ userId: to }).where(eq(scores.userId, from));
    },
    async erase(userId) {
      await orm.delete(scores).where(eq(scores.userId, userId));
    },
  };
}
