import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskLedger } from './disk-ledger.ts';
import { openDiskRates } from './disk-rates.ts';

const MIB = 1024 ** 2;
/** Space reserved for a one-minute dream: 2 MiB of tape and 0.75 MiB of video a second, plus stills. */
const DREAM = 60 * 2.75 * MIB + 2 * MIB;

function stage(room: number) {
  const disk = { room, look: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  const noted: [kind: string, rate: number][] = [];
  const rates = {
    tape: 2 * MIB,
    video: 0.75 * MIB,
    note: (kind: string, bytes: number, seconds: number) => void noted.push([kind, bytes / seconds]),
  };
  let now = 1_000;
  const ledger = createDiskLedger(disk, rates, () => now);
  return {
    disk,
    ledger,
    rates,
    noted,
    /** True if another dream may start. */
    ask: () => ledger.hasRoom(60),
    pass: (seconds: number) => (now += seconds * 1000),
  };
}

test('admits as many dreams as the disk holds, and more once these have ended', async () => {
  const { disk, ledger, ask } = stage(5.5 * DREAM);
  const begun = Array.from({ length: 24 }, (_, n) => {
    const mayBegin = ask();
    if (mayBegin) ledger.promise(`dream ${n}`, 60);
    return mayBegin;
  });
  expect(begun.filter(Boolean)).toHaveLength(5);
  expect(await ledger.canHold(60)).toBe(true);
  for (let n = 0; n < 5; n++) ledger.ended(`dream ${n}`);
  expect(ask()).toBe(true);
  disk.room = 0.9 * DREAM;
  expect(await ledger.canHold(60)).toBe(false);
});

test('a dream keeps its reservation until it has ended unseen or its video is compiled', async () => {
  const { ledger, ask } = stage(1.5 * DREAM);
  ledger.promise('unseen', 60);
  expect(ask()).toBe(false);
  ledger.ended('unseen');
  ledger.promise('seen', 60);
  ledger.recording('seen', { bytes: 0 });
  expect(ask()).toBe(false);
  ledger.ended('seen');
  ledger.ended('seen');
  expect(ask()).toBe(true);
  ledger.uncompiled('seen', 120);
  expect(ask()).toBe(false);
  expect(await ledger.canHold(60)).toBe(false);
  ledger.settled('seen');
  expect(ask()).toBe(true);
});

test('a tape’s reservation shrinks over time, but grows if it uses more than expected', () => {
  const { disk, ledger, ask, pass, noted } = stage(1.5 * DREAM);
  ledger.promise('dream', 60);
  const tape = { bytes: 0 };
  ledger.recording('dream', tape);
  pass(30);
  // It has used all its reserved space so far, and the disk has that much less.
  tape.bytes = 30 * 2 * MIB;
  disk.room -= tape.bytes;
  expect(ask()).toBe(false);
  disk.room += 0.2 * DREAM;
  expect(ledger.hasSpare()).toBe(true);
  expect(ask()).toBe(false);
  pass(0.25);
  tape.bytes = 30.25 * 6 * MIB;
  expect(ledger.hasSpare()).toBe(false);
  ledger.ended('dream');
  // Once while live, for dreams that start in the meantime, and again at the end.
  expect(noted).toEqual([
    ['tape', 2 * MIB],
    ['tape', 6 * MIB],
  ]);
});

describe('the measured rates', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'reverie-rates-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  test('are those of the most demanding recent dream, and survive restarts', async () => {
    const rates = openDiskRates(dir);
    expect([rates.tape, rates.video]).toEqual([2 * MIB, 0.75 * MIB]);
    rates.note('tape', 4 * 9 * MIB, 4);
    expect(rates.tape).toBe(2 * MIB);
    rates.note('tape', 30 * 0.4 * MIB, 30);
    expect([rates.tape / MIB, rates.video / MIB]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
    rates.note('tape', 30 * 0.8 * MIB, 30);
    rates.note('video', 30 * 1000, 30);
    expect([rates.tape / MIB, rates.video]).toEqual([expect.closeTo(1, 2), 96 * 1024]);
    const again = openDiskRates(dir);
    expect(again.tape / MIB).toBeCloseTo(1, 2);
    for (let n = 0; n < 20; n++) again.note('tape', 30 * 0.4 * MIB, 30);
    expect(again.tape / MIB).toBeCloseTo(0.5, 2);
  });

  test('start over if the file is corrupt', async () => {
    const file = join(dir, 'disk-rates.json');
    for (const content of ['{"tape":', '[]', '{"tape":["x",-1,null]}']) {
      await writeFile(file, content);
      expect(openDiskRates(dir).tape).toBe(2 * MIB);
    }
    expect(await readFile(file, 'utf8')).toContain('x');
  });
});
