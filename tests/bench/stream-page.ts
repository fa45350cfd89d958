/**
 * The live page compared with the simplest alternative, an `<img>` with the same frames as multipart MJPEG: main-thread
 * time per frame on a CPU four times slower, input latency meanwhile, time from Send to the first changed pixel, and
 * time until frames are back after a reload and after a lost connection.
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

/**
 * Makes the page request JPEGs, as it does when it remembers a failed video decoder, and collects the frames of one
 * dream.
 */
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

/** Collects JPEGs from the page's own socket for the comparison page. */
function collectPictures(page: Page): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload === 'string' || pictures.length >= FPS * 5) return;
        // A frame's header has 16 bytes.
        if (pictures.push(payload.subarray(16)) === FPS * 5) resolve(pictures);
      }),
    );
  });
}

/** Main-thread time per frame without any input. */
async function mainThread(
  page: Page,
  fps: () => Promise<number>,
): Promise<{ perFrame: number; fps: number }> {
  const client = await page.context().newCDPSession(page);
  // The thread's own time; wall-clock time would include other load.
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
 * The scene moves by itself, so a prompt counts as shown once the change exceeds all motion in the second before by
 * half, on average over a small copy.
 */
async function changeDelay(page: Page, words: string): Promise<number> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(words);
  // The transition to the last prompt must be over.
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

/** ms from a key press or click until the response is on screen, and until the page itself has done its part */
interface Waits {
  inp: number;
  own: number;
}

/** The longest interaction on the slow CPU. */
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

/** ms until frames are drawn again, on a page whose connection can be cut. */
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

/** The same frames at the same rate on a page with one `<img>` and a text field. */
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
