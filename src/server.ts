import { cpus } from 'node:os';
import { makeAdminLink } from '../modules/auth/email-link.ts';
import { startEmbeddedWorkers } from '../modules/stream/dispatch/embedded.ts';
import { systemClock } from './clock.ts';
import { compose } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { createFront } from './front.ts';
import { createLog } from './log.ts';
import { keepFilesPrivate } from './private-files.ts';

/** Serves the program, and ends it so that nothing is lost. */
async function serve() {
  const config = readConfig();
  const log = createLog(config.LOG_LEVEL);
  const open = keepFilesPrivate(config.DATA_DIR);
  if (open.length > 0) log.warn('others may be able to read these files', { paths: open });
  const { app, auth, db, relay, runner, mailer, workerToken } = await compose(config, log, systemClock);

  const { listen } = await (process.versions.bun ? import('./runtime.bun.ts') : import('./runtime.node.ts'));
  const listener = await listen({
    port: config.PORT,
    host: config.HOST,
    ...createFront({ config, app, upgrade: relay.upgrade }),
  });
  const address = config.publicUrlIsSet ? config.PUBLIC_URL : `http://localhost:${listener.port}`;
  const link = (await auth.store.hasAdmin())
    ? null
    : await makeAdminLink(auth, auth.adminEmails[0] ?? 'admin@localhost', address);
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
    await db.close();
    process.exit(0);
  }
  process.on('SIGINT', () => void stop('Stopped'));
  process.on('SIGTERM', () => void stop('Stopped'));
}

try {
  await serve();
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else if ((error as { code?: string }).code === 'EADDRINUSE') {
    console.error('The port is in use already. Stop the other program, or set PORT to another one.');
  } else console.error(error);
  process.exit(1);
}
