import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { networkOf } from '../kit/http/client-address.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { securityEvents } from './tables.ts';

/** Sign-ins and security changes of a person's account. Refusals aren't tied to people. */
export function createSecurityPersonalData({ orm }: Database): PersonalData {
  return {
    async *files(userId) {
      const rows = await orm
        .select()
        .from(securityEvents)
        .where(eq(securityEvents.userId, userId))
        .orderBy(asc(securityEvents.at));
      if (rows.length === 0) return;
      yield jsonFile(
        'security.json',
        rows.map((row) => personalRow(row, 'userId', 'bucket')),
      );
    },

    async moveTo(from, to) {
      await orm.update(securityEvents).set({ userId: to }).where(eq(securityEvents.userId, from));
    },

    async erase(userId) {
      const own = eq(securityEvents.userId, userId);
      const rows = await orm
        .selectDistinct({ address: securityEvents.address })
        .from(securityEvents)
        .where(own);
      const networks = [...new Set(rows.flatMap(({ address }) => (address ? [networkOf(address)] : [])))];
      // Refusals are counted by network, so those of a person's networks may be about the person.
      if (networks.length > 0)
        await orm
          .delete(securityEvents)
          .where(and(isNull(securityEvents.userId), inArray(securityEvents.address, networks)));
      await orm.delete(securityEvents).where(own);
    },
  };
}
