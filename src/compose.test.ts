import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProgram } from '../tests/program.ts';

const README = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
const MINUTE_MS = 60_000;

const timeOf = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);

test('what is done every day is what the README says, in its order', async () => {
  const program = await startProgram({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_BASIC: 'price_1',
    STRIPE_PRICE_PREMIUM: 'price_2',
    BACKUP_DAYS: '7',
  });
  try {
    const written = [...README.matchAll(/^\| (\d\d:\d\d) \| ([\w-]+) \|/gm)].map(
      ([, at, name]) => `${at} ${name}`,
    );
    const done = program.schedules
      .toSorted((a, b) => a.atMs - b.atMs || (a.name < b.name ? -1 : 1))
      .map(({ atMs, name }) => `${timeOf(atMs)} ${name}`);
    expect(done.length).toBeGreaterThan(8);
    expect(written).toEqual(done);
    for (const { atMs } of program.schedules) expect(atMs % MINUTE_MS).toBe(0);
  } finally {
    await program.stop();
  }
});
