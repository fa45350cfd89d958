import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../modules/kit/log.ts';
import { readConfig } from '../config.ts';
import { createBackups } from './copies.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-copies-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test.each([
  [undefined, 90],
  ['7', 7],
])('with BACKUP_DAYS %s every copy is deleted after %d days, whatever made it', async (BACKUP_DAYS, days) => {
  await mkdir(join(dir, 'backups'));
  const ago = (more: number) => new Date(Date.now() - (days + more) * 24 * 3600_000);
  const named = (at: Date) =>
    `reverie-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.tar`;
  const [old, young] = [named(ago(1)), named(ago(-1))];
  for (const name of [old, young, 'mine.tar']) await writeFile(join(dir, 'backups', name), '');
  await mkdir(join(dir, 'before-restore/media'), { recursive: true });
  await writeFile(join(dir, 'reverie.sqlite.before-0007_x'), '');
  await writeFile(join(dir, 'reverie.sqlite.before-0008_y'), '');
  for (const name of ['before-restore', 'reverie.sqlite.before-0007_x'])
    await utimes(join(dir, name), ago(1), ago(1));
  const config = readConfig({ DATA_DIR: dir, BACKUP_DAYS });
  const backups = createBackups({
    config,
    clock: Date,
    log: createLog('error', () => {}),
    environment: {},
    ledger: { copyOut: async () => {} },
  });
  await backups.schedules.find(({ name }) => name === 'drop-old-backups')?.run(AbortSignal.timeout(10_000));
  expect((await readdir(join(dir, 'backups'))).toSorted()).toEqual(['mine.tar', young]);
  expect((await readdir(dir)).toSorted()).toEqual(['backups', 'reverie.sqlite.before-0008_y']);
});
