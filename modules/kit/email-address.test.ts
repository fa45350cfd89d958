import { expect, test } from 'vitest';
import { emailAddress, isEmailAddress, mailtoLink, readSender } from './email-address.ts';

test.each([
  'ada@example.com',
  'Ada.King+dreams@sub.example.co.uk',
  'r&d@example.com',
  'a/b@example.com',
  "o'hara@example.com",
  '!#$%&*+-/=?^_`{|}~@example.com',
  'jörg@example.com',
  'büro@bücher.example',
  'δοκιμή@παράδειγμα.δοκιμή',
  '用户@例子.广告',
  'उपयोगकर्ता@उदाहरण.कॉम',
  'ada@xn--bcher-kva.example',
  'root@localhost',
  'ops@mailhost',
  'ada@[192.0.2.1]',
  'ada@[IPv6:2001:db8::1]',
  'a@b.c',
  '1@2.example',
  `${'a'.repeat(64)}@example.com`,
])('mail can be sent to %s', (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'a b@example.com',
  'ada@exa mple.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@example..com',
  'ada@-example.com',
  'ada@example.com.',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com,eve@example.com',
  'Ada <ada@example.com>',
  'a@b@example.com',
  'a(b)@example.com',
  'a;b@example.com',
  '"a b"@example.com',
  'ada@192.0.2.1',
  'ada@exa_mple.com',
  'ada@bü/cher.example',
  'a\u200bb@example.com',
  'a\u202eb@example.com',
  'a\u00a0b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.com`,
])('%j isn’t an address', (address) => {
  expect(isEmailAddress(address)).toBe(false);
});

test('an address has one spelling, however it was typed', () => {
  const read = (text: string) => emailAddress().parse(text);
  expect(read('JO\u0308RG@BU\u0308CHER.example')).toBe('JöRG@bücher.example');
  expect(read('JÖRG@BÜCHER.example')).toBe('JöRG@bücher.example');
  expect(read('Ada@Example.com')).toBe('Ada@example.com');
});

test.each([
  'y@ＥＸＡＭＰＬＥ.org',
  'y@exa\u00admple.org',
  'y@example。org',
  'y@example｡org',
  'y@ex\ufe0fam\u034fple.org',
  'y@exam\u2060p\u200ble.org',
  'y@𝐞𝐱𝐚𝐦𝐩𝐥𝐞.org',
  'y＠example.org',
  'ｙ@example.org',
  'y\u00ad\ufe0f@example.org',
])('%j is y@example.org', (typed) => {
  expect(emailAddress().parse(typed)).toBe('y@example.org');
});

test.each([
  ['y@bücher.example', 'y@bücher.example'],
  ['y@bu\u0308cher.example', 'y@bücher.example'],
  ['y@xn--bcher-kva.example', 'y@bücher.example'],
  ['y@XN--BCHER-KVA.example', 'y@bücher.example'],
  ['y@xn--fsqu00a。广告', 'y@例子.广告'],
  ['y@faß.example', 'y@faß.example'],
  ['y@xn--fa-hia.example', 'y@faß.example'],
])('%j is %s', (typed, address) => {
  expect(emailAddress().parse(typed)).toBe(address);
});

test.each([
  'y@１２７.０.０.１',
  'y@xn--a.example',
  'y@exa%6dple.org',
  'y@ex\u200dample.org',
  'y@example.org。',
])('%j is rejected, whatever its domain normalises to', (typed) => {
  expect(emailAddress().safeParse(typed).success).toBe(false);
});

test('a sender may have a name', () => {
  expect(readSender('Dreams, Inc. <r&d@example.com>')).toEqual({
    name: 'Dreams, Inc.',
    address: 'r&d@example.com',
  });
  expect(readSender('"Dreams \\"&\\" more" <a@b.c>')).toEqual({ name: 'Dreams "&" more', address: 'a@b.c' });
  expect(readSender('ops@mailhost')).toEqual({ name: '', address: 'ops@mailhost' });
  for (const text of ['Dreams', 'Dreams <dreams>', 'a@b.c, d@e.f', 'Dreams\r\nBcc: x@y.z <a@b.c>'])
    expect(readSender(text)).toBeNull();
});

test('a mailto link escapes special characters', () => {
  expect(mailtoLink('a+b@example.com')).toBe('mailto:a+b@example.com');
  expect(mailtoLink('r&d?x%y@example.com')).toBe('mailto:r%26d%3Fx%25y@example.com');
});
