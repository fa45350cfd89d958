import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readKeptSettings, SETTINGS_FILE, writeKeptSettings } from '../settings/kept-settings.ts';
import { fitSettings } from './fit-settings.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-fit-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const archive = (texts: Record<string, string>) =>
  writeFile(
    join(dir, SETTINGS_FILE),
    JSON.stringify({ format: 1, settings: texts, previous: { APP_NAME: 'Much older' }, refused: null }),
  );

test('an archive’s settings that don’t fit this machine are left out, each with a sentence', async () => {
  await archive({
    APP_NAME: 'Nachtbild',
    LD_LIBRARY_PATH: '/data/outbox',
    NODE_URL: 'http://evil.example',
    HOST: '0.0.0.0',
    METRICS_TOKEN: 'known-to-a-stranger',
    WORKER_TOKEN: 'known-to-a-stranger',
    STORAGE_URL: 's3://theirs',
    CONTENT_CERT_FILE: '/gone/cert.pem',
    CONTENT_KEY_FILE: '/gone/key.pem',
    HIDDEN_DAYS: '9',
    TRIAL_STREAMS: 'many',
  });
  const own = { APP_NAME: 'Fresh', PORT: '8080', WORKER_TOKEN: 'of-this-machine-alone' };
  const leftOut = fitSettings(dir, { environment: { HOST: '', TRIAL_STREAMS: ' ' }, own });
  expect(readKeptSettings(dir)).toEqual({
    texts: { APP_NAME: 'Nachtbild', HIDDEN_DAYS: '9', PORT: '8080', WORKER_TOKEN: 'of-this-machine-alone' },
    previous: own,
    refused: null,
  });
  expect(leftOut.toSorted()).toEqual([
    'CONTENT_CERT_FILE was left out: there is no such file.',
    'CONTENT_KEY_FILE was left out: there is no such file.',
    'HOST stays as it is on this machine.',
    'LD_LIBRARY_PATH was left out: it isn’t a setting.',
    'METRICS_TOKEN stays as it is on this machine.',
    'NODE_URL was left out: it can only be set in the environment.',
    'STORAGE_URL stays as it is on this machine.',
    'TRIAL_STREAMS was left out: must be a whole number, or unlimited.',
    'WORKER_TOKEN stays as it is on this machine.',
  ]);
  // A restore that was killed runs this again.
  expect(fitSettings(dir, { environment: {}, own })).toEqual([]);
});

test('conflicting and unreadable settings are dropped', async () => {
  await archive({ RUNPOD_API_KEY: 'k', RUNPOD_ENDPOINT_ID: 'e', APP_NAME: 'Mine' });
  // RunPod needs an address that its workers can reach, and the environment has none.
  expect(fitSettings(dir, { environment: { WORKERS: 'runpod' }, own: {} }).length).toBeGreaterThan(0);

  writeKeptSettings(dir, { texts: { LLM_API_KEY: 'sk' }, previous: null, refused: null });
  await writeFile(join(dir, 'settings.key'), 'another key\n');
  expect(fitSettings(dir, { environment: {}, own: {} })).toEqual([
    'No settings in the backup could be read.',
  ]);
  expect(readKeptSettings(dir).texts).toEqual({});
});

test('secrets from the environment aren’t sent to an address from an archive', async () => {
  await archive({
    STRIPE_API_BASE: 'https://elsewhere.example',
    LLM_BASE_URL: 'https://elsewhere.example/v1',
    LLM_API_KEY: 'of-the-archive',
    OIDC_ISSUER: 'https://elsewhere.example',
    OIDC_CLIENT_ID: 'theirs',
  });
  const environment = { STRIPE_SECRET_KEY: 'sk_test_ours', OIDC_CLIENT_SECRET: 'ours' };
  const leftOut = fitSettings(dir, { environment, own: { OIDC_ISSUER: 'https://id.example' } });
  expect(readKeptSettings(dir).texts).toMatchObject({
    OIDC_ISSUER: 'https://id.example',
    LLM_BASE_URL: 'https://elsewhere.example/v1',
    LLM_API_KEY: 'of-the-archive',
  });
  expect(readKeptSettings(dir).texts).not.toHaveProperty('STRIPE_API_BASE');
  expect(leftOut).toContain(
    'STRIPE_API_BASE stays as it is on this machine, where STRIPE_SECRET_KEY is set in the environment.',
  );
});

test('a settings file of any size and with any names makes a short report', async () => {
  const odd = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`\n\u001b[2J${at}`, 'x']));
  await archive({ ...odd, APP_NAME: 'Mine' });
  const leftOut = fitSettings(dir, { environment: {}, own: {} });
  expect(readKeptSettings(dir).texts).toEqual({ APP_NAME: 'Mine' });
  expect(leftOut).toHaveLength(21);
  expect(leftOut.join('')).not.toMatch(/\p{Cc}/u);
  await archive({ APP_NAME: 'x'.repeat(10_000_000) });
  expect(fitSettings(dir, { environment: {}, own: {} })).toEqual([
    'No settings in the backup could be read.',
  ]);
});
