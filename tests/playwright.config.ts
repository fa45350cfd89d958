import { defineConfig } from 'playwright/test';
import { TEST_BROWSER_ARGS } from './browser/browser-args.ts';
import { makeRunFolder } from './memory-folder.ts';

// For all child processes; workers load this file again and inherit the first process's folder.
if (!process.env.TEST_WORKER_INDEX) process.env.TMPDIR = makeRunFolder();

const LONG = /@long/;
const LIVE = /\/(voice|stream-states|stream-times|live-stream|draw)\.test\.ts$/;

/** Browser tests run against real servers, one per file, with a real worker process. */
export default defineConfig({
  testDir: './browser',
  outputDir: './.results/browser',
  // Files share nothing, since each has its own server, and some wait for time to pass: three at a time took 222 s,
  // four 193.
  workers: 4,
  fullyParallel: false,
  // Tests that wait for dreams and speech take longest, so they start first: two at a time, next to others that compute.
  projects: [
    { name: 'live', testMatch: LIVE, workers: 2 },
    { name: 'pages', testIgnore: LIVE },
  ],
  // Only long runs include tests with this tag.
  ...(process.env.LONG_RUNS === '1' ? { grep: LONG } : { grepInvert: LONG }),
  timeout: 120_000,
  // A test that passes only the second time is faulty.
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    // Software rendering repaints an endless animation sixty times a second. Files that test motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would take a third of the CPU.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.BROWSER_PATH ? { executablePath: process.env.BROWSER_PATH } : {}),
      // Without a GPU, the GPU process only renders in software and copies every image back and forth, so run it inside
      // the browser process. It must not look for a software GPU there, since that changes the environment while other
      // threads run, and occasionally crashed the browser at startup.
      args: [...TEST_BROWSER_ARGS, '--disable-gpu', '--in-process-gpu', '--disable-software-rasterizer'],
    },
  },
});
