import { cpus } from 'node:os';
import { makeAdminLink } from '../modules/auth/email-link.ts';
import { startEmbeddedWorkers } from '../modules/stream/dispatch/embedded.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { takeDataDir } from './data-dir.ts';
import { createDoor } from './door.tsx';
import { createFront } from './front.ts';
import { systemClock } from './kit/clock.ts';
import { createLog } from './kit/log.ts';
import { keepFilesPrivate } from './private-files.ts';
import { explained, runCommand } from './start-fault.ts';
import { addressFault, databaseFault } from './start-words.ts';
import { loadAssets } from './web/load-assets.ts';

/** Serves the program, and ends it so that nothing is lost. */
async function serve() {
  const config = readConfig();
  const log = createLog(config.LOG_LEVEL);
  // Another server may be at work in this folder or on this port: nothing is read or changed before both are ours.
  const dataDir = takeDataDir(config.DATA_DIR);
  const open = keepFilesPrivate(config.DATA_DIR);
  if (open.length > 0) log.warn('others may be able to read these files', { paths: open });
  const assets = loadAssets();
  const door = createDoor({ config, log, assets });
  const { listen } = await (process.versions.bun ? import('./runtime.bun.ts') : import('./runtime.node.ts'));
  const listener = await explained(
    () => {
      const front = createFront({ config, app: door, upgrade: door.upgrade });
      return listen({ port: config.PORT, host: config.HOST, ...front });
    },
    (error) => addressFault(config, error),
  );
  const address = config.publicUrlIsSet ? config.PUBLIC_URL : `http://localhost:${listener.port}`;
  dataDir.tell(address);

  const { app, auth, db, relay, runner, mailer, security, workerToken } = await explained(
    () => compose(config, log, systemClock, assets),
    (error) => databaseFault(config, error),
  );
  const link = (await auth.store.hasAdmin())
    ? null
    : await makeAdminLink(auth, auth.adminEmails[0] ?? 'admin@localhost', address);
  door.open(app, relay.upgrade);
  console.log(
    `${config.APP_NAME} is ready: ${address}${link ? `\nSign in as the first admin (once): ${link}` : ''}`,
  );

  runner.start();
  const embedded =
    config.workers.kind === 'embedded'
      ? startEmbeddedWorkers({
          slots: config.workers.slots ?? Math.max(1, Math.floor(cpus().length / 2)),
          relayUrl: `ws://127.0.0.1:${listener.port}`,
          workerToken,
          logLevel: config.LOG_LEVEL,
          log,
        })
      : null;

  let stopping = false;
  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    console.log(`\n${signal}: closing live dreams and keeping their recordings…`);
    await relay.shutDown();
    await embedded?.stop();
    await Promise.all([runner.stop(), listener.stop()]);
    mailer.close();
    await security.close();
    await db.close();
    dataDir.release();
    process.exit(0);
  }
  process.on('SIGINT', () => void stop('Stopped'));
  process.on('SIGTERM', () => void stop('Stopped'));
}

await runCommand(serve);
