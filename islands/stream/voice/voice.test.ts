import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SAMPLE_RATE, WINDOW_SAMPLES } from '../../../modules/voice/contract/limits.ts';
import { VoiceActivity } from '../../../modules/voice/contract/voice-activity.ts';
import { likeliest } from '../../../modules/voice/web/likeliest-language.ts';
import { describeDownload } from './describe-download.ts';
import { type Heard, HeardQueue, isNearDuplicate } from './heard.ts';
import { microphoneFault, openMicrophone, withoutAliases } from './microphone.ts';
import { Resampler } from './resampler.ts';
import { encodeWav } from './wav.ts';

describe('a transcript', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp() {
    const released: (Heard & { at: number })[] = [];
    const began = Date.now();
    const queue = new HeardQueue(
      (heard) => released.push({ ...heard, at: Date.now() - began }),
      () => Date.now(),
    );
    return { queue, released, texts: () => released.map(({ text }) => text) };
  }

  test('is dropped if it isn’t a prompt', async () => {
    const { queue, texts } = setUp();
    for (const text of [
      '',
      ' a ',
      '.',
      '[BLANK_AUDIO]',
      '(wind blowing)',
      '*music*',
      '♪ la la la ♪',
      'Silence.',
      'noise',
      'Thank you.',
      'you',
      '（音楽）',
      'Vielen Dank fürs Zuschauen!',
    ]) {
      expect(queue.offer(text), text).toBe(false);
    }
    expect(queue.offer('The weather tomorrow will be sunny with some clouds in the evening.', 0.4)).toBe(
      false,
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(texts()).toEqual([]);
  });

  test('is released at most once a second, in order', async () => {
    const { queue, released } = setUp();
    for (const text of ['a calm sea', 'a storm at night', 'a quiet morning']) queue.offer(text);
    await vi.advanceTimersByTimeAsync(5000);
    expect(released.map(({ text, at }) => [text, at])).toEqual([
      ['a calm sea', 0],
      ['a storm at night', 1000],
      ['a quiet morning', 2000],
    ]);
    queue.offer('and at once again');
    await vi.advanceTimersByTimeAsync(0);
    expect(released.at(-1)?.at).toBe(5000);
  });

  test('isn’t sent twice: neither the previous one nor a near copy of a waiting one', async () => {
    const { queue, texts } = setUp();
    expect(queue.offer('A calm sea.')).toBe(true);
    expect(queue.offer('a calm sea')).toBe(false);
    expect(queue.offer('a storm over the mountains')).toBe(true);
    expect(queue.offer('a storm over the mountain')).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(queue.offer('a calm sea')).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(texts()).toEqual(['A calm sea.', 'a storm over the mountains', 'a calm sea']);
    expect(isNearDuplicate('a calm sea', 'a stormy sea')).toBe(false);
  });

  test('replaces banned words with flowers, and says so', async () => {
    const { queue, released } = setUp();
    queue.offer('a fucking storm');
    await vi.advanceTimersByTimeAsync(0);
    expect(released).toMatchObject([{ text: 'a flower storm', cleaned: true }]);
  });
});

describe('speech', () => {
  const CHUNK = 512;
  const tone = (seconds: number, loudness: number) =>
    Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => Math.sin(index / 9) * loudness);
  const noise = (seconds: number, loudness: number) => {
    let seed = 1;
    return Float32Array.from({ length: seconds * SAMPLE_RATE }, () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return (seed / 1073741824 - 1) * loudness;
    });
  };
  function listen(...parts: Float32Array[]): number[] {
    const activity = new VoiceActivity();
    const phrases: number[] = [];
    for (const part of parts) {
      for (let at = 0; at + CHUNK <= part.length; at += CHUNK) {
        const phrase = activity.push(part.subarray(at, at + CHUNK));
        if (phrase) phrases.push(phrase.sound.length / SAMPLE_RATE);
      }
    }
    const last = activity.finish();
    return last ? [...phrases, last.sound.length / SAMPLE_RATE] : phrases;
  }

  test('is split into phrases at pauses, including the moment before each', () => {
    const phrases = listen(noise(1, 0.001), tone(2, 0.2), noise(1, 0.001), tone(1, 0.2), noise(1, 0.001));
    expect(phrases).toHaveLength(2);
    expect(phrases[0]).toBeGreaterThan(2.6);
    expect(phrases[0]).toBeLessThan(3.1);
  });

  test('is told apart from clicks, silence and the steady noise of a room', () => {
    expect(listen(noise(1, 0.001), tone(0.1, 0.5), noise(1, 0.001))).toEqual([]);
    expect(listen(noise(5, 0.001))).toEqual([]);
    expect(listen(noise(5, 0.006))).toEqual([]);
  });

  test('is told apart from loud noise that no voice makes', () => {
    const quiet = noise(1, 0.001);
    // A fan being switched on, street rumble, key presses.
    expect(listen(quiet, noise(20, 0.2))).toEqual([]);
    let deep = 0;
    const rumble = noise(8, 0.2).map((sample) => {
      deep = deep * 0.98 + sample * 0.1;
      return deep;
    });
    expect(listen(quiet, rumble)).toEqual([]);
    const keys = Array.from({ length: 20 }, (_, nth) => [
      noise(0.06, 0.3 + (nth % 3) / 10),
      noise(0.1, 0.001),
    ]);
    expect(listen(quiet, ...keys.flat(), quiet)).toEqual([]);
    // A whisper is unvoiced too, but it is speech.
    const whisper = Array.from({ length: 6 }, (_, nth) => [
      noise(0.25, 0.04 + (nth % 3) * 0.04),
      noise(0.08, 0.004),
    ]);
    expect(listen(quiet, ...whisper.flat(), quiet)).toHaveLength(1);
    // A voice over the noise of a fan is heard.
    const beside = noise(8, 0.02);
    tone(2, 0.3).forEach((sample, at) => {
      beside[at + 5 * SAMPLE_RATE] = (beside[at + 5 * SAMPLE_RATE] ?? 0) + sample;
    });
    expect(listen(quiet, beside)).toHaveLength(1);
  });

  test('without a pause is cut at thirty seconds', () => {
    const phrases = listen(tone(70, 0.2));
    expect(phrases.length).toBeGreaterThanOrEqual(3);
    for (const seconds of phrases) expect(seconds * SAMPLE_RATE).toBeLessThanOrEqual(WINDOW_SAMPLES);
  });

  test('is found in a real recording', () => {
    const wav = readFileSync(join(import.meta.dirname, '../../../tests/browser/speech.wav'));
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~1)));
    const phrases = listen(Float32Array.from(samples, (sample) => sample / 0x8000));
    expect(phrases).toHaveLength(1);
    expect(phrases[0]).toBeGreaterThan(1);
  });
});

test('audio at another rate is resampled to 16 kHz at the same pitch and loudness', () => {
  const resampler = new Resampler(48_000, 16_000);
  const out: number[] = [];
  for (let block = 0; block < 375; block++) {
    const samples = Float32Array.from({ length: 128 }, (_, index) =>
      Math.sin((2 * Math.PI * 440 * (block * 128 + index)) / 48_000),
    );
    out.push(...resampler.push(samples));
  }
  expect(out).toHaveLength(16_000);
  const crossings = out.filter((sample, index) => sample >= 0 && (out[index - 1] ?? 0) < 0).length;
  expect(crossings).toBeGreaterThanOrEqual(439);
  expect(crossings).toBeLessThanOrEqual(441);
  expect(Math.max(...out)).toBeGreaterThan(0.98);
  expect(new Resampler(44_100, 16_000).push(new Float32Array(44_100)).length).toBeCloseTo(16_000, -1);
});

test('a phrase is a WAV file with correct headers', async () => {
  const bytes = Buffer.from(await encodeWav(Float32Array.of(0, 1, -1, 2)).arrayBuffer());
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
  expect(bytes.readUInt32LE(24)).toBe(16_000);
  expect([44, 46, 48, 50].map((at) => bytes.readInt16LE(at))).toEqual([0, 32767, -32767, 32767]);
});

test('a microphone that is also listed under its roles counts once', () => {
  const own = [
    { deviceId: 'a1', groupId: 'desk' },
    { deviceId: 'b2', groupId: 'headset' },
  ];
  const aliases = [
    { deviceId: 'default', groupId: 'desk' },
    { deviceId: 'communications', groupId: 'headset' },
  ];
  expect(withoutAliases([...aliases, ...own])).toEqual(own);
  const lone = { deviceId: 'default', groupId: 'somewhere' };
  expect(withoutAliases([lone, ...own])).toEqual([lone, ...own]);
});

test('a microphone whose audio can’t be captured is released, and the next one starts clean', async () => {
  let begun = 0;
  let ended = 0;
  const track = { onended: null, stop: vi.fn() };
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('VOICE_URLS', { worklet: '/worklet.js' });
  vi.stubGlobal('navigator', {
    userAgent: '',
    mediaDevices: { getUserMedia: async () => ({ getAudioTracks: () => [track], getTracks: () => [track] }) },
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      audioWorklet = { addModule: () => Promise.reject(new DOMException('offline', 'AbortError')) };
      constructor() {
        begun += 1;
      }
      async close() {
        ended += 1;
      }
    },
  );
  for (const nth of [1, 2]) {
    await expect(openMicrophone({ deviceId: '', onLost() {} })).rejects.toThrow('offline');
    expect([begun, ended, track.stop.mock.calls.length, track.onended]).toEqual([nth, nth, nth, null]);
  }
});

test('the language is the detected one, unless two are alike and one is the person’s', () => {
  const languages = { '<|en|>': 0, '<|de|>': 1, '<|cy|>': 2 };
  expect(likeliest([-4, -0.1, -6], languages, ['en'])).toBe('de');
  expect(likeliest([-1, -3, -0.5], languages, ['en'])).toBe('en');
  expect(likeliest([-1, -3, -0.5], languages, ['cy'])).toBe('cy');
});

test('a download shows bytes and percent', () => {
  expect(describeDownload(12_300_000, 77_100_000)).toBe('12.3 of 77.1 MB · 15%');
  expect(describeDownload(500, 2000)).toBe('0.5 of 2.0 kB · 25%');
  expect(describeDownload(0, 0)).toMatch(/once/);
});

test.each([
  ['NotAllowedError', /^The microphone is blocked\./],
  ['NotFoundError', /^No microphone was found\./],
  ['OverconstrainedError', /^No microphone was found\./],
  ['NotReadableError', /^Another program is using the microphone\./],
  ['SecurityError', /https or localhost/],
  ['AbortError', /^The microphone couldn’t be started\./],
])('a microphone that fails with %s is explained', (name, said) => {
  expect(microphoneFault(new DOMException('', name))).toMatch(said);
});
