/**
 * Measures in a real browser, against the real server and its embedded worker: time from Send to a new dream's first
 * frame, time from a later prompt to its first frame, and frames drawn per second.
 */
import { chromium, type Page } from 'playwright';
import { findBrowser } from '../browser/find-browser.ts';
import { startServer } from '../server.ts';

const DREAMS = 5;
const PROMPTS = ['neon city in the rain at night', 'forest in autumn fog', 'desert with two moons'];
const WATCH_MS = 10_000;

const CODINGS = ['video', 'JPEG'] as const;
type Coding = (typeof CODINGS)[number];

/** A page that remembers a failed video decoder requests JPEGs. */
async function choose(page: Page, coding: Coding): Promise<void> {
  await page.evaluate(
    (hasFailed) =>
      hasFailed ? localStorage.setItem('no-video', navigator.userAgent) : localStorage.removeItem('no-video'),
    coding === 'JPEG',
  );
}

interface Dream {
  firstFrameMs: number;
  changeMs: number[];
  drawnFps: number;
}

async function dreamOnce(page: Page, url: string): Promise<Dream> {
  await page.goto(`${url}/stream`);
  const prompt = page.getByRole('textbox');
  const send = page.getByRole('button', { name: 'Send' });
  await prompt.fill('a calm ocean at sunset');
  await send.waitFor();
  const sentAt = performance.now();
  await send.click();
  await page.locator('.stage[data-has-frame="true"]').waitFor();
  const firstFrameMs = performance.now() - sentAt;
  const changeMs: number[] = [];
  for (const words of PROMPTS) {
    await prompt.fill(words);
    const askedAt = performance.now();
    await prompt.press('Enter');
    await page
      .getByRole('listitem')
      .filter({ hasText: words })
      .filter({ hasText: 'in the picture' })
      .waitFor();
    changeMs.push(performance.now() - askedAt);
  }
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), WATCH_MS);
  // The page counts these figures itself and reports them for operators.
  const reported = page.waitForRequest((request) =>
    request.url().endsWith('/api/sessions/update-client-fps'),
  );
  await page.getByRole('button', { name: 'End dream' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End dream' }).click();
  const { clientFpsData } = (await reported).postDataJSON() as { clientFpsData: Record<string, number> };
  await page.waitForURL('**/dreamboard');
  // The compile of this dream's video must not disturb the next measurement.
  await page.waitForFunction(async () => {
    const { sessions } = await (await fetch('/api/sessions')).json();
    return sessions[0].server_status === 'READY';
  });
  return { firstFrameMs, changeMs, drawnFps: clientFpsData.overall ?? Number.NaN };
}

function percentile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);
}

const server = await startServer({ env: { LOG_LEVEL: 'error' } });
const browser = await chromium.launch({
  executablePath: await findBrowser(console.error),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
try {
  const page = await browser.newPage();
  await page.goto(server.adminLink ?? '');
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL('**/admin?view=setup');
  const dreams: Record<Coding, Dream[]> = { video: [], JPEG: [] };
  // Alternates, so that other load affects both equally.
  for (let round = 0; round < DREAMS; round++) {
    for (const coding of CODINGS) {
      await choose(page, coding);
      dreams[coding].push(await dreamOnce(page, server.url));
    }
  }
  for (const coding of CODINGS) {
    const all = dreams[coding];
    const first = all.map(({ firstFrameMs }) => firstFrameMs);
    const changes = all.flatMap(({ changeMs }) => changeMs);
    const fps = all.map(({ drawnFps }) => drawnFps).toSorted((a, b) => a - b)[Math.floor(DREAMS / 2)] ?? 0;
    console.log(
      `stream page, ${DREAMS} dreams as ${coding}: first picture after Send p50 ${percentile(first, 0.5)} ms, worst ${percentile(first, 1)} ms; ` +
        `later prompts p50 ${percentile(changes, 0.5)} ms, p95 ${percentile(changes, 0.95)} ms; ${fps.toFixed(1)} fps drawn`,
    );
  }
} finally {
  await browser.close();
  await server.dispose();
}
