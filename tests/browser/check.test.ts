import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { createDream } from '../../modules/painter/dream.ts';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { encodeTape } from '../../modules/recordings/compile/encode-tape.ts';
import { createContentLogStore } from '../../modules/recordings/content-log/content-log-store.ts';
import { createKeyStore } from '../../modules/recordings/marks/credentials/key-store.ts';
import { ownSigningFiles, type Signing } from '../../modules/recordings/marks/credentials/signing-key.ts';
import { openTrustMark } from '../../modules/recordings/marks/trustmark/trust-mark.ts';
import type { FileMarks } from '../../modules/recordings/marks/write-marks.ts';
import { openTape } from '../../modules/recordings/tape/tape.ts';
import { someMarks } from '../../modules/recordings/testing/some-marks.ts';
import { watermarkFrom } from '../../modules/watermark/contract/watermark-id.ts';
import { writeTinyTrustmark } from '../tiny-trustmark.ts';
import { faultsInBothSchemes } from './axe.ts';
import { type BoardStage, PHONE, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

interface Dropped {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

let stage: BoardStage;
let poster: Dropped;
let video: Dropped;
/** path of TrustMark's encoder */
let trustmark: string;
test.beforeAll(async () => {
  // Marked by TrustMark, using the tests' tiny model; older files carry our own watermark.
  const model = await mkdtemp(join(tmpdir(), 'reverie-trustmark-'));
  await writeTinyTrustmark(model);
  stage = await startBoardStage({ WATERMARK: 'trustmark', WATERMARK_MODEL: model });
  trustmark = join(model, 'encoder_Q.onnx');
  const { dataDir } = stage.server;
  const files = await ownSigningFiles(dataDir, createKeyStore(stage.db), Date.now());
  ({ poster, video } = await recordDream({ ...files, tsaUrl: null }));
});
test.afterAll(() => stage.stop());

/** Files of a one-second painter dream, signed by the site. */
async function recordDream(signing: Signing) {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-check-'));
  const tape = openTape(folder, { sessionId: 'dream', startedAt: 0, fps: 8 });
  const dream = createDream({ width: 1280, height: 720, seed: 7 });
  dream.prompt('p', 'a lighthouse in the fog');
  dream.next(1);
  const picture = dream.jpeg(80);
  for (let id = 0; id < 8; id += 1) tape.append(newFrame({ id, at: id * 125 }, picture), id * 125);
  await tape.close();
  const marks: FileMarks = {
    marks: someMarks({
      createdAt: '2026-11-20T10:00:00.000Z',
      title: 'A lighthouse',
      prompts: [{ text: 'a lighthouse in the fog', seconds: 0.5, frame: 4 }],
      seed: 7,
    }),
    signing,
    watermark: watermarkFrom('dream'),
    trustmark: null,
  };
  await encodeTape(tape.dir, folder, () => {}, marks);
  const file = async (name: string, mimeType: string) => ({
    name,
    mimeType,
    buffer: await readFile(join(folder, name)),
  });
  return { poster: await file('poster.jpg', 'image/jpeg'), video: await file('video.mp4', 'video/mp4') };
}

async function openCheck(page: Page): Promise<void> {
  await page.goto(`${stage.url}/check`);
  await hydrated(page, 'check');
}

const choose = (page: Page, file: Dropped) => page.getByLabel('File to check').setInputFiles(file);
/** Drops files on the page, as if dragged from a folder. */
const drop = (page: Page, ...files: Dropped[]) =>
  page.evaluate(
    (dropped) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  );
const verdict = (page: Page) => page.getByRole('heading', { level: 2 });
const row = (page: Page, name: string) =>
  page.locator('.check-details > div').filter({ has: page.getByText(name, { exact: true }) });

/** The file with one pixel byte changed. */
function changed(file: Dropped): Dropped {
  const buffer = Buffer.from(file.buffer);
  const at = buffer.length - 100;
  buffer.writeUInt8(buffer.readUInt8(at) ^ 1, at);
  return { ...file, buffer };
}

/** The file with a few bytes changed before this position. */
function tornBefore({ buffer, ...file }: Dropped, at: number): Dropped {
  const torn = Buffer.from(buffer).fill(0x5a, at - 4, at);
  return { ...file, name: `torn-${at}-${file.name}`, buffer: torn };
}

/** An image without any metadata. */
const unmarked = async (background: string): Promise<Dropped> => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test('a dropped file of ours is shown as signed and unchanged, and with one byte changed as changed', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  // WebAssembly and blob videos are allowed only on this page.
  const policy = async (path: string) =>
    (await page.request.get(`${stage.url}${path}`)).headers()['content-security-policy'];
  for (const part of ["'wasm-unsafe-eval'", 'blob:']) {
    expect(await policy('/check')).toContain(part);
    expect(await policy('/terms')).not.toContain(part);
  }
  await openCheck(page);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  // The reader loads only once there is something to read.
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /c2pa|check-worker/.test(name)),
    );
  expect(await fetched()).toEqual([]);
  await drop(page, poster);
  await expect(verdict(page)).toHaveText('Made here by a program');
  await expect(
    page.getByRole('status').filter({ hasText: 'Signed by this site, and unchanged since' }),
  ).toHaveCount(1);
  await expect(row(page, 'Signed by')).toContainText('this site’s own certificate');
  await expect(row(page, 'Since then')).toContainText('Unchanged');
  await expect(row(page, 'Made with')).toContainText('demo 1');
  await expect(row(page, 'Made on')).toContainText('Nov 20, 2026');
  await expect(row(page, 'Prompts')).toContainText('a lighthouse in the fog');
  await expect(row(page, 'Prompts')).not.toContainText('frame');
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await drop(page, changed(poster), video);
  await expect(verdict(page)).toHaveText('Changed since it was signed');
  await expect(page.getByText('The first of 2 files. Only one can be checked at a time.')).toBeVisible();
  await expect(row(page, 'Signed by')).toContainText('this site’s own certificate');
  await expect(row(page, 'Error codes')).toContainText('assertion.dataHash.mismatch');
  expect(await faultsInBothSchemes(page)).toEqual([]);

  // In the first box of the credentials, in the last, and in the name of the box around them.
  for (const torn of [
    tornBefore(poster, poster.buffer.indexOf('jumd')),
    tornBefore(poster, poster.buffer.lastIndexOf('cbor')),
    tornBefore(video, video.buffer.indexOf('d8fec3d61b0e483c', 0, 'hex') + 8),
  ]) {
    await drop(page, torn);
    await expect(page.getByText(torn.name)).toBeVisible();
    await expect(verdict(page)).toHaveText('Its signature isn’t valid');
    await expect(page.locator('.check-verdict')).toHaveAttribute('data-tone', 'changed');
  }
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await choose(page, video);
  await expect(verdict(page)).toHaveText('Made here by a program');
  await expect(row(page, 'Prompts')).toContainText('at 0:00, frame 8');
  await expect(row(page, 'Signed by')).toContainText('this site’s own certificate');
});

test('a logged file is recognised byte for byte, and leads operators to its dream', async ({
  page,
  context,
}) => {
  const operator = await stage.addPerson('admin');
  await stage.signIn(context, operator);
  const dream = await stage.addDream(operator, { name: 'Teal', files: false });
  const bare = await unmarked('teal');
  const sha256 = createHash('sha256').update(bare.buffer).digest('hex');
  const file = { kind: 'poster' as const, bytes: bare.buffer.length, sha256 };
  const logged = { dreamId: dream.id, watermark: watermarkFrom(dream.id), madeAt: 1_790_000_000_000 };
  await createContentLogStore(stage.db).addFiles({ ...logged, generator: 'diffusion', ai: true }, [file]);
  await openCheck(page);
  await choose(page, bare);
  await expect(verdict(page)).toHaveText('Made here by AI');
  await page.getByRole('link', { name: 'Find its dream in the dashboard' }).click();
  await expect(
    page.getByRole('list', { name: 'Dreams found' }).getByRole('link', { name: 'Teal' }),
  ).toBeVisible();
});

test('a smaller, recompressed copy without metadata is found by the mark in its pixels', async ({ page }) => {
  const logged = { dreamId: 'a deleted one', watermark: watermarkFrom('dream'), madeAt: 1_790_000_000_000 };
  const log = createContentLogStore(stage.db);
  const file = { kind: 'video' as const, bytes: 1, sha256: 'a'.repeat(64) };
  await log.addFiles({ ...logged, generator: 'demo', ai: false }, [file]);
  const copy = await sharp(poster.buffer).resize(854, 480).jpeg({ quality: 60 }).toBuffer();
  await openCheck(page);
  await choose(page, { ...poster, buffer: copy });
  await expect(verdict(page)).toHaveText('Made here by a program');
  await expect(page.getByText('in its pixels, but the metadata is gone').first()).toBeVisible();
});

test('a copy with TrustMark’s watermark is found by the decoder that this site serves', async ({ page }) => {
  const logged = { dreamId: 'another', watermark: watermarkFrom('another'), madeAt: 1_790_000_000_000 };
  const file = { kind: 'poster' as const, bytes: 1, sha256: 'b'.repeat(64) };
  await createContentLogStore(stage.db).addFiles({ ...logged, generator: 'demo', ai: true }, [file]);
  const size = { width: 1280, height: 720, channels: 3 } as const;
  const { data: pixels } = await sharp({ create: { ...size, background: '#456' } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const mark = await openTrustMark(watermarkFrom('another'), trustmark);
  await mark.markImage({ pixels, width: size.width, height: size.height });
  const copy = await sharp(pixels, { raw: size }).resize(960, 540).jpeg({ quality: 85 }).toBuffer();
  await openCheck(page);
  const decoder = page.waitForResponse(/\/check\/decoder-/);
  await choose(page, { ...poster, buffer: copy });
  expect((await decoder).headers()['cache-control']).toContain('immutable');
  await expect(page.getByText('Found, and it’s one of ours')).toBeVisible();
  await expect(verdict(page)).toHaveText('Made here by AI');
});

test('an unmarked file, an unreadable one, and one while the site is unreachable', async ({
  page,
  context,
}) => {
  await openCheck(page);
  await choose(page, await unmarked('maroon'));
  await expect(verdict(page)).toHaveText('No mark found');
  await expect(
    page.getByText('That doesn’t prove that a person made it', { exact: false }).first(),
  ).toBeVisible();

  await choose(page, { name: 'notes.txt', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByText('Use JPEG, PNG, WebP, GIF, MP4 or WebM.').last()).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  // The reader is loaded by now.
  await choose(page, poster);
  await expect(verdict(page)).toHaveText('Made here by a program');
  await expect(
    page.locator('.check-steps [data-state=waiting], .check-steps [data-state=running]'),
  ).toHaveCount(0);
  await context.setOffline(true);
  await choose(page, poster);
  await expect(page.getByText('This site couldn’t be reached', { exact: true })).toBeVisible();
  await expect(verdict(page)).toHaveText('Made here by a program');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Doesn’t match any file made here')).toBeVisible();
});
