import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
import { openPeople, type Plan } from '../people.ts';
import { SELLING } from '../selling.ts';
import { startServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { startScriptedRelay } from './scripted-relay.ts';

/** A server whose live pages connect to a scripted relay. */
export async function openScriptedStage() {
  const relay = await startScriptedRelay();
  const server = await startServer({
    env: {
      WORKERS: 'fleet',
      WORKER_TOKEN,
      NODE_URL: relay.url,
      LLM_BASE_URL: relay.url,
      ASR_BASE_URL: relay.url,
      // The limit overlay links to plans if there are any.
      ...SELLING,
    },
  });
  const people = await openPeople(server.dataDir);

  /** Signs the page's browser in as a new user. */
  async function signIn(page: Page, plan: Plan = 'premium'): Promise<void> {
    await page.context().addCookies([await people.cookie(await people.create(plan), server.url)]);
  }

  return {
    relay,
    server,
    people,
    async newPage(
      browser: Browser,
      options: BrowserContextOptions = {},
      plan: Plan = 'premium',
    ): Promise<Page> {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await signIn(page, plan);
      return page;
    },
    signIn,
    /** Opens the live page with a socket to the scripted relay. */
    async openLive(page: Page) {
      await relay.answer(page);
      const viewer = relay.viewer();
      await page.goto(`${server.url}/stream`);
      return viewer;
    },
    async close(): Promise<void> {
      await people.close();
      await server.dispose();
      await relay.close();
    },
  };
}

export type ScriptedStage = Awaited<ReturnType<typeof openScriptedStage>>;
