import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import { dreamControls } from '../../dreams/tables.ts';
import { contentLog } from '../../recordings/tables.ts';

const PICTURE = '"picture:';

/** Finds other dreams with the same content. */
export function createCopyQueries({ orm }: Database) {
  const other = alias(contentLog, 'other');
  const otherControl = alias(dreamControls, 'other_control');
  const textOf = (table: typeof dreamControls) => sql`cast(${table.value} as text)`;

  return {
    /** Ids of the dreams that share a file, watermark or start image with this one. */
    async copiesOf(dreamId: string): Promise<string[]> {
      const isOther = and(
        eq(contentLog.dreamId, dreamId),
        isNotNull(other.dreamId),
        ne(other.dreamId, dreamId),
      );
      const lists = await Promise.all([
        ...([contentLog.sha256, contentLog.watermark] as const).map((column) =>
          orm
            .selectDistinct({ id: other.dreamId })
            .from(contentLog)
            .innerJoin(other, eq(column, column === contentLog.sha256 ? other.sha256 : other.watermark))
            .where(isOther),
        ),
        orm
          .selectDistinct({ id: otherControl.dreamId })
          .from(dreamControls)
          .innerJoin(otherControl, eq(textOf(dreamControls), textOf(otherControl as never)))
          .where(
            and(
              eq(dreamControls.dreamId, dreamId),
              sql`${textOf(dreamControls)} like ${`${PICTURE}%`}`,
              ne(otherControl.dreamId, dreamId),
            ),
          ),
      ]);
      return [...new Set(lists.flat().flatMap(({ id }) => (id === null ? [] : [id])))];
    },
  };
}
