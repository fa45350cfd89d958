import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { settings } from '../src/config.ts';
import { runProgram } from './faults/run-program.ts';
import { readOutbox } from './outbox.ts';
import { startServer } from './server.ts';
import { createPerson, signInAsAdmin } from './wire/person.ts';

const PARTS = ['address', 'mail', 'sign-in', 'plans', 'engine', 'storage'];
const MARK = 'marked-secret-0123456789';
const SECRETS = Object.keys(settings).filter((name) => /(_KEY|_SECRET|_TOKEN)$/.test(name));

/** Echoes its input on every connection, like a server that repeats what it shouldn't. */
async function startEcho() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => socket.end(`500 ${data}\r\n`));
    socket.write('220 echo\r\n');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return { at: `127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

test('no page, answer, mail, log or command shows a secret of the settings', async () => {
  const echo = await startEcho();
  const env = {
    ...Object.fromEntries(SECRETS.map((name) => [name, MARK])),
    SMTP_URL: `smtp://dreamer:${MARK}@${echo.at}`,
    MAIL_FROM: 'Dreams <dreams@example.com>',
    LLM_BASE_URL: `http://${echo.at}/${MARK}/v1`,
    ASR_BASE_URL: `http://${echo.at}/${MARK}/v1`,
    ANTHROPIC_BASE_URL: `http://${echo.at}`,
    OIDC_ISSUER: `http://${echo.at}`,
    OIDC_CLIENT_ID: 'us',
    STRIPE_API_BASE: `http://${echo.at}`,
    STRIPE_PRICE_BASIC: 'price_1',
    STRIPE_PRICE_PREMIUM: 'price_2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    ADMIN_EMAILS: 'ada@example.com',
    AUTH_EMAIL_LINK: 'on',
    WORKERS: 'fleet',
    GENERATOR: 'comfyui',
    ENGINE_URL: `http://${echo.at}`,
    LOG_LEVEL: 'debug',
  };
  const server = await startServer({ env });
  const seen: string[] = [];
  try {
    const admin = await signInAsAdmin(server);
    const call = async (...given: Parameters<typeof admin.call>) =>
      seen.push((await admin.call(...given)).text);
    for (const path of ['/', '/settings', '/stream', '/checkout', '/admin?view=setup', '/admin?view=workers'])
      await call('GET', path, undefined, { accept: 'text/html' });
    for (const part of PARTS) await call('POST', '/api/admin/setup-data', { action: 'test', part });
    await call('POST', '/api/admin/setup-data', { action: 'getParts' });
    await call('POST', '/api/admin/setup-data', { action: 'save', part: 'mail', changes: {}, basis: '' });
    await call('POST', '/api/admin/setup-data', { action: 'sendTestMail' });
    await call('POST', '/api/help/chat', { message: 'How do I share a dream?' });
    await call('POST', '/api/create-checkout-session', { tier: 'basic' });
    const stranger = createPerson(server);
    for (const path of ['/auth/provider', '/auth/signin', '/healthz', '/readyz', '/metrics'])
      seen.push((await stranger.call('GET', path)).text);
    seen.push((await stranger.call('POST', '/api/auth/email', { email: 'new@example.com' })).text);
    seen.push((await stranger.call('POST', '/api/auth/google', { token: 'x' })).text);
    const doctor = await runProgram('src/doctor.ts', {
      ...env,
      DATA_DIR: server.dataDir,
      NODE_OPTIONS: '--trace-warnings',
    });
    seen.push(doctor.output, ...(await readOutbox(server.dataDir)));
    expect(doctor.output).toContain('mail: ');
  } finally {
    await server.stop();
    await rm(server.dataDir, { recursive: true, force: true });
    await echo.stop();
  }
  seen.push(server.output());
  expect(SECRETS).toContain('LLM_API_KEY');
  for (const text of seen) expect(text).not.toContain(MARK);
  expect(seen.join('').length).toBeGreaterThan(20_000);
});
