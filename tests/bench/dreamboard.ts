/**
 * The dreamboard with thousands of dreams: long tasks while scrolling to the end, also on a CPU four times slower. On a
 * throttled phone: time until it is usable, and layout shift.
 */
import { chromium, devices, type Page } from 'playwright';
import { dreams } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import { startBoardStage } from '../browser/board-stage.ts';
import { findBrowser } from '../browser/find-browser.ts';

const MANY = 5000;
const SLOWER = 4;
/** Longer tasks make a page stutter. */
const LONG_MS = 50;
/** px per second */
const SPEED = 20_000;
/** maximum px between two rendered frames, however late the second is */
const STEP = 1200;

const stage = await startBoardStage({ LOG_LEVEL: 'error' });
const browser = await chromium.launch({
  executablePath: await findBrowser(console.error),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
});
try {
  const person = await stage.addPerson();
  const first = await stage.addDream(person, { name: 'Low tide' });
  await addMany(first.id);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await stage.signIn(context, person);
  const page = await context.newPage();
  for (const slower of [1, SLOWER]) await scroll(page, slower);
  await context.close();

  const phone = await browser.newContext(devices['Pixel 7']);
  await stage.signIn(phone, person);
  await open(await phone.newPage());
} finally {
  await browser.close();
  await stage.stop();
}

/** All of them share one recording. */
async function addMany(dreamId: string): Promise<void> {
  const [{ id: _, ...row }] = (await stage.db.orm.select().from(dreams)) as [typeof dreams.$inferSelect];
  for (let done = 0; done < MANY; done += 100) {
    await stage.db.orm.insert(dreams).values(
      Array.from({ length: 100 }, (_unused, index) => {
        const startedAt = row.requestedAt - (done + index + 1) * 60_000;
        return {
          ...row,
          id: newId(),
          rpJobId: `${dreamId}-${done + index}`,
          startedAt,
          requestedAt: startedAt,
        };
      }),
    );
  }
}

/** Scrolls from the first dream to the last at the speed of a hard flick, on a CPU slowed down by the given factor. */
async function scroll(page: Page, slower: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await page.goto(`${stage.url}/dreamboard`);
  await page.locator('[data-island="dreamboard"][data-status="hydrated"]').waitFor();
  await page.waitForTimeout(3000);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const began = performance.now();
  const { tasks, inPage } = await page.evaluate(
    async ({ speed, step, last }) => {
      const tasks: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration);
      }).observe({ type: 'longtask' });
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let inPage = 0;
      let before = await frame();
      while (!document.querySelector(`[aria-posinset="${last}"]`)) {
        const now = await frame();
        scrollBy({ top: Math.min(step, ((now - before) * speed) / 1000), behavior: 'instant' });
        inPage = Math.max(inPage, document.querySelectorAll('.tile').length);
        before = now;
      }
      return { tasks, inPage };
    },
    { speed: SPEED, step: STEP, last: MANY + 1 },
  );
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `dreamboard, ${MANY} tiles scrolled through in ${seconds.toFixed(0)} s on a ${slower} × slower processor: ` +
      `${tasks.length} tasks over ${LONG_MS} ms, worst ${Math.max(0, ...tasks).toFixed(0)} ms; at most ${inPage} tiles in the page`,
  );
}

/** Opens the page on a slow phone with a slow connection. */
async function open(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = { shift: 0, paint: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      seen.paint = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(`${stage.url}/dreamboard`, { waitUntil: 'commit' });
  await page.locator('[data-island="dreamboard"][data-status="hydrated"]').waitFor();
  const usable = await page.evaluate(() => performance.now());
  await page.waitForTimeout(4000);
  const { shift, paint } = await page.evaluate(
    () => (window as unknown as { seen: { shift: number; paint: number } }).seen,
  );
  console.log(
    `dreamboard on a phone (1.6 Mbit/s, 150 ms, ${SLOWER}× slower): largest picture after ${(paint / 1000).toFixed(1)} s, ` +
      `usable after ${(usable / 1000).toFixed(1)} s, layout shift ${shift.toFixed(3)}`,
  );
}
