import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateSqlite } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sqliteTemplate: string;
  }
}

/** Vitest's global setup for SQLite: one migrated file, which each test database copies. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-template-'));
  const file = join(folder, 'template.sqlite');
  await migrateSqlite(file);
  project.provide('sqliteTemplate', file);
  return () => rm(folder, { recursive: true, force: true });
}
