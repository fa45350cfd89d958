import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dream } from '../../dreams/queries/live.ts';
import { RetryLater } from '../../jobs/contract/define-job.ts';
import { contentTypeOf } from '../../kit/http/content-type.ts';
import { createFileStorage } from '../../kit/storage/file-storage.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { quietLog } from '../../stream/testing/room-stage.ts';
import { compileTape } from '../compile/compile.ts';
import type { MadeFile, PromptPlace } from '../compile/compile-protocol.ts';
import { openC2pa, wholeBlob } from '../marks/credentials/open-c2pa.ts';
import { ownSigningFiles, type Signing } from '../marks/credentials/signing-key.ts';
import { openTape } from '../tape/tape.ts';
import { keepsNothing, unsignedMarks } from '../testing/some-marks.ts';
import { type SignDeps, signRecording } from './sign-recording.ts';

const STARTED_AT = 1_790_000_000_000;
const PLACES: PromptPlace[] = [{ seconds: 0.25, frame: 4 }];

let folder: string;
let storage: Storage;
let keys: Signing;
let signing: () => Promise<Signing | null>;
let bytes = 0;
const logged: MadeFile[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-sign-'));
  storage = createFileStorage(join(folder, 'media'));
  keys = { ...(await ownSigningFiles(folder, keepsNothing, STARTED_AT)), tsaUrl: null };
  const jpeg = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const tape = openTape(join(folder, 'tapes'), { sessionId: 'dream', startedAt: 0, fps: 16 });
  for (let id = 0; id < 16; id += 1) tape.append(newFrame({ id, at: 0 }, jpeg), STARTED_AT + id * 62.5);
  await tape.close();
  const outDir = join(folder, 'out');
  const made = await compileTape({ tapeDir: tape.dir, outDir, marks: unsignedMarks() });
  if (made.kind !== 'compiled') throw new Error('nothing was compiled');
  for (const name of await readdir(outDir))
    await storage.put(`dreams/dream/${name}`, { path: join(outDir, name) }, contentTypeOf(name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DREAM = {
  id: 'dream',
  serverStatus: 'READY',
  startedAt: STARTED_AT,
  requestedAt: STARTED_AT,
  videoKey: 'dreams/dream/video.mp4',
  previewKey: 'dreams/dream/preview.mp4',
  posterKey: 'dreams/dream/poster.jpg',
  thumbnailKey: 'dreams/dream/thumbnail.jpg',
  filmstripKey: 'dreams/dream/filmstrip.jpg',
} as Dream;

/** Signs the recording. @returns the error thrown, or null */
function sign(status: Dream['serverStatus'] = 'READY', waited = 0) {
  const deps: SignDeps = {
    repository: {
      find: async () => ({ ...DREAM, serverStatus: status }),
      listPrompts: async () => [{ text: 'a quiet sea', shownAt: STARTED_AT + 400, frameId: 1004 }],
      listControls: async () => [{ name: 'camera', value: 'video:camera', frameId: null }],
      async saveVideoBytes(_id, videoBytes) {
        bytes = videoBytes;
      },
    },
    storage,
    contentLog: { addFiles: async (_dream, files) => void logged.push(...files) },
    appName: 'Reverie',
    signing: () => signing(),
    tapesDir: join(folder, 'tapes'),
    clock: { now: () => STARTED_AT + waited },
    log: quietLog,
  };
  const job = { key: 'dream', createdAt: STARTED_AT };
  return signRecording(deps, job, PLACES, { signal: new AbortController().signal }).then(
    () => null,
    (error: Error) => error,
  );
}

const tags = async () =>
  Promise.all((await storage.list('dreams/')).map(async (key) => (await storage.stat(key))?.etag));

/** Kills the signing process as soon as it starts. */
async function killSigning(): Promise<void> {
  for (let killed = false; !killed; ) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const parent = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      if (!command.includes('sign-child') || !parent.includes(` ${process.pid} `)) continue;
      process.kill(Number(pid), 'SIGKILL');
      killed = true;
    }
  }
}

test('a recording is signed once signing works, and readers keep the file that they opened', async () => {
  const before = await tags();
  const old = await readFile(join(folder, 'media/dreams/dream/video.mp4'));
  // Temporary faults: the certificate is unavailable, the process is killed, the recording isn't stored yet.
  signing = async () => Promise.reject(new Error('the database is away'));
  const waits = [await sign(), await sign('READY', 3600_000), await sign('READY', 30 * 24 * 3600_000)];
  expect(waits.map((error) => (error as RetryLater).delayMs)).toEqual([5_000, 900_000, 3600_000]);
  signing = async () => keys;
  expect(await sign('PROCESSING')).toBeInstanceOf(RetryLater);
  if (process.platform === 'linux') {
    const [outcome] = await Promise.all([sign(), killSigning()]);
    expect(outcome).toBeInstanceOf(RetryLater);
  }
  expect(await tags()).toEqual(before);
  expect(await readdir(join(folder, 'tapes/.unsigned'))).toEqual([]);

  const reader = (await storage.open('dreams/dream/video.mp4'))?.stream.getReader();
  const first = await reader?.read();
  expect(await sign()).toBeNull();
  const rest: Uint8Array[] = [first?.value ?? new Uint8Array()];
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) rest.push(piece.value);
  expect(Buffer.concat(rest)).toEqual(old);

  const { WasmReader } = await openC2pa();
  for (const key of await storage.list('dreams/')) {
    const file = await readFile(join(folder, 'media', key));
    const found = JSON.parse((await WasmReader.fromBlob(contentTypeOf(key), wholeBlob(file), '{}')).json());
    expect(found.validation_state, key).toBe('Valid');
    const { assertions } = found.manifests[found.active_manifest];
    const prompts = assertions.find(({ label }: { label: string }) => label === 'org.reverie.prompts').data;
    expect(prompts, key).toEqual([
      { text: 'a quiet sea', ...(key.endsWith('video.mp4') && { seconds: 0.25, frame: 4 }) },
    ]);
    const { actions } = assertions.find(({ label }: { label: string }) => label === 'c2pa.actions.v2').data;
    expect(actions, key).toMatchObject([
      { action: 'c2pa.opened' },
      {
        action: 'c2pa.edited',
        digitalSourceType: expect.stringMatching(/compositeWithTrainedAlgorithmicMedia$/),
      },
    ]);
    expect(logged.some((one) => one.bytes === file.length)).toBe(true);
    if (key.endsWith('video.mp4')) expect(bytes).toBe(file.length);
  }

  // An interrupted or repeated run signs no file twice.
  const signed = await Promise.all(
    (await storage.list('dreams/')).map(async (key) => (await storage.stat(key))?.size),
  );
  expect(await sign()).toBeNull();
  expect(
    await Promise.all((await storage.list('dreams/')).map(async (key) => (await storage.stat(key))?.size)),
  ).toEqual(signed);
});
