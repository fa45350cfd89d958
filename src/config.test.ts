import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

test('nothing has to be set', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    PORT: 3000,
    APP_NAME: 'Reverie',
    AUTH_EMAIL_LINK: true,
    oidc: null,
    secure: false,
  });
});

test('one message lists every fault', () => {
  const message = faultsOf({
    PORT: 'many',
    PUBLIC_URL: 'dreams.example/path',
    SUPPORT_EMAIL: 'nobody',
    ADMIN_EMAILS: 'ada@example.com, oops',
    AUTH_EMAIL_LINK: 'maybe',
    SMTP_URL: 'mail.example.com',
    OIDC_ISSUER: 'http://login.example.com',
    OIDC_CLIENT_SECRET: 'without-a-client',
    GOOGLE_POPUP: 'on',
    WORKERS: 'cloud',
  });
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'SUPPORT_EMAIL',
    'ADMIN_EMAILS',
    'AUTH_EMAIL_LINK',
    'SMTP_URL',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'GOOGLE_POPUP',
    'WORKERS',
  ])
    expect(message).toContain(`- ${name}: `);
  expect(message).not.toContain('without-a-client');
});

describe('the identity provider', () => {
  test('may be reached over http on loopback only', () => {
    const set = (OIDC_ISSUER: string) => faultsOf({ OIDC_ISSUER, OIDC_CLIENT_ID: 'us' });
    expect(set('http://127.0.0.1:8080/realms/dreams')).toBe('');
    expect(set('https://login.example.com')).toBe('');
    expect(set('http://login.example.com')).toContain('loopback');
  });

  test('turns mailed links off unless they are asked for', () => {
    expect(readConfig({ GOOGLE_CLIENT_ID: 'us' }).AUTH_EMAIL_LINK).toBe(false);
    expect(readConfig({ GOOGLE_CLIENT_ID: 'us', AUTH_EMAIL_LINK: 'on' }).AUTH_EMAIL_LINK).toBe(true);
  });

  test('is Google unless another is named, whose own client goes before Google’s', () => {
    expect(readConfig({ GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 's' }).oidc).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'us',
      clientSecret: 's',
      name: 'Google',
    });
    expect(
      readConfig({ GOOGLE_CLIENT_ID: 'g', OIDC_CLIENT_ID: 'o', OIDC_ISSUER: 'https://id.example/' }).oidc,
    ).toMatchObject({ issuer: 'https://id.example', clientId: 'o' });
  });
});

test('https makes cookies secure; names that are set to nothing are not set', () => {
  expect(readConfig({ PUBLIC_URL: 'https://dreams.example' }).secure).toBe(true);
  expect(readConfig({ PORT: ' ', ADMIN_EMAILS: '' })).toMatchObject({ PORT: 3000, ADMIN_EMAILS: undefined });
});

describe('billing', () => {
  test('sells plans once they can be paid for', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PRICE_BASIC: 'price_1',
      STRIPE_PRICE_PREMIUM: 'price_2',
    };
    expect(readConfig({}).sellsPlans).toBe(false);
    expect(readConfig(keys).sellsPlans).toBe(false);
    expect(readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }).sellsPlans).toBe(true);
  });

  test('limits the trial, or does not', () => {
    expect(readConfig({}).TRIAL_STREAMS).toBe(3);
    expect(readConfig({ TRIAL_STREAMS: '12' }).TRIAL_STREAMS).toBe(12);
    expect(readConfig({ TRIAL_STREAMS: 'unlimited' }).TRIAL_STREAMS).toBeNull();
    expect(faultsOf({ TRIAL_STREAMS: 'many' })).toContain(
      'TRIAL_STREAMS: must be a whole number, or unlimited',
    );
  });

  const set = {
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_PRICE_BASIC: 'basic',
    STRIPE_PRICE_PREMIUM: 'price_2',
  };

  test('takes a key and both prices', () => {
    expect(readConfig(set).stripe).toEqual({
      secretKey: 'sk',
      prices: { basic: 'basic', premium: 'price_2' },
      apiBase: null,
    });
    for (const name of Object.keys(set)) expect(readConfig({ ...set, [name]: '' }).stripe).toBeNull();
  });

  test('shows its key over http on loopback only', () => {
    const fault = (STRIPE_API_BASE: string) => faultsOf({ STRIPE_API_BASE });
    expect(fault('http://127.0.0.1:12111')).toBe('');
    expect(fault('http://stripe.example')).toContain('- STRIPE_API_BASE: ');
  });
});

test('a site is not asked into the lists of https only without https', () => {
  expect(faultsOf({ HSTS_PRELOAD: 'on' })).toContain('- HSTS_PRELOAD: ');
  expect(faultsOf({ HSTS_PRELOAD: 'on', PUBLIC_URL: 'https://dreams.example' })).toBe('');
});

describe('WORKERS=runpod', () => {
  const set = (more: Record<string, string>) =>
    faultsOf({ WORKERS: 'runpod', RUNPOD_API_KEY: 'key', RUNPOD_ENDPOINT_ID: 'abc123', ...more });

  test('needs a key, an endpoint and an address that workers reach from outside', () => {
    const message = faultsOf({ WORKERS: 'runpod' });
    for (const name of ['RUNPOD_API_KEY', 'RUNPOD_ENDPOINT_ID', 'PUBLIC_URL']) {
      expect(message).toContain(`- ${name}: `);
    }
    expect(set({ PUBLIC_URL: 'http://localhost:3000' })).toContain('- PUBLIC_URL: ');
    expect(set({ PUBLIC_URL: 'https://dreams.example', NODE_URL: 'http://127.0.0.1:1' })).toContain(
      '- NODE_URL: ',
    );
    expect(set({ PUBLIC_URL: 'https://dreams.example' })).toBe('');
    expect(set({ RUNPOD_API_BASE: 'http://127.0.0.1:9/v2' })).toBe('');
  });

  test('sends its key over https only, and reckons money by a price', () => {
    const PUBLIC_URL = 'https://dreams.example';
    expect(set({ PUBLIC_URL, RUNPOD_API_BASE: 'http://runpod.example/v2' })).toContain('https');
    expect(set({ PUBLIC_URL, RUNPOD_MAX_USD_PER_HOUR: '10' })).toContain('- GPU_USD_PER_HOUR: ');
    expect(set({ PUBLIC_URL, RUNPOD_MAX_USD_PER_HOUR: '10', GPU_USD_PER_HOUR: '2.5' })).toBe('');
    expect(set({ PUBLIC_URL, GPU_USD_PER_HOUR: 'two' })).toContain('an amount such as 2.5');
  });
});

test('a bucket needs its keys, and a way by which pages at https get its videos', () => {
  const bucket = { STORAGE_URL: 's3://dreams?endpoint=http://minio:9000' };
  expect(faultsOf(bucket)).toMatch(/S3_ACCESS_KEY_ID: must be set[\s\S]*S3_SECRET_ACCESS_KEY: must be set/);
  expect(faultsOf({ STORAGE_URL: 's3://key:the-secret@dreams' })).toMatch(
    /^(?!.*the-secret)[\s\S]*STORAGE_URL: must not hold/,
  );
  const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  const site = { PUBLIC_URL: 'https://dreams.example' };
  expect(faultsOf({ ...bucket, ...keys, ...site })).toContain('STORAGE_PROXY: must be on');
  const proxied = readConfig({ ...bucket, ...keys, ...site, STORAGE_PROXY: 'on' });
  expect([proxied.linkOrigin, proxied.STORAGE_URL?.bucket]).toEqual([null, 'dreams']);
  expect(readConfig({ ...bucket, ...keys }).linkOrigin).toBe('http://minio:9000');
});
