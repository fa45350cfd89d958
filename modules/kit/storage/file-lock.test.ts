import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../tests/wire/inbox.ts';
import { takeLock, withTurn } from './file-lock.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-lock-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Starts another process that takes the lock and keeps it. */
async function holder(file: string) {
  const module = join(import.meta.dirname, 'file-lock.ts');
  const child = spawn(process.execPath, [
    '-e',
    `
    const { takeLock } = await import(${JSON.stringify(module)});
    const release = takeLock(${JSON.stringify(file)}, 0);
    console.log(release ? 'taken' : 'refused');
    setInterval(() => release, 1000);
  `,
  ]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until('its word', () => said !== '');
  return { said: said.trim(), kill: () => child.kill('SIGKILL') && ended };
}

test('a lock holds across and within processes, and ends when its process is killed', async () => {
  const file = join(dir, 'between.sqlite');
  const other = await holder(file);
  expect(other.said).toBe('taken');
  expect(takeLock(file, 0)).toBeNull();
  await other.kill();
  const release = takeLock(file, 1_000);
  expect(release).not.toBeNull();
  expect(takeLock(file, 0)).toBeNull();
  const late = await holder(file);
  expect(late.said).toBe('refused');
  await late.kill();
  release?.();
  takeLock(file, 0)?.();
});

test('turns run one after another, even if one fails', async () => {
  const file = join(dir, 'turns.sqlite');
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = withTurn(file, async () => {
    await first.promise;
    order.push('one');
    throw new Error('it broke');
  });
  const two = withTurn(file, async () => void order.push('two'));
  first.resolve();
  await expect(one).rejects.toThrow('it broke');
  await two;
  expect(order).toEqual(['one', 'two']);
});

test('an unwritable file is reported with the reason', () => {
  expect(() => takeLock(join(dir, 'none', 'file.sqlite'), 0)).toThrow();
});
