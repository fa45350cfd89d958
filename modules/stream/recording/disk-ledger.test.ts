import { expect, test } from 'vitest';
import { createDiskLedger } from './disk-ledger.ts';

const MIB = 1024 ** 2;
/** What a dream of a minute is promised: 2 MiB of tape and 0.75 MiB of video a second, and its pictures. */
const DREAM = 60 * 2.75 * MIB + 2 * MIB;

function stage(room: number) {
  const disk = { room, look: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  let now = 1_000;
  const ledger = createDiskLedger(disk, () => now);
  /** Whether another dream would be let in. */
  async function ask(): Promise<boolean> {
    const hold = await ledger.reserve(60);
    hold?.release();
    return hold !== null;
  }
  return { disk, ledger, ask, pass: (seconds: number) => (now += seconds * 1000) };
}

test('of many who ask at once as many are let in as there is room for', async () => {
  const { ledger } = stage(5.5 * DREAM);
  const holds = await Promise.all(Array.from({ length: 24 }, () => ledger.reserve(60)));
  expect(holds.filter(Boolean)).toHaveLength(5);
  for (const hold of holds) hold?.release();
  expect(await ledger.reserve(60)).not.toBeNull();
});

test('a dream keeps its room until it has ended unseen, or its video is made', async () => {
  const { ledger, ask } = stage(1.5 * DREAM);
  (await ledger.reserve(60))?.keep('unseen');
  expect(await ask()).toBe(false);
  ledger.ended('unseen');
  const hold = await ledger.reserve(60);
  hold?.keep('seen');
  // As whoever asked for it does at the end, kept or not.
  hold?.release();
  ledger.recording('seen', { bytes: 0 });
  expect(await ask()).toBe(false);
  ledger.ended('seen');
  ledger.ended('seen');
  expect(await ask()).toBe(true);
  ledger.uncompiled('seen', 120);
  expect(await ask()).toBe(false);
  ledger.settled('seen');
  expect(await ask()).toBe(true);
});

test('a tape needs less and less, but more than expected where it has shown so', async () => {
  const { disk, ledger, ask, pass } = stage(1.5 * DREAM);
  (await ledger.reserve(60))?.keep('dream');
  const tape = { bytes: 0 };
  ledger.recording('dream', tape);
  pass(30);
  // It has taken what was promised so far, and the disk has that much less.
  tape.bytes = 30 * 2 * MIB;
  disk.room -= tape.bytes;
  expect(await ask()).toBe(false);
  disk.room += 0.2 * DREAM;
  expect(ledger.hasSpare()).toBe(true);
  expect(await ask()).toBe(false);
  tape.bytes = 30 * 6 * MIB;
  expect(ledger.hasSpare()).toBe(false);
});
