import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFiles } from '../modules/kit/testing/open-files.ts';
import { connectSqlite } from './sqlite-connection.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-sqlite-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const open = (name: string, readonly = false) => connectSqlite({ file: join(dir, name), readonly });

describe('a connection that is closed', () => {
  test('has answered all that was asked before, and answers nothing any more', async () => {
    const closed = open('a.sqlite');
    const made = closed.query('CREATE TABLE dreams (name)', [], 'run');
    const asked = closed.query('SELECT count(*) FROM dreams', [], 'all');
    await closed.close();
    expect(await made).toEqual([]);
    expect(await asked).toEqual([[0]]);
    await expect(closed.query('SELECT 1', [], 'all')).rejects.toThrow('the connection is closed');
  });

  test('leaves the next one alone, which knows nothing of it', async () => {
    const first = open('first.sqlite');
    await first.query('CREATE TABLE dreams (name)', [], 'run');
    const ended = first.close();
    await first.close();
    await ended;
    const next = open('next.sqlite');
    await first.close();
    expect(await next.query('SELECT name FROM sqlite_master', [], 'all')).toEqual([]);
    expect(await next.query('SELECT 1', [], 'all')).toEqual([[1]]);
    await next.close();
  });
});

test('a file that can’t be opened is told with SQLite’s code to all who ask, and harms none after it', async () => {
  const absent = open('absent.sqlite', true);
  const asked = [1, 2].map(() => absent.query('SELECT 1', [], 'all'));
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  await absent.close();
  await writeFile(join(dir, 'letter.sqlite'), 'Dear Ada, '.repeat(100));
  const letter = open('letter.sqlite');
  await expect(letter.query('SELECT 1', [], 'all')).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
  await letter.close();
  expect(await openFiles(join(dir, 'letter.sqlite'))).toBe(0);
  const next = open('after.sqlite');
  expect(await next.query('SELECT 1', [], 'all')).toEqual([[1]]);
  await next.close();
});
