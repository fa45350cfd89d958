import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer } from '../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';

// The pseudo-language, a translation that is always complete.
const OTHER = 'en-XA';
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let program: TestProgram;

beforeAll(async () => {
  smtp = await startMailServer();
  program = await startProgram({ SMTP_URL: smtp.url, ADMIN_EMAILS: 'boss@example.com' });
  return async () => program.stop();
});
afterAll(() => smtp.stop());

const languageOf = async (visitor: Visitor, path = '/') =>
  (await (await visitor.get(path)).text()).match(/<html lang="([^"]+)"/)?.[1];

async function signIn(visitor: Visitor, email: string) {
  await visitor.postJson('/api/auth/email', { email });
  await visitor.openLink(smtp.lastTo(email)?.link ?? '');
}

test('a page follows its address, then the person, then their browser’s choice, then its preferences', async () => {
  const prefers = { 'accept-language': OTHER };
  const visitor = program.visitor(prefers);
  expect(await languageOf(program.visitor())).toBe('en');
  expect(await languageOf(visitor)).toBe(OTHER);
  expect(
    (await visitor.postForm('/language', { locale: 'en', back: '//evil.example' })).headers.get('location'),
  ).toBe('/');
  expect(await languageOf(visitor)).toBe('en');
  expect(await languageOf(visitor, `/?language=${OTHER}`)).toBe(OTHER);
  expect(await (await visitor.get('/')).text()).toContain('hrefLang="en" href="http');
  expect((await visitor.postForm('/language', { locale: '../en' })).status).toBe(400);

  // A first sign-in keeps the language of the browser, and another browser shows it.
  const own = program.visitor(prefers);
  await signIn(own, 'ada@example.com');
  const elsewhere = program.visitor({ 'accept-language': 'en' });
  await signIn(elsewhere, 'ada@example.com');
  expect(await languageOf(elsewhere, '/settings')).toBe(OTHER);
  const chosen = await elsewhere.postForm('/language', { locale: 'en', back: '/settings?done=name' });
  expect(chosen.headers.get('location')).toBe('/settings?done=name');
  expect(await languageOf(own, '/settings')).toBe('en');
});

test('scripts get English errors unless they ask for another language', async () => {
  const error = async (headers: Record<string, string>) => {
    const visitor = program.visitor(headers);
    await visitor.postForm('/language', { locale: OTHER });
    const answer = await visitor.get('/api/sessions', { accept: 'application/json' });
    return [(await answer.json()).error, answer.headers.get('vary')];
  };
  expect(await error({})).toEqual(['Please sign in first.', expect.stringContaining('Accept-Language')]);
  expect((await error({ 'accept-language': OTHER }))[0]).toMatch(/^⟦/);
});

test('mails are written in their reader’s language, with its frame', async () => {
  const boss = program.visitor();
  await boss.openLink(await program.adminLink('boss@example.com'));
  const reader = program.visitor({ 'accept-language': OTHER });
  await signIn(reader, 'reader@example.com');
  expect(smtp.lastTo('reader@example.com')?.subject).not.toMatch(/^⟦/);
  const { id: userId } = (await reader.person()) ?? {};
  const answer = await boss.postJson('/api/admin/person-data', {
    action: 'giveStreams',
    userId,
    streams: 2,
    reason: 'Sorry.',
  });
  expect(await answer.text()).not.toMatch(/⟦/);
  const mail = smtp.lastTo('reader@example.com');
  expect(mail?.subject).toMatch(/=\?UTF-8\?/i);
  expect(mail?.raw).toContain(`<html lang="${OTHER}" dir="ltr">`);
});

test('legal texts are English and say so, until the operator adds a translation', async () => {
  const reader = program.visitor({ 'accept-language': OTHER });
  const page = async () => (await reader.get('/terms')).text();
  expect(await page()).toMatch(/<h1 lang="en"[^>]*>Terms of Service<\/h1>[\s\S]*legal-language/);
  const folder = join(program.dataDir, 'legal');
  await mkdir(folder);
  const write = (text: string) => writeFile(join(folder, `terms.${OTHER}.md`), text);
  await write('# Térms\n\nShort.\n\n## The deal {#agreement}\n\nWith {{COMPANY_NAME}}.');
  expect(await page()).toMatch(
    /<h1 lang="en-XA"[^>]*>Térms<\/h1>(?![\s\S]*legal-language)[\s\S]*With Reverie\./,
  );
  await write('# Broken\n\n## No id');
  expect(await page()).toContain('Terms of Service</h1>');
});
