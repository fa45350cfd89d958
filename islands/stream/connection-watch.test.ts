import { describe, expect, test } from 'vitest';
import { ConnectionWatch } from './connection-watch.ts';

/** Checks a connection every half second until the given time, with data arriving at the listed times. */
function watch(until: number, { heard = [] as number[], drawn = [] as number[] }) {
  const line = new ConnectionWatch(0);
  let last = line.look(0);
  for (let now = 500; now <= until; now += 500) {
    if (heard.includes(now)) line.heard(now);
    if (drawn.includes(now)) line.drew(now);
    last = line.look(now);
  }
  return last;
}

describe('a connection', () => {
  test('counts as stalled after three seconds without a frame, no matter what else arrives', () => {
    expect(watch(2500, {})).toEqual({ stopped: false, dead: false });
    expect(watch(3000, { heard: [2000] })).toEqual({ stopped: true, dead: false });
    expect(watch(3000, { drawn: [500] })).toEqual({ stopped: false, dead: false });
  });

  test('counts as dead after five seconds without a byte', () => {
    expect(watch(4500, {})).toEqual({ stopped: true, dead: false });
    expect(watch(5000, {})).toEqual({ stopped: true, dead: true });
    expect(watch(8500, { heard: [2000, 4000] })).toEqual({ stopped: true, dead: false });
  });

  test('isn’t blamed for a device’s sleep', () => {
    const line = new ConnectionWatch(0);
    expect(line.look(3_600_000)).toEqual({ stopped: false, dead: false });
    expect(line.look(3_600_500)).toEqual({ stopped: false, dead: false });
  });
});
