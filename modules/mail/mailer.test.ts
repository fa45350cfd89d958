import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../kit/log.ts';
import { createMailer } from './mailer.ts';

test.each([
  ['a:bcd support', '"a:bcd support"'],
  ['Dreams, Inc.', '"Dreams, Inc."'],
  ['Dreams (Night) [1] @home', '"Dreams (Night) [1] @home"'],
  ['The "Night"', '"The \\"Night\\""'],
  ['Träume, GmbH', '=?UTF-8?Q?Tr=C3=A4ume=2C_GmbH?='],
])('the name %s appears in the From header as one name', async (name, written) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'reverie-mailer-'));
  const config = readConfig({ DATA_DIR, APP_NAME: name });
  const done = async () => {};
  const mailer = createMailer({
    config: { ...config, MAIL_FROM: `${name} <a@b.example>` },
    store: { recordIntent: done, recordResult: done },
    log: createLog('error', () => {}),
  });
  await mailer.send({ kind: 'sign-in', to: 'ada@example.com', subject: 'Hi', text: 'Hi' });
  const [file = ''] = await readdir(join(DATA_DIR, 'outbox'));
  const mail = await readFile(join(DATA_DIR, 'outbox', file), 'utf8');
  expect(mail).toMatch(/^From: /m);
  expect(/^From: (.*)$/m.exec(mail)?.[1]?.trim()).toBe(`${written} <a@b.example>`);
});
