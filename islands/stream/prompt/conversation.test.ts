import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConversationKeeper, type Line } from './conversation.ts';
import { addReceipt, type Receipt } from './receipt.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const saved: Line[][] = [];
  const beacons: Line[][] = [];
  let reachable = true;
  const keeper = new ConversationKeeper({
    save: async (lines) => {
      if (reachable) saved.push(lines);
      return reachable;
    },
    beacon: (lines) => beacons.push(lines),
  });
  return { keeper, saved, beacons, reach: (can: boolean) => (reachable = can) };
}

const prompt = (id: string, userText: string, more: Partial<Receipt> = {}): Receipt => {
  const [receipt] = addReceipt([], {
    id,
    userText,
    source: 'typed',
    cleaned: false,
    at: 1000,
    rewriting: false,
  });
  return { ...(receipt as Receipt), ...more };
};
const texts = (calls: Line[][]) => calls.map((lines) => lines.map(({ text }) => text));

test('saves five seconds after the last change', async () => {
  const { keeper, saved } = setUp();
  keeper.update([prompt('a', 'rain')]);
  await vi.advanceTimersByTimeAsync(4000);
  keeper.update([prompt('a', 'rain'), prompt('b', 'snow')]);
  await vi.advanceTimersByTimeAsync(4900);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(texts(saved)).toEqual([['rain', 'snow']]);
  keeper.update([prompt('a', 'rain'), prompt('b', 'snow')]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saved).toHaveLength(1);
});

test('saves every thirty seconds, however busy it is', async () => {
  const { keeper, saved } = setUp();
  for (let second = 0; second < 31; second++) {
    keeper.update(Array.from({ length: second + 1 }, (_, index) => prompt(`p${index}`, `p${index}`)));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(saved).toHaveLength(1);
  expect(saved[0]?.length).toBeGreaterThanOrEqual(30);
});

test('retries what couldn’t be saved, and saves changed lines again', async () => {
  const { keeper, saved, reach } = setUp();
  reach(false);
  keeper.update([prompt('a', 'rain')]);
  await vi.advanceTimersByTimeAsync(10_000);
  reach(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(texts(saved)).toEqual([['rain']]);
  keeper.update([prompt('a', 'rain', { assisted: true, text: 'soft rain' })]);
  await keeper.flush();
  expect(saved[1]).toEqual([{ id: 'a.ai', text: 'soft rain', timestamp: 1001, isUser: false }]);
});

test('sends the rest when the page closes, as much as the browser accepts', async () => {
  const { keeper, beacons } = setUp();
  keeper.leave();
  keeper.update([prompt('a', 'rain'), prompt('old', 'ocean', { source: 'earlier' })]);
  keeper.leave();
  expect(texts(beacons)).toEqual([['rain']]);
  const long = Array.from({ length: 90 }, (_, index) => prompt(`p${index}`, `${index} ${'x'.repeat(900)}`));
  keeper.update(long);
  keeper.leave();
  const last = beacons.at(-1) ?? [];
  expect(JSON.stringify(last).length).toBeLessThan(60_000);
  expect(last.at(-1)?.id).toBe('p89');
});
