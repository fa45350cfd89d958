import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isUnfinished } from '../../../modules/voice/contract/is-unfinished.ts';
import { SAMPLE_RATE } from '../../../modules/voice/contract/limits.ts';
import { SpokenSentences } from './spoken-sentences.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A speaking user. Each phrase is transcribed to the words so far, which takes `takesMs`. */
function setUp({ takesMs = 300, growing = false } = {}) {
  const released: { text: string; at: number }[] = [];
  const shown: (string | null)[] = [];
  const words = new Map<number, string>();
  const began = Date.now();
  const understood = vi.fn(async (sound: Float32Array) => {
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    return words.get(sound.length / SAMPLE_RATE) ?? null;
  });
  const sentences = new SpokenSentences({
    transcribe: understood,
    show: (text) => shown.push(text),
    release: (text) => released.push({ text, at: Date.now() - began }),
    onWriting() {},
    onFault(error) {
      throw error;
    },
    now: () => Date.now(),
    growing,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    sentences,
    released,
    shown,
    understood,
    pass,
    texts: () => released.map(({ text }) => text),
    /** including the 600 ms of silence that ends a phrase */
    async say(seconds: number, ...whole: [allSeconds: number, text: string][]) {
      for (const [all, text] of whole) words.set(all, text);
      const sound = new Float32Array(seconds * SAMPLE_RATE);
      const phrase = { sound, seconds, pauseMs: 600 };
      sentences.listen(true, () => phrase);
      await pass(seconds * 1000 + 600);
      sentences.add(phrase);
    },
  };
}

test('a thinking pause doesn’t split a prompt; what follows is transcribed together with what came before', async () => {
  const { say, pass, texts } = setUp();
  await say(2, [2, 'A castle above the sea.']);
  await pass(700);
  await say(1, [3, 'A castle above the sea with red flags.']);
  await pass(5000);
  expect(texts()).toEqual(['A castle above the sea with red flags.']);
});

test('a sentence is sent after 1.5 seconds of silence, an unfinished one after three', async () => {
  const { say, pass, texts } = setUp();
  await say(2, [2, 'A castle above the sea.']);
  await pass(899);
  expect(texts()).toEqual([]);
  await pass(1);
  await pass(400);
  expect(texts()).toEqual(['A castle above the sea.']);
  await say(1, [1, 'And a desert with.']);
  await pass(2399);
  expect(texts()).toHaveLength(1);
  await pass(1);
  expect(texts()).toEqual(['A castle above the sea.', 'And a desert with.']);
});

test('nothing is sent while the person keeps speaking, or before its words could be read', async () => {
  const { say, sentences, pass, texts } = setUp({ takesMs: 4000 });
  await say(2, [2, 'A castle.']);
  await pass(4000);
  expect(texts()).toEqual([]);
  await pass(999);
  expect(texts()).toEqual([]);
  sentences.listen(true, () => null);
  await pass(8000);
  expect(texts()).toEqual([]);
  sentences.listen(false, () => null);
  await pass(0);
  expect(texts()).toEqual(['A castle.']);
});

test('a long pause starts another sentence, however slowly the first is transcribed', async () => {
  const { say, pass, texts } = setUp({ takesMs: 6000 });
  await say(2, [2, 'A castle.']);
  await pass(3000);
  await say(1, [1, 'A desert.']);
  await pass(20_000);
  expect(texts()).toEqual(['A castle.', 'A desert.']);
});

test('words can be cancelled before they are sent', async () => {
  const { say, sentences, pass, texts, shown } = setUp();
  await say(2, [2, 'A castle.']);
  await pass(500);
  expect(shown.at(-1)).toBe('A castle.');
  sentences.discard();
  expect(shown.at(-1)).toBeNull();
  await pass(10_000);
  expect(texts()).toEqual([]);
  await say(2, [2, 'A desert.']);
  await pass(10_000);
  expect(texts()).toEqual(['A desert.']);
});

test('words cancelled while they are being spoken don’t come back', async () => {
  const { say, sentences, pass, shown, texts } = setUp({ growing: true });
  const soFar = { sound: new Float32Array(SAMPLE_RATE), seconds: 1, pauseMs: 0 };
  await say(0, [1, 'A castle'], [2, 'A castle above'], [3, 'A desert.']);
  sentences.discard();
  await pass(1200);
  sentences.listen(true, () => soFar);
  await pass(100);
  sentences.discard();
  await pass(1500);
  sentences.listen(true, () => soFar);
  await pass(1500);
  sentences.add({ ...soFar, sound: new Float32Array(2 * SAMPLE_RATE) });
  await pass(10_000);
  expect([shown.filter(Boolean), texts()]).toEqual([[], []]);
  await say(3);
  await pass(10_000);
  expect(texts()).toEqual(['A desert.']);
});

test('releasing the key ends the sentence, whatever its words', async () => {
  const { say, sentences, pass, released } = setUp();
  await say(2, [2, 'A castle with']);
  sentences.finish();
  await pass(1300);
  expect(released).toEqual([{ text: 'A castle with', at: 3900 }]);
});

test('words appear while they are spoken, if that delays no one else', async () => {
  const { say, sentences, pass, shown, texts, understood } = setUp({ growing: true });
  const sound = new Float32Array(2 * SAMPLE_RATE);
  await pass(1200);
  await say(0, [2, 'A castle']);
  sentences.discard();
  understood.mockClear();
  sentences.listen(true, () => ({ sound, seconds: 2, pauseMs: 0 }));
  await pass(1500);
  sentences.listen(true, () => ({ sound, seconds: 2, pauseMs: 0 }));
  await pass(300);
  expect(shown.at(-1)).toBe('A castle');
  expect(texts()).toEqual([]);
});

test('noise after the words changes nothing, and noise alone isn’t sent', async () => {
  const { say, pass, texts } = setUp();
  await say(2, [2, 'A castle.']);
  await say(1, [3, 'A castle. Thank you for watching!']);
  await pass(10_000);
  await say(1.5, [1.5, '(wind blowing)']);
  await pass(10_000);
  expect(texts()).toEqual(['A castle.']);
});

test('words that arrive half a minute late aren’t sent', async () => {
  const { say, pass, texts } = setUp({ takesMs: 14_000 });
  await say(2, [2, 'A castle.']);
  await pass(4000);
  await say(1, [1, 'A desert.']);
  await pass(4000);
  await say(1.5, [1.5, 'A river.']);
  await pass(90_000);
  expect(texts()).toEqual(['A castle.', 'A desert.']);
});

test.each([
  ...[
    'a castle above the',
    'And desert with.',
    'a red boat,',
    'a boat and',
    'ein Schloss mit',
    'ein Haus und der',
    'un château avec',
  ],
  ...['una casa con', 'замок над', 'a castle...', '海の上の', '城堡和', 'a boat —'],
])('%j is unfinished', (text) => expect(isUnfinished(text)).toBe(true));

test.each(['a castle above the sea', 'A castle.', 'ein Schloss am Meer', '夕暮れの海', '海上的城堡', ''])(
  '%j is complete',
  (text) => expect(isUnfinished(text)).toBe(false),
);
