import os, { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { childEnv } from './child-options.ts';
import { haveHome } from './home.ts';

afterEach(() => vi.restoreAllMocks());

test('a child process gets the basic environment variables, and no settings', () => {
  const system = {
    PATH: '/bin',
    HOME: '/home/me',
    TMPDIR: '/big',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
  const settings = {
    WORKER_TOKEN: 'secret',
    SMTP_URL: 'smtp://me:secret@mail',
    DATA_DIR: '/data',
    NODE_ENV: 'x',
  };
  expect(childEnv({ ...system, ...settings })).toEqual({ ...system, NODE_ENV: 'production' });
});

test('a user without HOME and without an entry in /etc/passwd still gets a home folder', () => {
  const homedir = vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw Object.assign(new Error('uv_os_homedir'), { code: 'ENOENT' });
  });
  expect(childEnv({ PATH: '/bin' })).toMatchObject({ HOME: tmpdir() });
  haveHome();
  expect(os.homedir()).toBe(tmpdir());
  os.homedir = homedir;
});
