import { expect, test } from 'vitest';
import { settings } from '../config.ts';
import { OF_THE_ENVIRONMENT } from '../settings/kept-names.ts';
import { FIELDS, kindOf } from './fields.ts';

const onCards = Object.values(FIELDS).flatMap(({ main, more = [] }) => [...main, ...more]);

test('every setting is on one card of the set-up page, or environment-only', () => {
  const names = [...onCards.map(([name]) => name), ...OF_THE_ENVIRONMENT];
  expect(names.toSorted()).toEqual(Object.keys(settings).toSorted());
});

test('a setting with a key or a password in it is a secret', () => {
  const secrets = Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
  const named = Object.keys(settings).filter((name) => /(_KEY|_SECRET|_TOKEN)$/.test(name));
  expect(secrets.toSorted()).toEqual(
    [
      ...named.filter((name) => name !== 'STRIPE_PUBLISHABLE_KEY'),
      ...['SMTP_URL', 'DATABASE_URL', 'LLM_BASE_URL', 'ASR_BASE_URL'],
    ].toSorted(),
  );
});

test.each([
  ['APP_NAME', { kind: 'text' }],
  ['LLM_API_KEY', { kind: 'secret' }],
  ['SMTP_URL', { kind: 'secret-address' }],
  ['AUTH_EMAIL_LINK', { kind: 'choice', choices: ['on', 'off'] }],
  ['HSTS_PRELOAD', { kind: 'choice', choices: ['on', 'off'] }],
  ['DEVICE', { kind: 'choice', choices: ['auto', 'cpu', 'webgpu', 'cuda'] }],
  ['WATERMARK', { kind: 'choice', choices: ['on', 'off', 'trustmark'] }],
  ['MODEL_LICENCE', { kind: 'consent', choices: ['accepted'] }],
] as const)('%s is typed in as its schema says', (name, kind) => {
  expect(kindOf(name)).toEqual(kind);
});
