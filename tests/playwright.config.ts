import { defineConfig } from 'playwright/test';
import { BROWSER_ARGS } from './browser/browser-args.ts';
import { makeRunFolder } from './memory-folder.ts';

// For everything that runs from here; workers read this file again and have it from the first reader.
if (!process.env.TEST_WORKER_INDEX) process.env.TMPDIR = makeRunFolder();

const LIVE = /\/(voice|stream-states|live-stream)\.test\.ts$/;

/** Browser tests run against the real server, one of its own for each file, with a real worker process. */
export default defineConfig({
  testDir: './browser',
  outputDir: './.results/browser',
  // Files share nothing: each has a server of its own. Some wait for times: three at once took 222 s, and four 193.
  workers: 4,
  fullyParallel: false,
  // Tests that wait for dreams and for spoken words take longest: they begin first, so that nothing trails.
  projects: [
    { name: 'live', testMatch: LIVE },
    { name: 'pages', testIgnore: LIVE },
  ],
  timeout: 120_000,
  // A test that passes only the second time is a fault.
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    // An animation without an end is painted sixty times a second in software. Files where motion matters turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would take a third of the processor.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
      // Without a GPU its process only draws once more in software, and copies every picture there and back. In the
      // browser's own it must not look for a GPU made of software, which changes the environment under the browser's
      // other threads: now and then it fell at its start.
      args: [...BROWSER_ARGS, '--disable-gpu', '--in-process-gpu', '--disable-software-rasterizer'],
    },
  },
});
