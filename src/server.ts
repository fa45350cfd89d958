import { m } from '../modules/kit/texts/m.ts';
import './start/require-node.ts';

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../db/open.ts';
import { onStopSignals } from '../modules/kit/children/stop-signals.ts';
import { systemClock } from '../modules/kit/clock.ts';
import { createLog } from '../modules/kit/log.ts';
import { formatList } from '../modules/kit/texts/formats.ts';
import { shownText } from '../modules/kit/texts/shown-text.ts';
import { loadAssets, NotBuiltError } from '../modules/web/load-assets.ts';
import { assertNoUnfinishedRestore } from './backup/restore-marker.ts';
import { advanceRestore, restoreProved, takeBackRestore } from './backup/restore-upload.ts';
import { finishMoves, readSwitch } from './backup/switch.ts';
import type { Config } from './config.ts';
import { createFront } from './front.ts';
import { openStorage } from './open-storage.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { backToProved, settingsProved } from './settings/prove-settings.ts';
import { type DataDirLock, takeDataDir } from './start/data-dir.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { canStartAgain, createRestart, startAgain } from './start/restart.ts';
import { explained, runCommand, StartFault, wordsOf } from './start/start-fault.ts';
import { addressFault, databaseFault } from './start/start-words.ts';
import { createStartupGate } from './startup-gate.tsx';

/** Upper bound for a graceful restart's wait; every dream ends long before that by its own limit. */
const RESTART_WAITS_MS = 24 * 3600_000;

const own = findOwnConfig();

/** Set once the lock is ours. */
let dataDir: DataDirLock | null = null;

/** @throws StartFault if another server holds it */
const ownFolder = (): DataDirLock => (dataDir ??= takeDataDir(own.dataDir));

/** Starts the program and shuts it down without losing anything. */
async function serve() {
  // Before the settings are read: they are among the files that move.
  if (readSwitch(own.dataDir)) {
    ownFolder();
    if (finishMoves(own.dataDir)) return restart();
  }
  const config = own.read();
  const log = createLog(config.LOG_LEVEL);
  if (own.ignored.length > 0)
    log.warn('settings.json holds entries that the set-up page can’t set: ignored', {
      ignoredSettings: own.ignored,
    });
  // Another server may be using this folder or port: nothing is read or changed until both are ours.
  const folder = ownFolder();
  if (await advanceRestore(config, own.environment)) return restart();
  assertNoUnfinishedRestore(config.DATA_DIR);
  const open = keepFilesPrivate(config.DATA_DIR);
  if (open.length > 0) log.warn('others may be able to read these files', { paths: open });
  if (config.workers.kind === 'embedded') await assertCanDraw(config);
  const assets = await explained(
    () => loadAssets(),
    (error) => (error instanceof NotBuiltError ? new StartFault(error.message) : error),
  );
  const gate = createStartupGate({ config, log, assets });
  const { listen } = await (process.versions.bun ? import('./runtime.bun.ts') : import('./runtime.node.ts'));
  const listener = await explained(
    () => {
      const front = createFront({ config, log, app: gate, upgrade: gate.upgrade });
      const full = (isFull: boolean) =>
        isFull
          ? log.error('no file descriptors are left: new connections wait until some have ended')
          : log.info('new connections are accepted again');
      return listen({ port: config.PORT, host: config.HOST, full, ...front });
    },
    (error) => addressFault(config, error),
  );
  const inside = `http://${insideHost(config.HOST)}:${listener.port}`;
  const address = config.publicUrlIsSet ? config.PUBLIC_URL : inside.replace('//127.0.0.1:', '//localhost:');
  folder.publish({ address, inside }, openStorage(config).place);

  const inWords = (error: unknown) => databaseFault(config, error);
  const db = await explained(() => openDatabase(config), inWords);
  // Most of the program loads after the port is open: requests are answered meanwhile, and a start that fails early
  // fails fast.
  const { compose } = await import('./compose.ts');
  const { createLedger } = await import('./backup/ledger.ts');
  const ledger = createLedger({ config, db, clock: systemClock, log });
  // Before any module acts on restored data.
  const said = await explained(() => ledger.applyDue(), inWords);
  for (const sentence of said) console.log(shownText(sentence));
  const { adminLink } = await import('../modules/auth/auth.ts');
  const leaving = createRestart({
    liveDreams: () => program.stream.figures().rooms,
    drain: () => program.stream.drain(RESTART_WAITS_MS),
    stop: () => stopAll(),
    startAgain: () => startAgain(own.environment),
  });
  const program = await explained(
    () =>
      compose({
        config,
        log,
        clock: systemClock,
        db,
        ledger,
        assets,
        setupProcess: { environment: own.environment, restart: canStartAgain() ? leaving : null },
      }),
    inWords,
  );
  const isNew = !(await program.auth.hasAdmin());
  const link = isNew ? await adminLink(program.kit, address, '/admin?view=setup') : null;
  await program.stream.join();
  gate.open(program.app, program.stream.upgrade);
  program.jobs.start();
  ledger.start();
  const workers = program.stream.startWorkers(inside, join(import.meta.dirname, 'worker.ts'));

  let stopping = false;
  let hurry = () => {};
  async function stop(signal: string): Promise<void> {
    hurry();
    if (stopping) return;
    stopping = true;
    if (signal === 'SIGTERM' && program.nodes.kind === 'fleet') {
      console.log(m.start_stopping_node());
      const hurried = new Promise<void>((resolve) => {
        hurry = resolve;
      });
      await program.nodes.drain();
      await Promise.race([hurried, program.stream.drain(config.DRAIN_SECONDS * 1000)]);
    }
    await stopAll();
    process.exit(0);
  }
  async function stopAll(): Promise<void> {
    console.log(`\n${m.start_stopped()}`);
    await program.stop(async () => {
      await workers?.stop();
      await listener.stop();
      await ledger.stop();
    });
    folder.release();
  }
  onStopSignals((signal) => void stop(signal));

  settingsProved(config.DATA_DIR);
  restoreProved(config.DATA_DIR, said);
  // Last, because a reader of this line may stop the program right away.
  const ready = m.start_ready({ name: config.APP_NAME, address });
  console.log(link ? `${ready}\n${m.start_first_admin({ link })}` : ready);
}

/** @throws StartFault if the configured generator can't draw on this machine */
async function assertCanDraw(config: Config): Promise<void> {
  const { generatorFault } = await import('../modules/worker/worker.ts');
  const fault = await generatorFault(config);
  if (fault) throw new StartFault(fault);
}

/** Host under which programs on this machine reach a server that listens on `address`. */
function insideHost(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}

function restart(): void {
  dataDir?.release();
  startAgain(own.environment);
}

/**
 * Settings or a restore that keep the program from starting must not lock the operator out of the set-up page: reverts
 * to the previous settings first, then to the state before the restore.
 */
async function serveOrGoBack(): Promise<void> {
  try {
    await serve();
  } catch (fault) {
    if (!canStartAgain() || !own.hasFile || !isOurs()) throw fault;
    const words = wordsOf(fault);
    const names = backToProved(own.dataDir, words);
    if (names.length > 0)
      console.error(`${words}\n${m.start_without_settings({ names: formatList(names, 'unit') })}`);
    else if (takeBackRestore(own.dataDir, words)) console.error(`${words}\n${m.start_without_restore()}`);
    else throw fault;
    restart();
  }
}

/** False while another server uses the folder: what that server is proving isn't ours to revert. */
function isOurs(): boolean {
  try {
    return existsSync(own.dataDir) && ownFolder() !== null;
  } catch {
    return false;
  }
}

await runCommand(serveOrGoBack);
