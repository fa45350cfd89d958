import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isMadeByAi } from '../../dreams/contract/source-type.ts';
import type { Dream } from '../../dreams/dreams.ts';
import { watermarkOf } from '../../watermark/contract/watermark-id.ts';
import type { MadeFile } from '../compile/compile-protocol.ts';
import { contentLog } from '../tables.ts';

export type ContentLogStore = ReturnType<typeof createContentLogStore>;

/** Fields shared by all of a dream's files. */
export interface LoggedDream {
  dreamId: string;
  watermark: string;
  madeAt: number;
  generator: string | null;
  ai: boolean;
  fromCamera?: boolean;
}

export const loggedDream = (dream: Dream): LoggedDream => ({
  dreamId: dream.id,
  watermark: watermarkOf(dream),
  madeAt: dream.startedAt ?? dream.requestedAt,
  generator: dream.generator,
  ai: isMadeByAi(dream),
  fromCamera: dream.fromCamera,
});

/** SQL for the log of files made here. */
export function createContentLogStore({ orm }: Database) {
  const { madeAt, generator, ai, fromCamera } = contentLog;
  const findBy = async (column: typeof contentLog.sha256 | typeof contentLog.watermark, value: string) => {
    const rows = await orm
      .select({ madeAt, generator, ai, fromCamera })
      .from(contentLog)
      .where(eq(column, value))
      .orderBy(asc(madeAt))
      .limit(1);
    return rows[0] ?? null;
  };
  return {
    /** Logs a recording's files. Idempotent. */
    async addFiles({ dreamId, ...dream }: LoggedDream, files: readonly MadeFile[]): Promise<void> {
      // Null if the dream was deleted while its video was compiled.
      const owner = sql<string>`(select id from dreams where id = ${dreamId})`;
      const rows = files.map(({ sha256, kind, bytes }) => ({
        sha256,
        kind,
        bytes,
        ...dream,
        dreamId: owner,
      }));
      if (rows.length > 0) await orm.insert(contentLog).values(rows).onConflictDoNothing();
    },

    findByHash: (sha256: string) => findBy(contentLog.sha256, sha256),
    findByWatermark: (watermark: string) => findBy(contentLog.watermark, watermark),

    listFilesOf(dreamIds: readonly string[]) {
      return orm
        .select()
        .from(contentLog)
        .where(inArray(contentLog.dreamId, [...dreamIds]))
        .orderBy(asc(contentLog.madeAt), asc(contentLog.kind));
    },
  };
}
