import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer } from '../../tests/mail-server.ts';
import { SELF_SIGNED } from '../../tests/self-signed.ts';
import { mailConfig, mailSettings } from './contract/settings.ts';
import { diagnoseMail } from './diagnose-mail.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
const servers: Server[] = [];
const portOf = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
};
let [tls, closed] = [0, 0];
beforeAll(async () => {
  mail = await startMailServer();
  tls = await portOf(createTlsServer(SELF_SIGNED, (socket) => socket.end('220 hello\r\n')));
  const gone = createServer();
  closed = await portOf(gone);
  gone.close();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await mail.stop();
});

test.each([
  [
    'TLS where the server starts without',
    () => mail.url.replace('smtp:', 'smtps:'),
    /doesn’t start with TLS/,
    /STARTTLS, where offered/,
  ],
  [
    'STARTTLS that the server lacks',
    () => `${mail.url}?requireTLS=true`,
    /doesn’t offer STARTTLS/,
    /TLS from the start/,
  ],
  [
    'a certificate that nobody vouches for',
    () => `smtps://127.0.0.1:${tls}`,
    /has an invalid certificate/,
    /tls\.rejectUnauthorized/,
  ],
  [
    'a port where nothing listens',
    () => `smtp://127.0.0.1:${closed}`,
    /refuses connections/,
    /Check the host and port/,
  ],
  ['a host that does not exist', () => 'smtp://mail.invalid', /can’t be found/, /Check the host/],
  [
    'a wrong password',
    () => mail.url.replace('//', '//ada:wrong@'),
    /rejects the user or password/,
    /Check both/,
  ],
])('%s is reported with a fix', async (_, url, text, cure) => {
  const SMTP_URL = mailSettings.SMTP_URL.schema.parse(url());
  const own = mailConfig({ MAIL_FROM: undefined }, { APP_NAME: 'Reverie' });
  const [finding] = await diagnoseMail({ SMTP_URL, OUTBOX_DAYS: 30, MAIL_LOG_DAYS: 365, ...own });
  expect(finding).toMatchObject({
    level: 'error',
    text: expect.stringMatching(text),
    cure: expect.stringMatching(cure),
  });
  expect(finding?.text).not.toMatch(/SSL routines|OPENSSL/);
});
