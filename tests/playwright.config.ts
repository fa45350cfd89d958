import { defineConfig } from 'playwright/test';

const LIVE = /\/(voice|stream-states|live-stream)\.test\.ts$/;

/** Browser tests run against the real server, one of its own for each file, with a real worker process. */
export default defineConfig({
  testDir: './browser',
  outputDir: './.results/browser',
  // Files share nothing: each has a server of its own.
  workers: 2,
  fullyParallel: false,
  // What waits for dreams and for spoken words takes longest: it begins first, so that nothing trails.
  projects: [
    { name: 'live', testMatch: LIVE },
    { name: 'pages', testIgnore: LIVE },
  ],
  timeout: 120_000,
  // A browser on a busy machine stumbles at times; what passes only the second time is named as flaky.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    // A context of its own for each test costs a third of a second of processor, and a cold browser besides.
    reuseContext: true,
    // Recording every test would take a third of the processor.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
