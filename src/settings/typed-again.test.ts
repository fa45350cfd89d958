import { expect, test } from 'vitest';
import { type SettingName, settings } from '../config.ts';
import { TRAVELS, untypedSecrets } from './typed-again.ts';

/** Only used to sign or compare here, or presented by workers that dial in: no outgoing request carries them. */
const AT_HOME: SettingName[] = [
  'METRICS_TOKEN',
  'WORKER_TOKEN',
  'TRACE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_SECRET_ACCESS_KEY',
];
/** Addresses that contain a password. */
const WHOLE: SettingName[] = ['SMTP_URL', 'DATABASE_URL', 'LLM_BASE_URL', 'ASR_BASE_URL'];

test('every secret has its addresses, or is never sent', () => {
  const secrets = (Object.keys(settings) as SettingName[]).filter((name) => settings[name].isSecret);
  const known = [...TRAVELS.map(({ secret }) => secret), ...AT_HOME, ...WHOLE];
  expect(known.toSorted()).toEqual(secrets.toSorted());
});

test.each(TRAVELS.flatMap(({ secret, to }) => to.map((address) => [secret, address] as const)))(
  '%s is only sent to another %s if it is typed again',
  (secret, address) => {
    const before = { [secret]: 'kept', [address]: 'https://before.example' };
    const elsewhere = { ...before, [address]: 'https://elsewhere.example' };
    const faults = (after: Record<string, string>, changes: Record<string, string | null>) =>
      untypedSecrets(before, after, changes).map(({ name }) => name);
    expect(faults(elsewhere, { [address]: 'https://elsewhere.example' })).toEqual([secret]);
    expect(faults(elsewhere, { [secret]: ' ' })).toEqual([secret]);
    expect(faults({ ...elsewhere, [secret]: 'typed' }, { [secret]: 'typed' })).toEqual([]);
    // Nothing new is sent if the address stays the same or the secret is removed.
    expect(faults(before, { APP_NAME: 'Mine' })).toEqual([]);
    expect(faults({ [address]: 'https://elsewhere.example' }, { [secret]: null })).toEqual([]);
    expect(faults({ [secret]: 'kept' }, { [address]: null })).toEqual([]);
  },
);

test('a secret’s substitute must be typed again, too', () => {
  const before = {
    GOOGLE_CLIENT_SECRET: 'kept',
    OIDC_CLIENT_SECRET: 'other',
    OIDC_ISSUER: 'https://elsewhere.example',
  };
  const faults = (OIDC_CLIENT_SECRET: string | null) => {
    const { OIDC_CLIENT_SECRET: _, ...rest } = before;
    const after = OIDC_CLIENT_SECRET === null ? rest : { ...rest, OIDC_CLIENT_SECRET };
    return untypedSecrets(before, after, { OIDC_CLIENT_SECRET });
  };
  const google = { name: 'GOOGLE_CLIENT_SECRET', because: 'OIDC_ISSUER' };
  expect(faults(null)).toEqual([google]);
  // A pair of quotes counts as unset.
  expect(faults('""')).toEqual([google]);
  expect(faults('typed')).toEqual([]);
});
