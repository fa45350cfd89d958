import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { type Refill, refillPostgres } from '../../db/refill.ts';
import { openPostgresSnapshot, type TableRows } from '../../db/snapshot.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { ArchiveError, readFiles, verifyArchive } from './archive-reader.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { FORMAT } from './manifest.ts';

/** Adds every row to an archive. @returns the migrations applied to the database */
export async function addPostgres(archive: ArchiveWriter, url: string): Promise<string[]> {
  const snapshot = await openPostgresSnapshot(url);
  try {
    let piece = 0;
    for await (const rows of snapshot.tables()) {
      const text = new TextEncoder().encode(JSON.stringify(rows));
      piece += 1;
      await archive.add(`database/${String(piece).padStart(6, '0')}-${rows.table}.json`, text.length, [text]);
    }
    return snapshot.migrations;
  } finally {
    await snapshot.close();
  }
}

/** Copies only the database, in archive format, so that a restore can be undone. */
export async function copyPostgres(path: string, url: string): Promise<void> {
  await rm(path, { force: true });
  const madeAt = new Date().toISOString();
  const archive = await createArchive(path, {
    format: FORMAT,
    id: randomUUID(),
    madeAt,
    database: 'postgres',
  });
  try {
    await archive.finish(await addPostgres(archive, url));
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

/** Replaces the current database with the archive's, in one transaction. */
export async function replacePostgres(path: string, url: string): Promise<void> {
  const manifest = await verifyArchive(path, () => {});
  const refill = await refillPostgres(url, manifest.migrations, { replaces: true });
  try {
    for await (const file of readFiles(path, manifest)) {
      if (file.place.startsWith('database/')) await addRows(refill, await file.text());
      else await file.passOver();
    }
    await refill.finish();
  } catch (error) {
    await refill.abort();
    throw error;
  }
}

/** @throws ArchiveError */
export const addRows = (refill: Refill, text: string): Promise<void> => refill.add(rowsOf(text));

function rowsOf(text: string): TableRows {
  try {
    return tableRows.parse(JSON.parse(text));
  } catch {
    throw new ArchiveError(m.backup_archive_rows());
  }
}
const tableRows = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
});
