import { expect, test } from 'vitest';
import { inCodes } from '../kit/texts/in-codes.ts';
import { inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import { shownTexts } from '../kit/texts/shown-text.ts';
import { receiptOf } from '../painter/reading/receipt-of.ts';
import { knownWords } from '../stream/workers/known-words.ts';
import { readMessage, workerMessage } from './worker-messages.ts';
import { codesIn, withCodes } from './worker-texts.ts';

const NOTHING = { unknown: [], absent: [], hidden: [], scripts: [], changed: true, asked: true };

/** A message as a viewer of the relay reads it. */
function shown(sent: object, locale: string) {
  const read = readMessage(workerMessage, JSON.stringify(sent));
  if (typeof read === 'string') throw new Error(read);
  return inLocale(locale, () => shownTexts(codesIn(read, knownWords)));
}

test('a worker’s texts reach older relays in English, and viewers in their language', () => {
  const text = inCodes(() => receiptOf({ ...NOTHING, unknown: ['<b>', 'p{x}'], scripts: ['thai'] } as never));
  const sent = withCodes({ type: 'prompt_ack', id: 'a', frame_id: 1, text });
  const english =
    'The painter can’t read Thai. It reads English, German, French, Spanish, Portuguese, Japanese, Chinese and emoji. The painter doesn’t know: <b>, p{x}.';
  expect(sent).toMatchObject({ text: english });
  expect(shown(sent, 'en')).toEqual({ type: 'prompt_ack', id: 'a', frame_id: 1, text: english });
  expect(shown(sent, 'en-XA')).toMatchObject({
    text: expect.stringMatching(/^⟦.*⟦Thåî Thåî⟧.*⟧ ⟦.*<b>, p\{x\}[^⟧]*⟧$/),
  });
});

test('older workers’ sentences are shown as they are, unless they are known, and ids are never codes', () => {
  const label = { name: 'seed', label: 'Seed', kind: 'switch', default: true, live: true };
  const hello = { type: 'hello', protocol: 1, worker_id: 'Seed', generator: 'g', version: '1' };
  const sent = {
    ...hello,
    width: 64,
    height: 64,
    fps: 1,
    controls: [label, { ...label, name: 'b', label: 'Zip' }],
  };
  expect(
    shown({ ...sent, texts: { Zip: inCodes(m.help_title), g: inCodes(m.help_title) } }, 'en-XA'),
  ).toMatchObject({
    worker_id: 'Seed',
    generator: 'g',
    controls: [{ label: '⟦Sééd Sééd⟧' }, { label: '⟦Hélp Hélp⟧' }],
  });
  expect(shown({ type: 'loading', text: 'Warming the oven' }, 'en-XA')).toMatchObject({
    text: 'Warming the oven',
  });
});

test.each([
  ['The next image is taking a while (12 s)', '⟦Thé ñéxt îmågé', '⟧ (12 s)'],
  ['The model generates about 0.5 images per second on webgpu', '⟦Thé mödél', ' 0.5 '],
  ['The diffusion generator failed: A frame couldn’t be encoded: <b>.', '⟦Å fråmé çöûldñ’t', '<b>.'],
])('a sentence of a thread without catalogs is shown in the viewer’s language: %s', (text, start, value) => {
  const { text: said } = shown({ type: 'loading', text }, 'en-XA') as { text: string };
  expect(said).toContain(start);
  expect(said).toContain(value);
  expect(shown({ type: 'loading', text }, 'en')).toMatchObject({ text });
});

test('codes of nested sentences stay short, whatever a worker says', () => {
  const text = 'The engine isn’t running: '.repeat(7);
  expect(knownWords(text).length).toBeLessThan(3_000);
  expect(shown({ type: 'loading', text }, 'en')).toMatchObject({ text });
});

test('a text whose codes would be too long goes in English alone, cut as before', () => {
  const long = inCodes(() => m.worker_engine_reports({ engine: 'x', reason: '"'.repeat(9_000) }));
  const sent = withCodes({ type: 'loading', text: long });
  expect(sent).toEqual({ type: 'loading', text: expect.stringMatching(/^.{200}$/s) });
});
