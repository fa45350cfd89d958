import { expect, test } from 'vitest';
import { writeCaptions } from './captions.ts';

test('each line stays until its speaker’s next one, but no longer than it takes to read', () => {
  const lines = [
    { text: 'a moth', at: 0, kind: 'prompt' as const },
    { text: 'It looks for light', at: 1, kind: 'reply' as const },
    { text: 'a lamp', at: 3.25, kind: 'prompt' as const },
    { text: 'overtaken', at: null, kind: 'prompt' as const },
    { text: 'the end', at: 3599.5, kind: 'prompt' as const },
    { text: 'too late', at: 3601, kind: 'prompt' as const },
  ];
  expect(writeCaptions(lines, 3600)).toBe(
    [
      'WEBVTT',
      '00:00:00.000 --> 00:00:03.250\na moth',
      '00:00:01.000 --> 00:00:07.000\n<i>It looks for light</i>',
      '00:00:03.250 --> 00:00:09.250\na lamp',
      '00:59:59.500 --> 01:00:00.000\nthe end\n',
    ].join('\n\n'),
  );
});

test('text can’t break out of its cue', () => {
  const text = 'x --> <b>y</b>\n\n00:00.000 --> 00:09.000 & z';
  expect(writeCaptions([{ text, at: 0, kind: 'prompt' as const }], 5)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:05.000\nx --&gt; &lt;b&gt;y&lt;/b&gt; 00:00.000 --&gt; 00:09.000 &amp; z\n',
  );
});

test('words for the sound stand next to prompts and replies until they change, and not during silence', () => {
  const lines = [
    { text: 'a storm', at: 0, kind: 'prompt' as const },
    { text: '[rain, wind]', at: 0, kind: 'sound' as const },
    { text: '', at: 4, kind: 'sound' as const },
    { text: '[owl]', at: 8, kind: 'sound' as const },
  ];
  expect(writeCaptions(lines, 20)).toBe(
    [
      'WEBVTT',
      '00:00:00.000 --> 00:00:06.000\na storm',
      '00:00:00.000 --> 00:00:04.000\n[rain, wind]',
      '00:00:08.000 --> 00:00:14.000\n[owl]\n',
    ].join('\n\n'),
  );
});
