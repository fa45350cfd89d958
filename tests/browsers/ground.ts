import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startLink } from '../link.ts';
import { readOutbox } from '../outbox.ts';
import { openPeople } from '../people.ts';
import { MARKED, startServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import type { FoundBrowser } from './find-browsers.ts';
import { connectPatternWorker } from './pattern-worker.ts';
import { type Browser, openBrowser } from './web-driver.ts';

const SHOTS = join(import.meta.dirname, '../.results/browsers');

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** A real server behind a link that can be cut, and a worker with known images. */
export async function openGround(env: Record<string, string> = {}) {
  const server = await startServer({
    env: {
      WORKERS: 'fleet',
      WORKER_TOKEN,
      ADMIN_EMAILS: 'firefox.walk@example.com,webkit.walk@example.com',
      ...env,
    },
  });
  const link = await startLink(server.url);
  const worker = await connectPatternWorker(server);
  return {
    server,
    link,
    worker,
    url: link.url,
    async mailedLink(email: string): Promise<string> {
      const address = await until(
        'the mail',
        async () =>
          (await readOutbox(server.dataDir))
            .find((mail) => mail.includes(email))
            ?.match(/https?:\/\/\S+\/auth\/link\?token=[\w-]+/)?.[0],
      );
      const { pathname, search } = new URL(address);
      return link.url + pathname + search;
    },
    async close(): Promise<void> {
      await worker.close();
      await link.close();
      await server.dispose();
    },
  };
}

/** A server with the painter, and an admin's cookie. */
export async function openPainter() {
  const server = await startServer();
  const people = await openPeople(server.dataDir);
  const cookie = await people.cookie(await people.create('admin'), server.url);
  await people.close();
  return { url: server.url, cookie, close: server.dispose };
}

export const MARKS = MARKED;

const WAITS_MS = 30_000;

/** Polls until true. @throws Error after a timeout, default 30 s */
export const waitFor: typeof until = (what, ask, waitsMs = WAITS_MS) => until(what, ask, waitsMs);

/**
 * A person in a browser, with helpers that tests use often. Each test's has an address of its own, because the outbox
 * keeps the links of others. Those on a walk are admins.
 */
export async function openPerson(found: FoundBrowser, ground: Pick<Ground, 'url'>, role: 'walk' | 'visit') {
  if (!found.start) throw new Error(`${found.name} is not installed`);
  const browser = await openBrowser(await found.start());
  const name = found.name.toLowerCase();
  return {
    ...browser,
    name,
    email: `${name}.${role}@example.com`,
    visit: (path: string) => browser.open(ground.url + path),
    hydrated: (island: string) =>
      waitFor(`the island ${island}`, () =>
        browser.run(
          (wanted) =>
            document.querySelector(`[data-island=${wanted}]`)?.getAttribute('data-status') === 'hydrated',
          island,
        ),
      ),
    says: (words: string) => saysOn(browser, words),
    async press(words: string, within = 'body'): Promise<void> {
      await waitFor(`the button “${words}”`, () => markButton(browser, words, within));
      await browser.click('[data-pressed-by-test]');
    },
    /** Saves a screenshot next to the results. */
    async keep(what: string): Promise<void> {
      await mkdir(SHOTS, { recursive: true });
      await writeFile(join(SHOTS, `${name}-${what}.png`), await browser.screenshot());
    },
  };
}

export type Person = Awaited<ReturnType<typeof openPerson>>;

/** Waits for a text on the page. @throws Error with the page's text instead */
async function saysOn(browser: Browser, words: string): Promise<void> {
  // A page that is just being opened has no body yet.
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not said
  const text = () => browser.run(() => document.body?.innerText ?? '');
  await waitFor(`“${words}”`, async () => (await text()).includes(words)).catch(async (cause) => {
    throw new Error(`waited for “${words}” in vain; the page says:\n${await text()}`, { cause });
  });
}

/** Marks a button or link, found by its text or label, so that a selector can find it. */
function markButton(browser: Browser, words: string, within: string): Promise<boolean> {
  return browser.run(
    (wanted, place) => {
      const all = [...document.querySelectorAll<HTMLElement>(`:is(${place}) :is(button, a)`)];
      document.querySelector('[data-pressed-by-test]')?.removeAttribute('data-pressed-by-test');
      const found = all.find(
        (one) =>
          one.checkVisibility() &&
          (one.textContent.trim() === wanted || one.getAttribute('aria-label') === wanted),
      );
      found?.setAttribute('data-pressed-by-test', '');
      return found !== undefined;
    },
    words,
    within,
  );
}
