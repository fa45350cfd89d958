import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childEnv } from '../../modules/kit/children/child-options.ts';
import { settings } from '../config.ts';
import { keptFault, OF_THE_ENVIRONMENT } from './kept-names.ts';
import {
  readKeptSettings,
  revisionOf,
  SETTINGS_FILE,
  SETTINGS_KEY_FILE,
  writeKeptSettings,
} from './kept-settings.ts';
import { backToProved, settingsProved } from './prove-settings.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-kept-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const keep = (texts: Record<string, string>, previous: Record<string, string> | null = null) =>
  writeKeptSettings(dir, { texts, previous, refused: null });

test('settings are stored for this user only, with secrets encrypted and bound to their names', async () => {
  expect(readKeptSettings(dir)).toEqual({ texts: {}, previous: null, refused: null });
  const texts = { APP_NAME: 'Nachtbild', LLM_API_KEY: 'sk-a', ASR_API_KEY: 'sk-b' };
  keep(texts, { SMTP_URL: 'smtps://me:word@mail.example' });
  expect(readKeptSettings(dir)).toEqual({
    texts,
    previous: { SMTP_URL: 'smtps://me:word@mail.example' },
    refused: null,
  });
  for (const name of [SETTINGS_FILE, SETTINGS_KEY_FILE])
    expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);
  const text = await readFile(join(dir, SETTINGS_FILE), 'utf8');
  expect(text).not.toMatch(/sk-|word@/);

  const file = JSON.parse(text);
  [file.settings.LLM_API_KEY, file.settings.ASR_API_KEY] = [
    file.settings.ASR_API_KEY,
    file.settings.LLM_API_KEY,
  ];
  await writeFile(join(dir, SETTINGS_FILE), JSON.stringify(file));
  expect(() => readKeptSettings(dir)).toThrow(
    /LLM_API_KEY in .*settings\.json can’t be read with settings\.key/,
  );
  await writeFile(join(dir, SETTINGS_FILE), '{"format":');
  expect(() => readKeptSettings(dir)).toThrow(/settings\.json can’t be read\. Correct it/);
});

test('a start confirms new settings, or reverts them and says why', () => {
  keep({ APP_NAME: 'New', PORT: '80' }, { APP_NAME: 'Old', LLM_API_KEY: 'sk-a' });
  expect(backToProved(dir, 'the port is taken')).toEqual(['APP_NAME', 'PORT', 'LLM_API_KEY']);
  expect(readKeptSettings(dir)).toMatchObject({
    texts: { APP_NAME: 'Old', LLM_API_KEY: 'sk-a' },
    previous: null,
    refused: { why: 'the port is taken', names: ['APP_NAME', 'PORT', 'LLM_API_KEY'] },
  });
  // A second start with the same fault doesn't blame these settings.
  expect(backToProved(dir, 'the port is taken')).toEqual([]);
  keep({ APP_NAME: 'New' }, { APP_NAME: 'Old' });
  settingsProved(dir);
  expect(readKeptSettings(dir)).toMatchObject({ texts: { APP_NAME: 'New' }, previous: null });
});

/** Variables that make a loader, a runtime or a library run other code or contact other servers. */
const HARMFUL = [
  ...[
    'LD_LIBRARY_PATH',
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'PATH',
    'HOME',
    'TMPDIR',
    'SHELL',
  ],
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'BUN_OPTIONS'],
  ...['XDG_DATA_HOME', 'OPENSSL_CONF', 'GCONV_PATH', 'LC_ALL', 'VK_ICD_FILENAMES', 'CUDA_VISIBLE_DEVICES'],
  ...['https_proxy', 'npm_config_registry', 'PGSSLROOTCERT', 'PGHOST', 'constructor'],
];

test('a file can only set what the set-up page can', async () => {
  const odd = Object.fromEntries([...HARMFUL, ...OF_THE_ENVIRONMENT].map((name) => [name, 'x']));
  const [own, foreign] = [{ APP_NAME: 'Mine' }, { ...odd, VOICE_MODEL_BASE: '/etc', MODEL: 'a\0b' }];
  const mixed = JSON.parse(`{"__proto__":"x",${JSON.stringify({ ...own, ...foreign }).slice(1)}`);
  const file = { format: 1, settings: mixed, previous: foreign, refused: null };
  await writeFile(join(dir, SETTINGS_FILE), JSON.stringify(file));
  const ignored = new Set<string>();
  const kept = readKeptSettings(dir, ({ name, fault }) => void ignored.add(`${name} ${fault}`));
  expect(kept).toEqual({ texts: own, previous: {}, refused: null });
  for (const name of Object.keys(foreign)) expect([...ignored].join('\n')).toContain(`${name} `);
});

test('no setting has the name of a variable that every child process gets', () => {
  const every = childEnv(
    Object.fromEntries([...HARMFUL, ...Object.keys(settings)].map((name) => [name, 'x'])),
  );
  expect(Object.keys(every).filter((name) => keptFault(name, 'x') === null)).toEqual([]);
});

test('a revision identifies the settings, in any order', () => {
  expect(revisionOf({ A: '1', B: '2' })).toBe(revisionOf({ B: '2', A: '1' }));
  expect(revisionOf({ A: '1' })).not.toBe(revisionOf({ A: '2' }));
});
