/**
 * The live page beside the simplest one there is, an `<img>` that gets the same pictures as multipart MJPEG: time
 * of the main thread for each picture, on a processor four times slower; how quickly either page answers to input
 * meanwhile; the time from Send to the first pixel that changes; and how soon the picture is back after a reload and
 * after a line that broke.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CDPSession, chromium, type Page } from 'playwright';
import { findBrowser } from '../browser/find-browser.ts';
import { startLink } from '../link.ts';
import { startServer } from '../server.ts';

const WATCH_MS = 10_000;
const FPS = 16;
const SLOWER = 4;
const PROMPTS = [
  'neon city in the rain at night',
  'snowy mountains under the aurora',
  'a desert with two moons',
  'a coral reef full of fish',
  'a field of wildflowers, spring morning',
  'a crystal cave',
];
const ROUNDS = 3;

const server = await startServer({ env: { LOG_LEVEL: 'error' } });
const browser = await chromium.launch({
  executablePath: await findBrowser(console.error),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
});
try {
  const page = await browser.newPage();
  await page.goto(server.adminLink ?? '');
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL('**/admin?view=setup');
  const pictures = await drawnAsJpegs(page);
  await page.goto(`${server.url}/stream`);
  await say(page, 'a calm ocean at sunset');
  const live = await mainThread(page, () => drawnFps(page));
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const words of PROMPTS) delays.push(await changeDelay(page, words));
  }
  const input = await worstInteraction(page, useLivePage);
  const back = await rejoin(page);
  await page.request.post(`${server.url}/api/stream/end`, { data: { sessionId: await activeDream(page) } });
  const mjpeg = await plainPage(pictures);
  console.log(
    `stream page, ${SLOWER}× slower processor: ${live.perFrame.toFixed(2)} ms of main thread a picture ` +
      `(<img> MJPEG ${mjpeg.perFrame.toFixed(2)} ms), ${live.fps.toFixed(1)} of ${FPS} fps drawn, ` +
      `INP ${reported(input)} (${reported(mjpeg.input)})`,
  );
  console.log(
    `Send to the first changed pixel: p50 ${percentile(delays, 0.5)} ms, p95 ${percentile(delays, 0.95)} ms (${delays.length} prompts)`,
  );
  console.log(
    `picture back after a reload: ${percentile(back.reload, 0.5)} ms, worst ${percentile(back.reload, 1)} ms; ` +
      `after a broken line is mended: ${percentile(back.line, 0.5)} ms, worst ${percentile(back.line, 1)} ms`,
  );
} finally {
  await browser.close();
  await server.dispose();
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('listitem').filter({ hasText: words }).filter({ hasText: 'in the picture' }).waitFor();
}

/** Pictures of a dream before: a page that remembers that its browser failed at video asks for JPEGs. */
async function drawnAsJpegs(page: Page): Promise<Buffer[]> {
  await page.evaluate(() => localStorage.setItem('no-video', navigator.userAgent));
  const pictures = collectPictures(page);
  await page.goto(`${server.url}/stream`);
  await say(page, 'a calm ocean at sunset');
  const drawn = await pictures;
  await page.request.post(`${server.url}/api/stream/end`, { data: { sessionId: await activeDream(page) } });
  await page.evaluate(() => localStorage.removeItem('no-video'));
  return drawn;
}

/** JPEGs as they come over the page's own socket, for the page that this one is measured against. */
function collectPictures(page: Page): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload === 'string' || pictures.length >= FPS * 5) return;
        // The header of a picture has 16 bytes.
        if (pictures.push(payload.subarray(16)) === FPS * 5) resolve(pictures);
      }),
    );
  });
}

/** Main-thread time a picture while nobody touches anything. */
async function mainThread(
  page: Page,
  fps: () => Promise<number>,
): Promise<{ perFrame: number; fps: number }> {
  const client = await page.context().newCDPSession(page);
  // Time of the thread itself: by the wall it would count what else runs on this machine.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.waitForTimeout(2000);
  const before = await busySeconds(client);
  await page.waitForTimeout(WATCH_MS);
  const busy = (await busySeconds(client)) - before;
  const drawn = await fps();
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { perFrame: (busy * 1000) / ((drawn * WATCH_MS) / 1000), fps: drawn };
}

async function busySeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

async function drawnFps(page: Page): Promise<number> {
  const label = await page.getByRole('button', { name: /^Connection: / }).getAttribute('aria-label');
  return Number(label?.match(/(\d+) fps/)?.[1]);
}

/**
 * The picture moves by itself, so a change is what goes beyond all that moved in the second before: half as much
 * again, in the mean over a small copy of it.
 */
async function changeDelay(page: Page, words: string): Promise<number> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(words);
  // The change to the last prompt has to be over.
  await page.waitForTimeout(3500);
  const delay = await page.evaluate(async () => {
    const source = document.querySelector('canvas') as HTMLCanvasElement;
    const copy = document.createElement('canvas');
    copy.width = 96;
    copy.height = 54;
    const pen = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    const look = () => {
      pen.drawImage(source, 0, 0, copy.width, copy.height);
      return pen.getImageData(0, 0, copy.width, copy.height).data;
    };
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const differ = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
      one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
    const first = look();
    let usual = 0;
    for (const until = performance.now() + 1000; performance.now() < until; await frame()) {
      usual = Math.max(usual, differ(look(), first));
    }
    const reference = look();
    const sentAt = performance.now();
    document.querySelector<HTMLFormElement>('form.prompt-bar')?.requestSubmit();
    while (performance.now() - sentAt < 5000) {
      await frame();
      if (differ(look(), reference) > usual * 1.5 + 0.3) return performance.now() - sentAt;
    }
    return Number.NaN;
  });
  return delay;
}

/** ms from a key or a click until its answer is on the screen, and until the page has done its part of that */
interface Waits {
  inp: number;
  own: number;
}

/** The longest that anybody waited, on the slow processor. */
async function worstInteraction(page: Page, use: (page: Page) => Promise<void>): Promise<Waits> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => {
    const worst = { inp: 0, own: 0 };
    Object.assign(window, { worst });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        worst.inp = Math.max(worst.inp, entry.duration);
        worst.own = Math.max(worst.own, entry.processingEnd - entry.startTime);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let round = 0; round < ROUNDS; round++) await use(page);
  await page.waitForTimeout(500);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return page.evaluate(() => (window as unknown as { worst: Waits }).worst);
}

async function useLivePage(page: Page): Promise<void> {
  await typeAndSend(page);
  await page.getByRole('button', { name: 'Stream settings' }).click();
  await page.getByRole('switch', { name: 'Show User Text' }).click();
  await page.getByRole('switch', { name: 'Show User Text' }).click();
  await page.getByRole('button', { name: 'Close settings' }).click();
}

async function typeAndSend(page: Page): Promise<void> {
  const line = page.getByRole('textbox', { name: 'Prompt' });
  await line.pressSequentially('fog over the hills', { delay: 40 });
  await line.press('Enter');
}

/** ms until pictures are drawn again, in a page whose line can be cut. */
async function rejoin(page: Page): Promise<{ reload: number[]; line: number[] }> {
  const line = await startLink(server.url);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  const live = other.locator('.live-mark', { hasText: /^Live$/ });
  const reload: number[] = [];
  const mended: number[] = [];
  await other.goto(`${line.url}/stream`);
  await live.waitFor();
  for (let round = 0; round < ROUNDS; round++) {
    const reloadedAt = performance.now();
    await other.reload({ waitUntil: 'commit' });
    await live.waitFor();
    reload.push(performance.now() - reloadedAt);
    line.cut();
    await other.getByText('Reconnecting', { exact: true }).waitFor();
    const mendedAt = performance.now();
    line.mend();
    await live.waitFor();
    mended.push(performance.now() - mendedAt);
  }
  await context.close();
  await line.close();
  return { reload, line: mended };
}

async function activeDream(page: Page): Promise<string> {
  const { activeSession } = await (await page.request.get(`${server.url}/api/sessions`)).json();
  return activeSession?.session_id ?? '';
}

/** The same pictures at the same rate in a page that holds one `<img>` and a line to type into. */
async function plainPage(pictures: Buffer[]): Promise<{ perFrame: number; input: Waits }> {
  const peer = createServer((request, response) => {
    if (request.url !== '/pictures') {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><img src="/pictures" width="1280" height="720"><input aria-label="Prompt">');
      return;
    }
    response.writeHead(200, { 'Content-Type': 'multipart/x-mixed-replace; boundary=frame' });
    let next = 0;
    const timer = setInterval(() => {
      const picture = pictures[next++ % pictures.length] as Buffer;
      response.write(`--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`);
      response.write(picture);
      response.write('\r\n');
    }, 1000 / FPS);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(peer.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
  const { perFrame } = await mainThread(page, async () => FPS);
  const input = await worstInteraction(page, typeAndSend);
  await page.close();
  peer.closeAllConnections();
  peer.close();
  return { perFrame, input };
}

function reported({ inp, own }: Waits): string {
  return `${inp.toFixed(0)} ms, ${own.toFixed(0)} of them the page's`;
}

function percentile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);
}
