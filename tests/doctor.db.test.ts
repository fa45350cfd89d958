import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dialect } from '../db/dialect.ts';
import { diagnose, type NamedFinding } from '../src/doctor/diagnose.ts';
import { findOwnConfig } from '../src/settings/own-config.ts';
import { createTestDatabase } from './database.ts';
import { runProgram } from './faults/run-program.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { testOnce } from './long-test.ts';
import { startMailServer } from './mail-server.ts';
import { onServer } from './postgres.ts';
import { type S3Ground, startS3Ground } from './s3-peer/ground.ts';
import { startServer } from './server.ts';
import { type StripePeer, startStripePeer } from './stripe-peer/peer.ts';
import { writeTinyWhisper } from './tiny-whisper.ts';
import { until } from './wire/inbox.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let provider: IdentityProvider;
let stripe: StripePeer;
let ground: S3Ground;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let voice: string;
beforeAll(async () => {
  voice = await mkdtemp(join(tmpdir(), 'reverie-voice-'));
  await writeTinyWhisper(voice, 'tiny/whisper', 'a boat');
  mail = await startMailServer();
  provider = await startIdentityProvider();
  stripe = await startStripePeer();
  ground = await startS3Ground();
});
beforeEach(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});
afterAll(async () => {
  await Promise.all([mail.stop(), provider.stop(), stripe.stop(), ground.stop()]);
  await rm(voice, { recursive: true, force: true });
});

const own = (): Record<string, string> => {
  const { DATA_DIR, DATABASE_URL } = database.settings;
  return {
    DATA_DIR,
    ...(DATABASE_URL && { DATABASE_URL }),
    VOICE_MODEL: 'tiny/whisper',
    VOICE_MODEL_BASE: voice,
  };
};

async function doctor(
  env: Record<string, string>,
): Promise<{ code: number | null; found: NamedFinding[]; output: string }> {
  const { code, output } = await runProgram('src/doctor.ts', env, { args: ['--json'] });
  return { code, found: JSON.parse(output), output };
}

/** As above without the command, whose exit code shows whether there is an error. */
const look = (env: Record<string, string>) => Array.fromAsync(diagnose(findOwnConfig(env)));

const worst = (found: NamedFinding[], check: string) =>
  found.find((one) => one.check === check && one.level !== 'ok') ?? found.find((one) => one.check === check);

describe(`the doctor on ${dialect}`, () => {
  test('finds nothing wrong with a box where all is set up and a server runs', async () => {
    const env = {
      ...own(),
      SMTP_URL: mail.url,
      MAIL_FROM: 'Dreams <dreams@example.com>',
      ADMIN_EMAILS: 'ada@example.com',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      ...stripe.env,
      ...ground.settings('doctor'),
      BACKUP_DAYS: '7',
      WORKERS: 'fleet',
      WORKER_TOKEN: 'a-token-for-tests-only',
    };
    const server = await startServer({ env, dataDir: database.settings.DATA_DIR });
    stripe.webhooks.push(`${server.url}/api/stripe/webhook`);
    try {
      const { code, found, output } = await doctor({ ...env, PUBLIC_URL: server.url });
      // The machine's fonts decide about captions.
      const noted = found.filter(({ level, check }) => level !== 'ok' && check !== 'captions');
      expect(noted).toMatchObject([{ check: 'safety', level: 'warning' }]);
      expect(noted[0]?.text).toContain('no image classifier is set');
      expect(code).toBe(0);
      expect(new Set(found.map(({ check }) => check))).toEqual(
        new Set([
          ...[
            'versions',
            'settings',
            'data folder',
            'memory',
            'database',
            'storage',
            'mail',
            'sign-in',
            'stripe',
          ],
          ...[
            'engines',
            'helpers',
            'safety',
            'content credentials',
            'watermark',
            'captions',
            'backups',
            'clock',
            'address',
          ],
        ]),
      );
      expect(worst(found, 'address')?.text).toContain('is ready');
      expect(output).not.toContain(ground.keys.secretAccessKey);
      expect(await ground.bucket?.objects.size).toBe(0);
    } finally {
      await server.kill();
    }
  });

  testOnce('asks a server where it listens, whatever its address outside is', async () => {
    // Linux has more than one loopback address.
    const HOST = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
    const env = { ...own(), HOST, PUBLIC_URL: 'https://127.0.0.1:9', WORKERS: 'embedded:1' };
    const server = await startServer({ env, dataDir: database.settings.DATA_DIR });
    const here = `http://${HOST}:`;
    try {
      await until('its worker has found it', () => server.output().includes('worker connected'));
      const found = await look(env);
      expect(found.filter(({ check }) => check === 'address')).toEqual([
        { check: 'address', level: 'ok', text: expect.stringMatching(/ is ready$/), cure: null },
        {
          check: 'address',
          level: 'warning',
          cure: expect.stringContaining('proxy'),
          text: 'https://127.0.0.1:9 isn’t reachable from this machine',
        },
      ]);
      expect(worst(found.slice(0, -1), 'address')?.text).toContain(here);
      expect(found.filter(({ level }) => level === 'error')).toEqual([]);
    } finally {
      await server.kill();
    }
    expect(worst(await look(env), 'address')).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(`isn’t responding at ${here}`),
    });
  });

  testOnce('says of each part what is wrong, and what to do, and never a secret', async () => {
    const nobody = 'http://127.0.0.1:9';
    const { code, found, output } = await doctor({
      ...own(),
      SMTP_URL: mail.url.replace('//', '//dreamer:not-the-password@'),
      OIDC_ISSUER: nobody,
      OIDC_CLIENT_ID: 'x',
      ...stripe.env,
      STRIPE_SECRET_KEY: 'not-the-key',
      ...ground.settings('doctor'),
      S3_SECRET_ACCESS_KEY: 'not-the-secret',
      GENERATOR: 'comfyui',
      ENGINE_URL: nobody,
      LLM_BASE_URL: `${nobody}/v1`,
      S3_SECRET: 'oops',
      VOICE_MODEL: 'tiny/other',
      CONTENT_TSA_URL: `${nobody}/tsr`,
    });
    expect(code).toBe(1);
    for (const [check, text, cure] of [
      ['mail', 'rejects the user or password', 'SMTP_URL'],
      ['sign-in', `the identity provider at ${nobody} can’t be used`, 'OIDC_ISSUER'],
      ['stripe', 'Stripe rejects the key', 'STRIPE_SECRET_KEY'],
      ['storage', 'the secret key is wrong', 'Check S3_SECRET_ACCESS_KEY'],
      ['engines', 'ComfyUI isn’t ready', 'ENGINE_URL'],
      ['helpers', 'is not responding', 'LLM_BASE_URL'],
      ['helpers', 'the voice model tiny/other in', 'VOICE_MODEL'],
    ]) {
      expect(found).toContainEqual(
        expect.objectContaining({
          check,
          level: 'error',
          text: expect.stringContaining(text ?? ''),
          cure: expect.stringContaining(cure ?? ''),
        }),
      );
    }
    expect(found).toContainEqual(
      expect.objectContaining({ check: 'settings', text: 'S3_SECRET isn’t a setting' }),
    );
    // Files are signed nevertheless.
    expect(worst(found, 'content credentials')).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(`no time stamps from ${nobody}: `),
      cure: expect.stringContaining('CONTENT_TSA_URL'),
    });
    expect(found.filter(({ level, cure }) => (level === 'ok') !== (cure === null))).toEqual([]);
    expect(output).not.toMatch(/not-the-(password|key|secret)/);
  });

  test('knows a database of a newer version', async () => {
    const env = own();
    const tomorrow = "INSERT INTO migrations VALUES ('9999_tomorrow', 1)";
    if (env.DATABASE_URL) await onServer(env.DATABASE_URL, tomorrow);
    else {
      const database = new Sqlite(join(env.DATA_DIR ?? '', 'reverie.sqlite'));
      database.exec(tomorrow);
      database.close();
    }
    expect(worst(await look(env), 'database')).toMatchObject({
      level: 'error',
      text: expect.stringContaining('9999_tomorrow'),
    });
  });

  testOnce('says that an identity provider does not know the client', async () => {
    const { found } = await doctor({
      ...own(),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: 'of-another-client',
    });
    expect(found.find(({ check, level }) => check === 'sign-in' && level === 'error')).toMatchObject({
      text: 'Google rejects the client',
      cure: expect.stringContaining('OIDC_CLIENT_SECRET'),
    });
  });

  testOnce('knows a database that is away, and one that is to be made', async () => {
    const away = await look({ ...own(), DATABASE_URL: 'postgres://ada:a-password@127.0.0.1:9/dreams' });
    expect(worst(away, 'database')).toMatchObject({
      level: 'error',
      text: expect.stringContaining('Postgres at 127.0.0.1:9/dreams isn’t responding'),
    });
    expect(JSON.stringify(away)).not.toContain('a-password');
    const fresh = await mkdtemp(join(tmpdir(), 'reverie-doctor-'));
    const { code, output } = await runProgram('src/doctor.ts', { DATA_DIR: join(fresh, 'data') });
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+ ok, \d+ warnings?, 0 errors$/m)]);
    await rm(fresh, { recursive: true, force: true });
  });

  testOnce('lists every wrong setting', async () => {
    const found = await look({ ...own(), PORT: 'abc', OIDC_ISSUER: 'http://' });
    const wrong = found.filter(({ check, level }) => check === 'settings' && level === 'error');
    expect(new Set(wrong.map(({ text }) => text.split(':')[0]))).toEqual(new Set(['PORT', 'OIDC_ISSUER']));
  });
});
