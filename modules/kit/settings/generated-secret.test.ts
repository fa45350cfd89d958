import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedSecret, WORKER_TOKEN_FILE } from './generated-secret.ts';

test.each(['', '\n', '\0'.repeat(44), 'a'])(
  'a secret’s file that contains %j is recreated, readable by its user only',
  async (cut) => {
    const dir = await mkdtemp(join(tmpdir(), 'reverie-secret-'));
    const path = join(dir, WORKER_TOKEN_FILE);
    await writeFile(path, cut, { mode: 0o644 });
    const secret = generatedSecret(dir, WORKER_TOKEN_FILE);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(generatedSecret(dir, WORKER_TOKEN_FILE)).toBe(secret);
    expect((await readFile(path, 'utf8')).trim()).toBe(secret);
    expect((await stat(path)).mode & 0o077).toBe(0);
    await rm(dir, { recursive: true });
  },
);
