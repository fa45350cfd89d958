import { describe, expect, test } from 'vitest';
import { WATCHER_ACK_MS } from '../../protocol/limits.ts';
import { type Drawn, type Outcome, simulate } from '../testing/simulate-link.ts';
import { FrameWindow } from './frame-window.ts';

const MBIT = 1_000_000;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const inSecond = (frames: Drawn[], from: number) =>
  frames.filter(({ at }) => at > from && at <= from + 1000).length;
const framesMade = (ms: number, fps = 16) => Math.floor((ms * fps) / 1000 - 0.001);

describe('a viewer on a fast connection', () => {
  test.each([
    [20, 16],
    [200, 16],
    [300, 16],
    [20, 30],
    [100, 30],
  ])('with a round trip of %i ms gets all of %i fps', (roundTrip, fps) => {
    const { sent } = simulate({
      line: { bandwidth: () => 100 * MBIT, delay: roundTrip / 2 },
      length: 20_000,
      fps,
    });
    expect(sent).toHaveLength(framesMade(20_000, fps));
  });

  test('gets all frames if its round trip varies by 0.1 s', () => {
    const waver = { bandwidth: () => 100 * MBIT, delay: 50 };
    const { sent } = simulate({
      length: 20_000,
      line: {
        ...waver,
        get delay() {
          waver.delay = 50 + ((waver.delay * 7 + 13) % 40);
          return waver.delay;
        },
      },
    });
    expect(sent.length).toBeGreaterThanOrEqual(0.99 * framesMade(20_000));
  });
});

describe('a viewer whose connection drops from 20 to 1.5 Mbit/s for 12 s', () => {
  const FROM = 5_000;
  const TO = 17_000;
  const squeeze = (delay: number) => ({
    delay,
    bandwidth: (at: number) => (at >= FROM && at < TO ? 1.5 * MBIT : 20 * MBIT),
  });
  const both = (frameBytes: number, delay = 20): [Outcome, Outcome] => {
    const line = squeeze(delay);
    return [
      simulate({ line, length: 20_000, frameBytes }),
      simulate({ line, length: 20_000, frameBytes, windowed: false }),
    ];
  };

  test.each([20_000, 40_000])(
    'sees frames a tenth as old as with a relay that just sends (%i bytes each)',
    (bytes) => {
      const [ours, naive] = both(bytes);
      expect(mean(ours.ages(FROM, TO))).toBeLessThanOrEqual(mean(naive.ages(FROM, TO)) / 9.5);
      expect(Math.max(...ours.ages(FROM, TO))).toBeLessThanOrEqual(Math.max(...naive.ages(FROM, TO)) / 9.5);
    },
  );

  test.each([2_000, 3_500])('keeps the rate of a %i kbit/s video, and sees it without delay', (videoKbps) => {
    const seen = simulate({ line: squeeze(20), length: 20_000, videoKbps });
    // The first 1.5 seconds pass before the rate has come down to what the connection carries.
    const settled = [FROM + 1_500, TO] as const;
    const ages = seen.ages(...settled).toSorted((one, other) => one - other);
    expect(ages[Math.floor(ages.length * 0.95)]).toBeLessThanOrEqual(300);
    const shown = seen.drawn.filter(({ at }) => at > settled[0] && at <= settled[1]).length;
    expect(shown).toBeGreaterThanOrEqual(0.95 * framesMade(settled[1] - settled[0]));
    expect(seen.drawn.filter(({ at }) => at > TO + 1_000).length).toBeGreaterThanOrEqual(
      0.95 * framesMade(2_000),
    );
  });

  test('sees large frames about as soon as the connection can carry one', () => {
    // 80 KB take 0.43 s on that connection: sending whole frames, no relay can do better than about 0.7 s.
    const [ours, naive] = both(80_000);
    expect(mean(ours.ages(FROM, TO))).toBeLessThanOrEqual(800);
    expect(mean(ours.ages(FROM, TO))).toBeLessThanOrEqual(mean(naive.ages(FROM, TO)) / 6);
    expect(ours.ages(TO - 500, TO - 490)[0]).toBeLessThanOrEqual(
      (naive.ages(TO - 500, TO - 490)[0] ?? 0) / 8,
    );
  });

  test('has at most one frame in flight once the connection is known to be saturated', () => {
    const [ours] = both(80_000);
    const firstSlow = ours.drawn.find(({ at }) => at > FROM + 400)?.at ?? 0;
    for (let at = firstSlow + 1_700; at < FROM + 10_000; at += 100) {
      const sent = ours.sent.filter((one) => one.at <= at).length;
      const arrived = ours.drawn.filter((one) => one.at <= at).length;
      expect(sent - arrived).toBeLessThanOrEqual(1);
    }
  });

  test.each([5, 20, 50, 100])('is back at the full rate within a second (%i ms round trip)', (delay) => {
    for (const bytes of [20_000, 80_000]) {
      const [ours] = both(bytes, delay);
      expect(inSecond(ours.drawn, FROM - 2_000)).toBe(16);
      expect(inSecond(ours.drawn, TO + 1_000)).toBeGreaterThanOrEqual(16);
    }
  });
});

describe('a viewer whose connection stays slow', () => {
  test('keeps seeing current frames', () => {
    const line = { delay: 25, bandwidth: () => 1.5 * MBIT };
    const { ages } = simulate({ line, length: 60_000, frameBytes: 80_000 });
    // One frame at a time averages 0.77 s; constantly trying wider windows averages 0.9 s.
    expect(mean(ages(10_000, 60_000))).toBeLessThanOrEqual(830);
    expect(Math.max(...ages(10_000, 60_000))).toBeLessThanOrEqual(1_600);
  });

  test('gets the full rate within a second of becoming fast, even after a minute', () => {
    const line = { delay: 25, bandwidth: (at: number) => (at < 60_000 ? 1.5 : 20) * MBIT };
    const { drawn } = simulate({ line, length: 64_000, frameBytes: 80_000 });
    expect(inSecond(drawn, 61_000)).toBeGreaterThanOrEqual(16);
  });
});

describe('a viewer that doesn’t acknowledge', () => {
  test('gets a window of frames and then one a second', () => {
    const { sent } = simulate({
      line: { bandwidth: () => 100 * MBIT, delay: 5 },
      length: 20_000,
      acknowledges: () => false,
    });
    expect(sent.slice(0, 4).map(({ at }) => at)).toEqual([62.5, 125, 187.5, 250]);
    expect(inSecond(sent.map(toDrawn), 5_000)).toBe(1);
    expect(sent.length).toBeLessThanOrEqual(4 + 20);
    expect(sent.length).toBeGreaterThanOrEqual(4 + 18);
  });

  test('gets every frame again soon after it starts to', () => {
    const { drawn } = simulate({
      line: { bandwidth: () => 100 * MBIT, delay: 5 },
      length: 20_000,
      acknowledges: (at) => at < 5_000 || at > 10_000,
    });
    expect(inSecond(drawn, 7_000)).toBeLessThanOrEqual(1);
    expect(inSecond(drawn, 12_000)).toBe(16);
  });
});

describe('acknowledgements', () => {
  test('of unknown frames are ignored, and one covers all before it', () => {
    const window = new FrameWindow(16);
    for (let id = 1; id <= 4; id++) window.sent(id, 0);
    expect(window.maySend(10)).toBe(false);
    expect(window.acknowledged(99, 10)).toBe(false);
    expect(window.maySend(10)).toBe(false);
    expect(window.acknowledged(3, 20)).toBe(true);
    expect(window.acknowledged(2, 20)).toBe(false);
    expect(window.inFlight).toBe(1);
    expect(window.rate(20)).toBe(3);
  });

  test('may be missing for an hour without growing memory', () => {
    const window = new FrameWindow(16);
    for (let second = 0; second < 3_600; second++) window.sent(second, second * 1000);
    expect(window.inFlight).toBeLessThanOrEqual(64);
  });
});

const toDrawn = ({ frameId, at }: { frameId: number; at: number }): Drawn => ({ frameId, at, made: at });

test.each([
  [100, 60],
  [WATCHER_ACK_MS, 250],
])('a watcher who acknowledges video together, up to %i ms late, gets every frame', (delay, trip) => {
  const frameMs = 1000 / 30;
  const window = new FrameWindow(30, delay);
  const newestAt = (at: number) => Math.floor((at - trip / 2) / frameMs);
  /** when the watcher acknowledges next */
  let acksAt = frameMs + trip / 2 + delay;
  for (let id = 1; id <= 300; id += 1) {
    const now = id * frameMs;
    while (acksAt + trip / 2 <= now) {
      const newest = newestAt(acksAt);
      window.acknowledged(newest, acksAt + trip / 2);
      acksAt = (newest + 1) * frameMs + trip / 2 + delay;
    }
    expect(window.mayStream(now), `frame ${id}`).toBe(true);
    window.sent(id, now);
  }
});
