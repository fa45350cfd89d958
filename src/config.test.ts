import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, settings } from './config.ts';

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
    expect(set('http://login.example.com')).toContain('must be https');
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
      portal: null,
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

test('guests dream for a minute where the painter draws here, and elsewhere only if asked for', () => {
  const seconds = (env: Record<string, string>) => readConfig(env).GUEST_SECONDS;
  expect(seconds({})).toBe(60);
  expect(seconds({ WORKERS: 'embedded:2' })).toBe(60);
  expect(seconds({ WORKERS: 'fleet' })).toBe(0);
  expect(seconds({ GENERATOR: 'diffusion', MODEL_LICENCE: 'accepted' })).toBe(0);
  expect(seconds({ GUEST_SECONDS: '0' })).toBe(0);
  expect(seconds({ WORKERS: 'fleet', GUEST_SECONDS: '90' })).toBe(90);
  expect(faultsOf({ GUEST_SECONDS: '4000' })).toContain('GUEST_SECONDS');
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
  expect(faultsOf(bucket)).toMatch(/S3_ACCESS_KEY_ID: is required[\s\S]*S3_SECRET_ACCESS_KEY: is required/);
  expect(faultsOf({ STORAGE_URL: 's3://key:the-secret@dreams' })).toMatch(
    /^(?!.*the-secret)[\s\S]*STORAGE_URL: must not contain/,
  );
  const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  const site = { PUBLIC_URL: 'https://dreams.example' };
  expect(faultsOf({ ...bucket, ...keys, ...site })).toContain('STORAGE_PROXY: must be on');
  const proxied = readConfig({ ...bucket, ...keys, ...site, STORAGE_PROXY: 'on' });
  expect([proxied.linkOrigin, proxied.STORAGE_URL?.bucket]).toEqual([null, 'dreams']);
  expect(readConfig({ ...bucket, ...keys }).linkOrigin).toBe('http://minio:9000');
});

test('the watermark is a switch, in all its spellings, or a model that is named', () => {
  const read = (WATERMARK?: string) => readConfig({ WATERMARK, WATERMARK_MODEL: 'someone/mark' }).WATERMARK;
  expect([undefined, 'yes', '0', 'off', 'trustmark'].map(read)).toEqual([
    'on',
    'on',
    'off',
    'off',
    'trustmark',
  ]);
  expect(faultsOf({ WATERMARK: 'trustmark' })).toContain('WATERMARK_MODEL: must be set');
  expect(faultsOf({ WATERMARK_MODEL: 'https://user:p4ss@host.example' })).not.toContain('p4ss');
  expect(faultsOf({ WATERMARK: 'loud' })).toContain('WATERMARK: must be');
});

describe('an address among the settings', () => {
  const SECRET = 'p4ss-w0rd';
  const WITHOUT_SECRETS = [
    ...['PUBLIC_URL', 'NODE_URL', 'COMPANY_URL', 'COMMUNITY_URL', 'SOCIAL_URL', 'OIDC_ISSUER'],
    ...['MODERATION_BASE_URL', 'SAFETY_URL'],
    ...['GOOGLE_TOKENINFO_URL', 'STRIPE_API_BASE', 'ANTHROPIC_BASE_URL', 'LLM_BASE_URL', 'ASR_BASE_URL'],
    ...['VOICE_MODEL_BASE', 'RUNPOD_API_BASE', 'ENGINE_URL', 'MODEL_BASE', 'RELAY_URL', 'STORAGE_URL'],
    ...['BACKUP_URL', 'RELEASES_URL', 'CONTENT_TSA_URL'],
  ];
  const schemeOf = (name: string) =>
    ({ RELAY_URL: 'ws', STORAGE_URL: 's3', BACKUP_URL: 's3' })[name] ?? 'https';
  const forms = (scheme: string) => [
    `${scheme}://user:${SECRET}@host.example`,
    `${scheme}://:${SECRET}@host.example`,
    `${scheme}://${SECRET}@host.example`,
    `${scheme}://user:#${SECRET}@host.example`,
    `${scheme}://user@mail.example:p/${SECRET}@host.example:2599`,
    `${scheme}://user:?${SECRET}@host.example`,
    `${scheme}:user:${SECRET}@host.example`,
    `other://user:${SECRET}@host.example`,
  ];

  test.each(WITHOUT_SECRETS)('%s takes no user and no password, and a refusal repeats none', (name) => {
    for (const value of forms(schemeOf(name))) {
      const message = faultsOf({ [name]: value });
      expect(message, value).toContain(`- ${name}: `);
      expect(message).not.toContain(SECRET);
    }
  });

  test('of another setting that is one is read in the same way', () => {
    const known = [...WITHOUT_SECRETS, 'SMTP_URL', 'DATABASE_URL'];
    expect(
      Object.keys(settings)
        .filter((name) => /(_URL|_BASE|_ISSUER)$/.test(name))
        .sort(),
    ).toEqual(known.sort());
  });

  test.each([
    ['SMTP_URL', 'smtp'],
    ['DATABASE_URL', 'postgres'],
  ])('%s takes a password, and says how one with signs in it is written', (name, scheme) => {
    for (const value of [
      `${scheme}://user@mail.example.org:p#ss/${SECRET}@rd@host:2599`,
      `${scheme}://user:1#${SECRET}@host`,
      `${scheme}://user:1/${SECRET}@host`,
      `${scheme}://user:1?${SECRET}@host`,
      `${scheme}://user:100%${SECRET}@host`,
    ]) {
      const message = faultsOf({ [name]: value });
      expect(message, value).toMatch(new RegExp(`- ${name}: .*%23 for #.*%40 for @`));
      expect(message).not.toContain(SECRET);
    }
    expect(faultsOf({ [name]: `${scheme}://user%40x:p%23ss%2Fw%40rd@host:2599/` })).toBe('');
    expect(faultsOf({ [name]: `${scheme}://us@er:p@ss@host` })).toBe('');
  });

  test('that names a mail server is taken apart once', () => {
    const read = (SMTP_URL: string) => readConfig({ SMTP_URL }).SMTP_URL;
    expect(
      read('smtp://a%40b.c:p%23s@mail.example:2525?requireTLS=true&tls.rejectUnauthorized=false'),
    ).toEqual({
      connection: {
        host: 'mail.example',
        port: 2525,
        secure: false,
        requireTLS: true,
        auth: { user: 'a@b.c', pass: 'p#s' },
        tls: { rejectUnauthorized: false },
      },
      place: 'mail.example:2525',
    });
    expect(read('smtps://[::1]')?.connection).toMatchObject({ host: '::1', secure: true });
    for (const value of [
      'smtp://',
      'smtp://:25',
      'smtp://a b',
      'smtp://mail?logger=true',
      'smtp://mail/path',
    ])
      expect(faultsOf({ SMTP_URL: value }), value).toContain('- SMTP_URL: ');
  });

  test('may be a socket of Postgres, or have blanks around it', () => {
    expect(faultsOf({ DATABASE_URL: 'postgres:///dreams?host=/run/postgresql&user=a@b' })).toBe('');
    expect(readConfig({ PUBLIC_URL: ' https://Dreams.example:443/ ' }).PUBLIC_URL).toBe(
      'https://dreams.example',
    );
    expect(faultsOf({ OIDC_ISSUER: ' http://login.example.com' })).toContain('must be https');
    expect(readConfig({ SOCIAL_URL: 'https://social.example/@reverie#about' }).SOCIAL_URL).toContain(
      '/@reverie',
    );
  });
});

test('proxies are trusted by switch, number or address', () => {
  const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY;
  expect(['on', 'off', '1', '0', 'yes', '2'].map(read)).toEqual([true, false, true, false, true, 2]);
  expect(read('10.0.0.0/8, fd00::/8,192.0.2.7')).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);
  for (const TRUST_PROXY of ['maybe', '11', '-1', '10.0.0.0/33', '10.0.0/8', 'proxy.example', 'on,10.0.0.1'])
    expect(faultsOf({ TRUST_PROXY }), TRUST_PROXY).toContain('- TRUST_PROXY: must be on, off, the number');
});

test('addresses of all kinds are taken, and a sender with its name', () => {
  const ADMIN_EMAILS = 'R&D@example.com, a/b@mailhost,jörg@bücher.example';
  expect(readConfig({ ADMIN_EMAILS, SUPPORT_EMAIL: 'büro@bücher.example' })).toMatchObject({
    ADMIN_EMAILS: ['r&d@example.com', 'a/b@mailhost', 'jörg@bücher.example'],
    SUPPORT_EMAIL: 'büro@bücher.example',
  });
  expect(readConfig({ MAIL_FROM: 'Dreams, Inc. <r&d@mailhost>' }).MAIL_FROM).toContain('Inc.');
  expect(readConfig({ PUBLIC_URL: 'http://192.168.1.5:3000' }).MAIL_FROM).toBe(
    'Reverie <no-reply@[192.168.1.5]>',
  );
  for (const MAIL_FROM of ['Dreams', 'Dreams <dreams>', 'a@b.c, d@e.f'])
    expect(faultsOf({ MAIL_FROM })).toContain('- MAIL_FROM: must be an address');
  expect(faultsOf({ SUPPORT_EMAIL: 'nobody' })).toContain('- SUPPORT_EMAIL: must be an e-mail address');
});

test('a key with a character that no header can have is named, with the character', () => {
  for (const name of Object.keys(settings).filter((one) =>
    /_KEY$|_SECRET$|_TOKEN$|CLIENT_ID$|_KEY_ID$/.test(one),
  )) {
    const faults = faultsOf({ [name]: '“sk-12-and-some-more-of-it”' });
    expect(faults).toContain(`- ${name}: contains ““” (U+201C), which can’t be part of a key`);
    expect(faults).not.toContain('sk-12');
    expect(faultsOf({ [name]: 'sk-12-and-\u200bsome-more-of-it' })).toContain(
      'an invisible character (U+200B)',
    );
  }
});

test('quotes that readers of env files leave around a value are dropped', () => {
  expect(readConfig({ APP_NAME: '"Night Train"', LLM_API_KEY: " ' sk-12 ' ", PORT: '"80"' })).toMatchObject({
    APP_NAME: 'Night Train',
    LLM_API_KEY: 'sk-12',
    PORT: 80,
  });
  expect(readConfig({ APP_NAME: '""', COMPANY_NAME: 'The "Night"' })).toMatchObject({
    APP_NAME: 'Reverie',
    COMPANY_NAME: 'The "Night"',
  });
});

test.each(['Night\r\nBcc: x@y.z', 'Ni\u0000ght', 'Night\u2028Train'])(
  'a name of several lines is refused: %j',
  (APP_NAME) => {
    expect(faultsOf({ APP_NAME })).toContain('- APP_NAME: must be a single line');
  },
);

test('an address of IPv6 may have brackets, and a port has its own setting', () => {
  expect(
    ['[::]', '::', '[::1]', 'localhost', '0.0.0.0', 'fe80::1%eth0'].map((HOST) => readConfig({ HOST }).HOST),
  ).toEqual(['::', '::', '::1', 'localhost', '0.0.0.0', 'fe80::1%eth0']);
  for (const HOST of ['0.0.0.0:3000', '[::]:3000', 'http://localhost', 'a b'])
    expect(faultsOf({ HOST }), HOST).toContain('- HOST: must be an address such as');
});
