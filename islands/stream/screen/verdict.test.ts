import { expect, test } from 'vitest';
import { PulseMeter } from '../frames/pulse-meter.ts';
import { Debounced, GOOD, judge } from './verdict.ts';

const pulse = (came: number, drawn: number, age = 100, held = 10) => ({ came, drawn, age, held });

test('names the device, the connection or the generator', () => {
  expect(judge(pulse(16, 16), null)).toEqual(GOOD);
  expect(judge(pulse(16, 11), null)).toEqual({ verdict: 'fair', cause: 'browser' });
  expect(judge(pulse(16, 5), null)).toEqual({ verdict: 'poor', cause: 'browser' });
  const weak = { type: 'quality', verdict: 'poor', cause: 'network' } as const;
  expect(judge(pulse(5, 5), weak)).toEqual({ verdict: 'poor', cause: 'network' });
  expect(judge(pulse(16, 16, 2500), null)).toEqual({ verdict: 'fair', cause: 'network' });
});

test('blames the device, not the connection, for the time that frames spend on it', () => {
  const weak = { type: 'quality', verdict: 'poor', cause: 'network' } as const;
  expect(judge(pulse(4, 4, 400, 330), weak)).toEqual({ verdict: 'poor', cause: 'browser' });
  expect(judge(pulse(16, 16, 2500, 2400), null)).toEqual({ verdict: 'fair', cause: 'browser' });
  // A slow connection on a device that is also slow.
  expect(judge(pulse(4, 4, 1200, 130), weak)).toEqual({ verdict: 'poor', cause: 'network' });
  const slow = { type: 'quality', verdict: 'fair', cause: 'generator' } as const;
  expect(judge(pulse(6, 6, 400, 330), slow)).toEqual({ verdict: 'fair', cause: 'generator' });
});

test('changes its verdict only after three checks that agree', () => {
  const debounced = new Debounced();
  const poor = { verdict: 'poor', cause: 'network' } as const;
  expect([poor, poor, GOOD, poor, poor].map((one) => debounced.look(one).verdict)).toEqual(
    Array(5).fill('good'),
  );
  expect(debounced.look(poor)).toEqual(poor);
  expect(debounced.look(GOOD)).toEqual(poor);
});

test('measures rates and the age of frames independent of the clocks', () => {
  for (const skew of [0, 86_400_000, -86_400_000]) {
    const meter = new PulseMeter();
    for (let at = 10_000; at < 12_000; at += 100) {
      meter.frameCame(at, at);
      if (at % 200 === 0) meter.frameDrawn(at + 5, at - skew, at);
    }
    expect(meter.read(12_000)).toMatchObject({ came: 9.5, drawn: 5, held: 5 });
  }
  const late = new PulseMeter();
  late.frameDrawn(1000, 86_400_000, 1);
  late.frameDrawn(2900, 86_400_000 + 1000, 2);
  expect(late.read(3000).age).toBe(900);
});
