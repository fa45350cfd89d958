/**
 * `bun run test:long`: runs the fault and load tests that take too long for the suite, together with the other tests in
 * their files. Settings come from the environment (see README) or else from below. Takes hours.
 */
import { spawn, spawnSync } from 'node:child_process';
import { findBrowser } from './browser/find-browser.ts';
import { bringGoProgram, type GoProgram, goPath } from './go-programs.ts';

const SIZES = {
  ADMISSION_ROUNDS: '200',
  CRASH_ROUNDS: '20',
  DISK_DREAMS: '24',
  DISK_SECONDS: '60',
  AWAY_SECONDS: '112',
  FREEZE_ROUNDS: '20',
  RESTART_ROUNDS: '20',
  RESTART_INTERVAL_MS: '5000',
  NODE_ROUNDS: '20',
  CAMPAIGN_ROUNDS: '3',
  BUSY_SECONDS: '60',
  ATTACK_SECONDS: '10',
  S3_ROUNDS: '10',
  S3_AWAY_SECONDS: '60',
  MOVE_DREAMS: '500',
  MOVE_KILLS: '4',
  BACKUP_DREAMS: '300',
  RUNPOD_HISTORIES: '500',
  STRIPE_HISTORIES: '1000',
};
/** Files that leave something out of the suite, or use one of the sizes above. */
const FILES = [
  '.db.test',
  'tests/browsers/',
  'tests/faults/',
  'tests/nodes/',
  'tests/wire/diffusion',
  'tests/runtimes',
  'tests/wire/streaming-engines',
  'tests/wire/picture-engines',
  'modules/kit/s3/unkind',
  'modules/worker/engines/scope/',
  'runpod/histories',
  'tests/painter/receipts',
];

// Runs only the given files, if any: `bun run test:long tests/faults/crash`.
const named = process.argv.slice(2);
const env = { ...SIZES, ...process.env, LONG_RUNS: '1', PATH: goPath() };
const STRIPE_MOCK_PORT = 21911;

/** Uses Go servers where Go is available; otherwise prints the reason. */
function isHere(name: GoProgram): boolean {
  const why = bringGoProgram(name);
  if (why) console.log(`skipped: nothing was tried on ${name}: ${why}`);
  return why === null;
}

// Stripe's own validators check each request to its stand-in.
const judges = named.length === 0 || named.some((file) => /stripe|billing/.test(file));
const mock =
  judges && isHere('stripe-mock')
    ? spawn('stripe-mock', ['-http-addr', `127.0.0.1:${STRIPE_MOCK_PORT}`], { env, stdio: 'ignore' })
    : null;
const { status } = spawnSync(
  process.execPath,
  [
    ...['x', '--bun', 'vitest', 'run', '--config', 'tests/vitest.config.ts', '--maxWorkers=1'],
    ...(named.length > 0 ? named : FILES),
  ],
  {
    stdio: 'inherit',
    env: { ...env, ...(mock && { STRIPE_MOCK_URL: `http://127.0.0.1:${STRIPE_MOCK_PORT}` }) },
  },
);
mock?.kill();

const onMinio =
  named.length === 0 && isHere('minio')
    ? spawnSync(process.execPath, ['tests/s3-peer/trial.ts', 'minio'], { stdio: 'inherit', env }).status
    : 0;
const inBrowser =
  named.length === 0
    ? spawnSync(
        process.execPath,
        ['x', '--bun', 'playwright', 'test', '--config', 'tests/playwright.config.ts', '--workers=1'],
        { stdio: 'inherit', env: { ...env, BROWSER_PATH: await findBrowser(console.log) } },
      ).status
    : 0;
process.exit(status || onMinio || inBrowser || (status === null ? 1 : 0));
