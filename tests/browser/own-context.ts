import { test } from 'playwright/test';

/**
 * A test in a context of its own, closed after it: a clock that stands as a test ends leaves a script behind in one that
 * is used again. Others share theirs, which saves them its making and a renderer.
 */
export const testWithClock = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});
