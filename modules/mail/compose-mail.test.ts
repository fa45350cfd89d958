import { expect, test } from 'vitest';
import { inLocale } from '../kit/texts/locale.ts';
import { plainTextOf } from './compose-mail.ts';
import { letterOf, letterTo } from './contract/compose.ts';
import { bodyHtml, htmlOfText, mailHtml } from './contract/mail-html.ts';

const html = (content: string, unsubscribeUrl: string | null = null) =>
  mailHtml({ appName: 'Reverie', letter: letterOf(content), unsubscribeUrl });
const textOf = (content: string) => plainTextOf(letterOf(content));

test('plain text becomes paragraphs with links, on one line', () => {
  const mail = html('Hi,\nyou\n\nsee https://dreams.test/stream?a=1&b=2.');
  expect(mail).toMatch(/^<!doctype html><html lang="en" dir="ltr">.*<\/html>$/);
  expect(mail).not.toMatch(/\n|> </);
  expect(inLocale('pt-BR', () => html('Oi'))).toMatch(/^<!doctype html><html lang="pt-BR" dir="ltr">/);
  expect(mail).toContain('Hi,<br>you</p>');
  expect(mail).toContain('<a href="https://dreams.test/stream?a=1&amp;b=2">');
  expect(html('你举报了 https://dreams.test/d/1。谢谢')).toContain('>https://dreams.test/d/1</a>。谢谢');
  expect(html('https://dreams.test/d/1についての通報')).toContain('>https://dreams.test/d/1</a>についての');
  expect(html('https://dreams.test/夢の本')).toContain('>https://dreams.test/夢の本</a>');
});

test('HTML is used as is, without extra whitespace and comments; a <pre> keeps its lines', () => {
  const mail = html('<p>One</p>\n\n  <!-- hm --><pre>a\n  b</pre>');
  expect(mail).toContain('<p>One</p><pre>a\n  b</pre>');
  expect(html('<!doctype html>\n<html>\n<body>Mine</body></html>')).toBe(
    '<!doctype html><html><body>Mine</body></html>',
  );
});

test('a space between words stays, whatever tags they are in', () => {
  const mail = html(
    '<p>\n  <b>Hello</b>\n <i>world</i> <a href="https://a.test">link</a> <img alt="x"> on </p>\n<div> next',
  );
  expect(mail).toContain(
    '<p><b>Hello</b> <i>world</i> <a href="https://a.test">link</a> <img alt="x"> on</p><div>next',
  );
});

test('a complete document gets the unsubscribe link at its end, even without closing tags', () => {
  const way = 'https://dreams.test/mail/unsubscribe/1';
  expect(html('<!doctype html><html><body><p>Mine</p></body></html>', way)).toMatch(
    /<p>Mine<\/p><p style="[^"]+">You’re receiving this mail[^<]+<a href="https:\/\/dreams\.test\/mail\/unsubscribe\/1"[^>]+>Unsubscribe<\/a><\/p><\/body><\/html>$/,
  );
  expect(html('<html><p>Mine', way)).toMatch(/Unsubscribe<\/a><\/p>$/);
});

test.each(['Hi,\nyou\n\nsee https://dreams.test/stream.', '<p>Hi <b>you</b> <i>there</i></p>'])(
  'a mail to one looks like a mail to many: %j',
  (content) => expect(html(bodyHtml(letterOf(content)))).toBe(html(content)),
);

test('special characters in plain text are escaped', () => {
  expect(html('1 < 2 & "x"')).toContain('1 &lt; 2 &amp; &quot;x&quot;');
  expect(htmlOfText('Reverie', 'They wrote:\n<img src=x onerror=alert(1)>')).toContain(
    '&lt;img src=x onerror=alert(1)&gt;',
  );
});

test('a name is escaped in HTML but not in text; a missing name gets a neutral greeting', () => {
  expect(letterTo('<p>{name}</p>', '<b>Ann</b>').text).toBe('<p>&lt;b&gt;Ann&lt;/b&gt;</p>');
  expect(letterTo('{name} and {name}', 'O’Neil & <Co>').text).toBe('O’Neil & <Co> and O’Neil & <Co>');
  expect(letterTo('Hi {name}', '  ').text).toBe('Hi dreamer');
});

test('a name that looks like a tag doesn’t turn plain text into HTML', async () => {
  const letter = letterTo('Hi {name}', '<img src=x>');
  expect(mailHtml({ appName: 'Reverie', letter, unsubscribeUrl: null })).toContain(
    'Hi &lt;img src=x&gt;</p>',
  );
  expect(await plainTextOf(letter)).toBe('Hi <img src=x>');
});

test('news ends with the unsubscribe link', () => {
  expect(html('Hello', 'https://dreams.test/mail/unsubscribe/1')).toContain(
    '<a href="https://dreams.test/mail/unsubscribe/1" style="color:#6d6678">Unsubscribe</a>',
  );
});

test('the plain text of HTML keeps links, lists and characters', async () => {
  const text = await textOf(
    '<style>p{}</style><h1>News</h1><ul><li>One</li><li>Two &amp; &lt;three&gt;</li></ul><p>See <a href="https://a.test">this</a>.</p>',
  );
  expect(text).toBe('News\n\n- One\n- Two & <three>\n\nSee this (https://a.test).');
  expect(await textOf(' 1 < 2 ')).toBe('1 < 2');
});

test('the plain text of HTML contains everything visible, once', async () => {
  const body = [
    '<p>Caf&eacute; &#8212; here<br>and there</p><script>run()</script>',
    '<ol><li>One</li><li>Two</li></ol><pre>a\n  b</pre>',
    '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="A whale"><img src="https://a.test/pixel.gif"></p>',
    '<p><a href="https://a.test">https://a.test</a> or <a href="mailto:us@a.test">us@a.test</a></p>',
  ].join('\n');
  expect(await textOf(`<html><head><title>Title</title></head><body>${body}</body></html>`)).toBe(
    'Café — here\nand there\n\n 1. One\n 2. Two\n\na\n  b\n\nA whale\n\nhttps://a.test or us@a.test',
  );
});

test.each([
  ['tags without an end', '<a href="x">'],
  ['comments without an end', '<!--'],
  ['styles without an end', '<style>'],
  ['boxes without an end', '<pre>'],
  ['elements within another', '<div>'],
  ['tags that do not close', '<li '],
  ['signs', '<'],
  ['blanks', ' \n\t '],
  ['letters', '&amp;&lt'],
])('composing takes time linear in a mail’s length: %s', async (_, piece) => {
  const timeOf = async (count: number) => {
    const content = `<p>Hi</p>${piece.repeat(count)}`;
    // CPU time of this thread only, since other threads run other tests meanwhile.
    const before = process.threadCpuUsage();
    await textOf(content);
    html(content);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  await timeOf(1_000);
  // Takes up to 0.3 s of CPU time; a quadratic version took 8 s for the first text.
  expect(await timeOf(40_000)).toBeLessThan(1_000);
});
