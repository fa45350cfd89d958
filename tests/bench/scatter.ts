/**
 * The dashboard's scatter chart compared with Chart.js for the same 2 × 10,000 points: main-thread time of the first
 * drawing, of each later drawing, and of each pointer move.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { findBrowser } from '../browser/find-browser.ts';

const REDRAWS = 12;
const MOVES = 60;

const { outputs } = await Bun.build({
  entrypoints: [join(import.meta.dirname, 'scatter-page.tsx')],
  target: 'browser',
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
});
const script = (await outputs[0]?.text()) ?? '';
const pages = createServer((request, response) => {
  const isScript = request.url === '/page.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(
    isScript
      ? script
      : '<!doctype html><style>.chart{height:300px}</style><div class=admin id=host style=width:1000px></div><script type=module src=/page.js></script>',
  );
});
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
const browser = await chromium.launch({
  executablePath: await findBrowser(console.error),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
});

const ours = await measure('ours');
const theirs = await measure('theirs');
for (const what of ['first', 'redraw', 'hover'] as const) {
  const ratio = (ours[what] / theirs[what]).toFixed(2);
  console.log(
    `scatter of 2 × 10,000 points, ${what}: ${ours[what].toFixed(1)} ms; Chart.js ${theirs[what].toFixed(1)} ms; ${ratio} ×`,
  );
}
await browser.close();
pages.close();

async function measure(who: 'ours' | 'theirs') {
  const page = await browser.newPage({ viewport: { width: 1100, height: 500 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(address);
  await page.waitForFunction('window.draw');
  const spent = async (act: () => Promise<unknown>, times: number) => {
    const before = await mainThreadMs();
    await act();
    await frames(page);
    return ((await mainThreadMs()) - before) / times;
  };
  const first = await spent(async () => {
    await page.evaluate((name) => (window as unknown as { draw(name: string): void }).draw(name), who);
    await page.waitForSelector('canvas');
  }, 1);
  const redraw = await spent(async () => {
    for (let round = 1; round <= REDRAWS; round++) {
      await page.evaluate((width) => {
        const host = document.querySelector('#host') as HTMLElement;
        host.style.width = `${width}px`;
      }, 1000 - round);
      await frames(page);
    }
  }, REDRAWS);
  const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0 };
  const hover = await spent(async () => {
    for (let move = 0; move < MOVES; move++) {
      await page.mouse.move(box.x + 100 + move * 13, box.y + 40 + ((move * 7) % 60));
      await frames(page);
    }
  }, MOVES);
  await page.close();
  return { first, redraw, hover };

  async function mainThreadMs(): Promise<number> {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  }
}

/** Two animation frames later, everything requested has been drawn. */
function frames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}
