import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { createTestDatabase } from '../database.ts';
import { startMailServer } from '../mail-server.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { createPerson } from '../wire/person.ts';

let dataDir: string;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let database: Awaited<ReturnType<typeof createTestDatabase>> | null = null;
let server: RunningServer | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-decisions-'));
  mails = await startMailServer();
  database = dialect === 'postgres' ? await createTestDatabase() : null;
});
afterEach(async () => {
  await server?.kill();
  await mails.stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test(`a server killed before sending a decision’s mail sends it after its restart, on ${dialect}`, async () => {
  const env = {
    WORKERS: 'fleet',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Reverie <hello@dreams.test>',
    ...(database?.settings.DATABASE_URL && { DATABASE_URL: database.settings.DATABASE_URL }),
  };
  const start = async () => {
    server = await startServer({ dataDir, env });
    return server;
  };
  const running = await start();
  const people = await openPeople(dataDir, database?.settings.DATABASE_URL);
  const { id, email } = await people.create('trial', 'Ada Lovelace');
  const { name, value } = await people.cookie(await people.create('admin', 'Root'), running.url);
  await people.close();
  const admin = (at: RunningServer) => createPerson(at, `${name}=${value}`);
  mails.hooks.onStage = (stage) => {
    if (stage !== 'address') return;
    mails.hooks.onStage = () => {};
    process.kill(running.pid, 'SIGKILL');
  };
  const suspend = { action: 'suspend', userId: id, reason: 'It was spam.' };
  await expect(admin(running).call('POST', '/api/admin/person-data', suspend)).rejects.toThrow();
  await running.kill();
  expect(mails.lastTo(email)).toBeUndefined();

  const again = admin(await start());
  await expect.poll(() => mails.lastTo(email)?.raw).toContain('It was spam.');
  const audit = { action: 'getAudit', kind: 'admin', person: email };
  const { json } = await again.call('POST', '/api/admin/audit-data', audit);
  expect(json.entries.map(({ what }: { what: string }) => what)).toEqual([
    'Suspended: until it is lifted: It was spam.',
  ]);
  expect(mails.mails.filter(({ to }) => to === email)).toHaveLength(1);
});
