import { type DatabaseLink, openPostgresLink } from '../faults/database-link.ts';
import { freePort, startPostgres } from '../postgres.ts';
import { type S3Ground, startS3Ground } from '../s3-peer/ground.ts';
import { MARKED, type RunningServer, startServer } from '../server.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';
import { findProxy, type ReverseProxy, startProxy } from './proxy.ts';

export interface NodeGroundOptions {
  env?: Record<string, string>;
  /** puts a real reverse proxy in front of the nodes, if one is installed */
  behindProxy?: boolean;
}

/** Several real servers on one real Postgres and one bucket. */
export interface NodeGround {
  postgres: Awaited<ReturnType<typeof startPostgres>>;
  s3: S3Ground;
  servers: RunningServer[];
  /** each server's connection to the database, and the shared one to the bucket */
  databaseLinks: DatabaseLink[];
  storageLink: DatabaseLink;
  /** URLs that people call: the proxy's, or each server's */
  origins: string[];
  /** the reverse proxy in use, if any */
  proxy: string | null;
  /** the admin, once per initial server */
  admins: Person[];
  /** Starts another server, or by index restarts an existing one in its own folder. */
  start(index?: number): Promise<RunningServer>;
  dispose(): Promise<void>;
}

export async function openNodeGround(
  count: number,
  { env = {}, behindProxy = false }: NodeGroundOptions = {},
): Promise<NodeGround> {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3Ground()]);
  const storageLink = await openPostgresLink(`http://127.0.0.1:${s3.port}`);
  const bucket = Object.fromEntries(
    Object.entries(s3.settings(`nodes-${Date.now()}`)).map(([name, value]) => [
      name,
      value.replace(`:${s3.port}`, `:${new URL(storageLink.url).port}`),
    ]),
  );
  const databaseLinks: DatabaseLink[] = [];
  const servers: RunningServer[] = [];
  const ports: number[] = [];
  const proxyName = behindProxy ? findProxy() : null;
  const proxyPort = proxyName ? await freePort() : null;

  async function start(index = servers.length): Promise<RunningServer> {
    ports[index] ??= await freePort();
    const port = ports[index];
    databaseLinks[index] ??= await openPostgresLink(postgres.url);
    const known = servers[index]?.dataDir;
    const server = await startServer({
      port,
      ...(known && { dataDir: known }),
      env: {
        ...MARKED,
        WORKERS: 'fleet',
        WORKER_TOKEN,
        LOG_LEVEL: 'info',
        DATABASE_URL: databaseLinks[index].url,
        // A single name for all servers, as behind a proxy.
        PUBLIC_URL: `http://127.0.0.1:${proxyPort ?? ports[0]}`,
        ...(proxyPort && { TRUST_PROXY: 'on' }),
        NODE_URL: `http://127.0.0.1:${port}`,
        ...bucket,
        ...env,
      },
    });
    // The server prints its public URL; tests call it directly.
    servers[index] = { ...server, url: `http://127.0.0.1:${port}` };
    return servers[index];
  }

  while (servers.length < count) await start();
  const urls = servers.map(({ url }) => url);
  const proxy: ReverseProxy | null =
    proxyName && proxyPort ? await startProxy(proxyName, proxyPort, urls) : null;
  // Every start prints a link for the public URL; only the last one is valid.
  const last = servers.at(-1) as RunningServer;
  const admin = await signInAsAdmin({ ...last, url: proxy?.url ?? urls[0] ?? '' });
  return {
    postgres,
    s3,
    databaseLinks,
    storageLink,
    servers,
    origins: proxy ? [proxy.url] : urls,
    proxy: proxyName,
    admins: servers.map((server) => createPerson(server, admin.cookie)),
    start,
    async dispose() {
      await proxy?.stop();
      await Promise.all(servers.map((server) => server.dispose()));
      await Promise.all([...databaseLinks, storageLink].map((link) => link.close()));
      await Promise.all([postgres.stop(), s3.stop()]);
    },
  };
}
