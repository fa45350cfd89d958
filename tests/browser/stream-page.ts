import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import { openPeople } from '../people.ts';
import type { RunningServer } from '../server.ts';
import { hydrated } from './hydrated.ts';

/** The live page as users work with it. */
export interface StreamPage {
  page: Page;
  prompt: Locator;
  settings: Locator;
  /** the entry with this text in the list of prompts */
  receipt(words: string): Locator;
  open(address?: string): Promise<void>;
  /** opens it and waits until prompts are sent at once */
  openReady(address?: string): Promise<void>;
  say(words: string): Promise<void>;
  openSettings(): Promise<void>;
  /** id of the dream, once known */
  sessionId(): string;
  /** the transcript stored on the server */
  transcript(): Promise<{ id: string; text: string; isUser: boolean; timestamp: string }[]>;
}

let admin: { server: RunningServer; cookie: Awaited<ReturnType<typeof newAdmin>> } | null = null;

/** An admin's cookie: admins have no dream limit, so one serves all tests of a server. */
async function newAdmin(server: RunningServer) {
  const people = await openPeople(server.dataDir);
  try {
    return await people.cookie(await people.create('admin'), server.url);
  } finally {
    await people.close();
  }
}

/**
 * Ends a dream and erases it at once: making a video that no test looks at takes a second of CPU. A dream without a frame
 * can't be erased, and needs no video.
 */
export async function dropDream(
  request: APIRequestContext,
  { url }: RunningServer,
  sessionId: string,
): Promise<void> {
  const headers = { origin: url };
  const data = { session_ids: [sessionId] };
  await request.post(`${url}/api/stream/end`, { headers, data: { sessionId } });
  await request.patch(`${url}/api/sessions/hide`, { headers, data });
  await request.delete(`${url}/api/trash`, { headers, data });
}

/** A signed-in page without a leftover dream from another test. */
export async function newStreamPage(page: Page, server: RunningServer): Promise<StreamPage> {
  if (admin?.server !== server) admin = { server, cookie: await newAdmin(server) };
  const context = page.context();
  await context.addCookies([admin.cookie]);
  const { activeSession } = await (await context.request.get(`${server.url}/api/sessions`)).json();
  if (activeSession) await dropDream(context.request, server, activeSession.session_id);
  let session = '';
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/api/stream/connect')) return;
    session = (await answer.json().catch(() => ({}))).sessionId ?? session;
  });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const open = async (address = server.url) => {
    await page.goto(`${address}/stream`);
    await hydrated(page, 'stream');
  };
  return {
    page,
    prompt,
    settings: page.getByRole('complementary', { name: 'Settings' }),
    receipt: (words) => page.getByRole('listitem').filter({ hasText: words }),
    open,
    async openReady(address) {
      await open(address);
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    },
    async say(words) {
      await prompt.fill(words);
      await prompt.press('Enter');
    },
    sessionId: () => session,
    openSettings: () => page.getByRole('button', { name: 'Stream settings' }).click(),
    async transcript() {
      const answer = await context.request.get(`${server.url}/api/conversation?session_id=${session}`);
      return answer.ok() ? (await answer.json()).messages : [];
    },
  };
}
