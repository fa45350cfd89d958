import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIslands } from '../../islands/build/build.ts';
import { longTest } from '../long-test.ts';
import { findBrowsers } from './find-browsers.ts';
import { type Ground, MARKS, openGround, openPainter, openPerson, type Person } from './ground.ts';
import { MEDIA_STEPS } from './media-steps.ts';
import { dream, endDream, STEPS, signIn } from './steps.ts';

const found = findBrowsers();
const here = found.filter(({ start }) => start !== null);
for (const { name, packages } of found.filter(({ start }) => start === null))
  console.log(`${name} is not installed, and was not tried: apt-get install ${packages}`);

let ground: Ground;
beforeAll(async () => {
  if (here.length === 0) return;
  await buildIslands();
  ground = await openGround(MARKS);
});
afterAll(() => ground?.close());

/** Large enough for all controls; without a GPU, larger screens render slowly. */
const WINDOW = [1000, 700] as const;

describe.each(here)('$name', (browser) => {
  // WebKit has no GPU here; running alongside five other test files, it once rendered no correct frame in time. The
  // walk below checks its frames.
  const dreams = browser.name !== 'WebKit';
  test(dreams ? 'signs in, and shows the frames that the worker drew' : 'signs in', async () => {
    const person = await openPerson(browser, ground, 'visit');
    try {
      await person.resize(...WINDOW);
      await signIn(person, ground);
      if (!dreams) return;
      expect(await dream(person, ground)).toContain('H.264');
      await endDream(person);
    } finally {
      await person.close();
    }
  });

  longTest('walks through the whole program', { timeout: 600_000 }, async () => {
    const person = await openPerson(browser, ground, 'walk');
    try {
      await person.resize(1440, 900);
      await walk(
        person,
        STEPS.map(([name, step]) => [name, () => step(person, ground)]),
      );
    } finally {
      await person.close();
    }
  });

  longTest('steers, hears and edits a camera with the painter', { timeout: 300_000 }, async () => {
    const painter = await openPainter();
    const person = await openPerson(browser, painter, 'walk');
    try {
      await person.resize(...WINDOW);
      await person.visit('/unauthorized');
      await person.addCookie(painter.cookie);
      await walk(
        person,
        MEDIA_STEPS.map(([name, step]) => [name, () => step(person)]),
      );
    } finally {
      await person.close();
      await painter.close();
    }
  });
});

/** Takes all steps, and prints what was seen. */
async function walk(person: Person, steps: [name: string, take: () => Promise<string>][]): Promise<void> {
  const seen: { step: string; seconds: string; seen: string }[] = [];
  for (const [step, take] of steps) {
    const began = performance.now();
    const outcome = await take().catch((fault: Error) => `FAILED: ${fault.message.slice(0, 300)}`);
    seen.push({ step, seconds: ((performance.now() - began) / 1000).toFixed(1), seen: outcome });
    await person.keep(step.replaceAll(/\W+/g, '-'));
  }
  console.log(`\n${person.name}`);
  console.table(seen);
  expect(seen.filter(({ seen }) => seen.startsWith('FAILED'))).toEqual([]);
}
