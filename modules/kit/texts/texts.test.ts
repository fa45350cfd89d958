import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { englishText } from './codes.ts';
import { compileMessage } from './compile/compile-message.ts';
import { compileTexts } from './compile/compile-texts.ts';
import { messageTypes, slotTypes } from './compile/message-types.ts';
import { pseudoMessage } from './compile/pseudo.ts';
import { type Compiled, format, type Slots } from './format.ts';
import { formatBytes, formatList, formatNumber, formatUnit } from './formats.ts';
import { inCodes } from './in-codes.ts';
import { currentLocale, inLocale } from './locale.ts';
import { m } from './m.ts';
import { formatRich } from './rich.ts';
import { joinSentences } from './sentences.ts';
import { shownText } from './shown-text.ts';

function said(source: string, slots: Slots = {}, compiled: Compiled = compileMessage(source)): string {
  if (typeof compiled === 'string') return compiled;
  if ('rich' in compiled) return renderToStaticMarkup(formatRich(compiled.rich, slots));
  return format(compiled, slots);
}

test('fills slots, applies the language’s plural rules, and selects variants', () => {
  expect(said('It’s here')).toBe('It’s here');
  expect(said('Hello {name}, {n, number} dreams', { name: '<b>', n: 1234 })).toBe('Hello <b>, 1,234 dreams');
  const dreams = '{count, plural, =0 {No dreams} one {# dream} other {# dreams of {name}}}';
  const counted = (count: number) => said(dreams, { count, name: 'Robin' });
  expect([0, 1, 2, 1000].map(counted)).toEqual([
    'No dreams',
    '1 dream',
    '2 dreams of Robin',
    '1,000 dreams of Robin',
  ]);
  expect(said('{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { place: 22 })).toBe(
    '22nd',
  );
  expect(said('{end, select, failed {It failed.} other {It’s done.}}', { end: 'failed' })).toBe('It failed.');
  const polish = '{count, plural, one {# sen} few {# sny} other {# snów}}';
  expect(inLocale('pl', () => [1, 3, 5].map((count) => said(polish, { count })))).toEqual([
    '1 sen',
    '3 sny',
    '5 snów',
  ]);
});

test('isolates a name that runs against its sentence', () => {
  const by = (name: string) => said('{name} dreams.', { name });
  expect([by('Robin'), by('نور')]).toEqual(['Robin dreams.', '\u2068نور\u2069 dreams.']);
  expect(inLocale('ar', () => said('يحلم {name}', { name: 'Robin' }))).toBe('يحلم \u2068Robin\u2069');
  expect(inLocale('ar', () => said('{name}', { name: 'https://x.example/a' }))).toBe('https://x.example/a');
});

test('keeps the signs of options, paths and amounts at their end in Arabic', () => {
  const inArabic = (source: string) => said(source, {}, compileMessage(source, 'rtl'));
  const kept = (word: string) => `\u2066${word}\u2069`;
  expect(inArabic('مع --remove: في /metrics.')).toBe(`مع ${kept('--remove')}: في ${kept('/metrics')}.`);
  expect(inArabic('%23 بدل # و%40 (smtps://) وS3_….')).toBe(
    `${kept('%23')} بدل # و${kept('%40')} (${kept('smtps://')}) و${kept('S3_…')}.`,
  );
  expect(inArabic("APP_NAME '<'SUPPORT_EMAIL>، أو غيره")).toBe(
    `\u200f${kept('APP_NAME <SUPPORT_EMAIL>')}، أو غيره`,
  );
  expect(inArabic('مثل `10.0.0.0/8,fd00::/8`')).toBe(`مثل \`${kept('10.0.0.0/8,fd00::/8')}\``);
  // Begins to the right wherever it stands.
  expect(inArabic('SQLite سليم')).toBe('\u200fSQLite سليم');
  // A list of slots too: signs between isolated names have no direction of their own.
  expect(compileMessage('{role} ({tier})', 'rtl')).toEqual([
    '\u200f',
    { slot: 'role' },
    ' (',
    { slot: 'tier' },
    ')',
  ]);
  expect(compileMessage('{plan}، {from}', 'rtl')).toEqual([
    '\u200f',
    { slot: 'plan' },
    '، ',
    { slot: 'from' },
  ]);
  expect(compileMessage('{time} / {length}', 'rtl')).toEqual([{ slot: 'time' }, ' / ', { slot: 'length' }]);
  expect(inArabic('الأمر bun run worker --runpod مخصص')).toBe('الأمر bun run worker --runpod مخصص');
  expect(inLocale('ar', () => formatNumber(2.5, { style: 'currency', currency: 'USD' }))).toMatch(
    /US\$\u200e$/,
  );
});

test('renders tags with their functions, and escapes slots', () => {
  const slots = {
    name: '<i>Robin</i>',
    count: 2,
    link: (words: unknown) => createElement('a', { href: '/x' }, words as string),
    b: (words: unknown) => createElement('b', null, words as string),
  };
  expect(
    said('Ask <link>us, <b>{name}</b></link>{count, plural, one {.} other { <b>twice</b>.}}', slots),
  ).toBe('Ask <a href="/x">us, <b>&lt;i&gt;Robin&lt;/i&gt;</b></a> <b>twice</b>.');
});

test('rejects messages that it would show wrongly, and types each call', () => {
  for (const source of ['{', 'a <b>c', '{n, plural, one {#}}', '{at, date, short}', '{n, number, percent}']) {
    expect(() => compileMessage(source), source).toThrow();
  }
  expect(() => slotTypes(compileMessage('{n} {n, number}'))).toThrow('{n} is both string and number');
  const types = messageTypes(
    new Map([['x', compileMessage('{name} <link>{n, number}</link> {end, select, done {a} other {b}}')]]),
    new Map(),
  );
  expect(types).toContain(
    "x: (slots: { name: string; link: Tag; n: number; end: 'done' | 'other' }) => ReactNode;",
  );
  // @ts-expect-error: a missing slot
  expect(() => m.help_streams()).not.toThrow();
  // @ts-expect-error: an extra slot
  expect(m.help_streams({ count: 1, more: '' })).toBe('1 stream');
  // @ts-expect-error: an unknown text
  expect(() => m.help_missing()).toThrow('No catalog has the text help_missing');
});

test('the pseudo-language is bracketed, accented and two fifths longer', () => {
  expect(said('', {}, pseudoMessage('Help chat'))).toBe('⟦Hélp çhåt Hélp⟧');
  const message = pseudoMessage(compileMessage('Hello {name}, {n, plural, one {# dream} other {# dreams}}'));
  expect(said('', { name: 'Robin', n: 2 }, message)).toMatch(/^⟦Héllö Héllö Robin, 2 dréåms dréåms⟧$/);
  const english = 'Your dream is on its way, and the picture begins in a moment.';
  expect(said('', {}, pseudoMessage(english)).length).toBeGreaterThan(english.length * 1.4);
});

test('three concurrent requests are answered in three languages', async () => {
  const answer = (locale: string, pauses: number) =>
    inLocale(locale, async () => {
      for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve();
      return [
        currentLocale(),
        m.help_title(),
        formatNumber(1234.5),
        formatUnit(2, 'day'),
        formatList(['a', 'b']),
      ];
    });
  expect(await Promise.all([answer('en', 3), answer('en-XA', 1), answer('it', 2)])).toEqual([
    ['en', 'Help', '1,234.5', '2 days', 'a and b'],
    ['en-XA', '⟦Hélp Hélp⟧', '1,234.5', '2 days', 'a and b'],
    // No catalog: the English shows.
    ['it', 'Help', '1234,5', '2 giorni', 'a e b'],
  ]);
  expect(currentLocale()).toBe('en');
});

test('a stored text is read in each reader’s language, with its values, and never fails', () => {
  const hostile = '<b>{count}</b> \u202e”';
  const stored = inCodes(() => {
    const words = formatList([m.help_streams({ count: 1200 }), formatUnit(2, 'day'), hostile]);
    return `${m.help_title()} (${words}), ${formatNumber(1234.5)}`;
  });
  const english = `Help (1,200 streams, 2 days, and ${hostile}), 1,234.5`;
  expect(shownText(stored)).toBe(english);
  expect(inLocale('de', () => englishText(stored))).toBe(english);
  expect(inLocale('de', () => shownText(stored))).toBe(
    `Hilfe (1.200 Streams, 2 Tage und ${hostile}), 1.234,5`,
  );
  expect(inLocale('en-XA', () => shownText(stored))).toMatch(
    /^⟦Hélp Hélp⟧ \(⟦1,200 stréåms stréåms⟧, 2 days, and <b>/,
  );
  // Passed on to another text, it is still a code.
  const nested = inCodes(() => m.admin_dreams_audit_dream({ name: shownText(stored) }));
  expect(inLocale('de', () => shownText(nested))).toContain('1.234,5');
  // Of older versions, of other versions, and forged.
  for (const [text, shown] of [
    ['An old sentence.', 'An old sentence.'],
    ['\u0002{"code":"help_gone","slots":{},"text":"A sentence."}\u0003', 'A sentence.'],
    ['\u0002{"code":"help_streams","slots":{},"text":"3 streams"}\u0003', '3 streams'],
    ['\u0002{"code":"constructor","slots":{},"text":"x"}\u0003', 'x'],
    ['\u0002{"format":"toString","value":1,"text":"y"}\u0003', 'y'],
    ['\u0002{"code":"help_streams","slots":null}\u0003', '\u0002{"code":"help_streams","slots":null}\u0003'],
    ['\u0002{\u0003', '\u0002{\u0003'],
  ]) {
    expect(inLocale('de', () => shownText(text))).toBe(shown);
  }
});

test('numbers are written like the texts around them, also in stored texts', () => {
  const days = () => formatUnit(30, 'day');
  const price = () => formatNumber(5, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  expect(inLocale('zh-CN', days)).toBe('30 天');
  expect(inLocale('zh-CN', () => shownText(inCodes(days)))).toBe('30 天');
  expect(inLocale('ja', days)).toBe('30日');
  expect(inLocale('ja', () => formatBytes(30e6))).toBe('30 MB');
  expect(inLocale('ar', price)).toBe('\u200f5\u00a0US$\u200e');
  expect(inLocale('ar', () => shownText(inCodes(price)))).toBe('\u200f5\u00a0US$\u200e');
});

test('sentences are joined by each reader’s language', () => {
  const joined = () => joinSentences([m.painter_receipt_unchanged(), false, m.painter_receipt_empty()]);
  expect(joined()).toBe('The picture already looks like that. Nothing here to paint.');
  const stored = inCodes(joined);
  expect(inLocale('zh-CN', () => shownText(stored))).toBe('画面已经是这样了。这里没有可画的内容。');
  expect(inLocale('zh-CN', joined)).toBe(inLocale('zh-CN', () => shownText(stored)));
});

test('a language is offered from 95 % of the texts on', async () => {
  const root = await mkdtemp(join(tmpdir(), 'texts-'));
  const folder = join(root, 'modules/help/messages');
  await mkdir(folder, { recursive: true });
  await mkdir(join(root, 'src'));
  const write = (locale: string, texts: number) =>
    writeFile(
      join(folder, `${locale}.json`),
      JSON.stringify(Object.fromEntries(Array.from({ length: texts }, (_, n) => [`text_${n}`, locale]))),
    );
  const compiled = async () => {
    expect(await compileTexts(root)).toBe(true);
    return (await readdir(join(root, '.build/texts'))).filter((name) => name.endsWith('.json')).sort();
  };
  for (const [locale, texts] of Object.entries({ en: 20, de: 19, fr: 18 })) await write(locale, texts);
  expect(await compiled()).toEqual(['de.json', 'en.json']);
  await write('de', 18);
  expect(await compiled()).toEqual(['en.json']);
  await rm(root, { recursive: true });
});
