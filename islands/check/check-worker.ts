import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readsPixels } from '../../modules/kit/browser/reads-pixels.ts';
import { lumaOf } from '../../modules/watermark/contract/luma.ts';
import {
  createWatermarkReader,
  type WatermarkReader,
} from '../../modules/watermark/contract/read-watermark.ts';
import { SQUARE_SIDE, squareOf } from '../../modules/watermark/contract/trustmark/resample.ts';
import type { CheckCommand, CheckReport, CredentialsFault, TrustmarkUrls } from './check-messages.ts';
import { pixelsOf } from './pixels-of.ts';
import { ReaderMissing, readCredentials } from './read-credentials.ts';
import { readXmp } from './read-xmp.ts';
import { seemsSigned } from './seems-signed.ts';

/** Reads one file after another outside the page, since a large one takes seconds. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const PICTURE_WIDTH = 640;
/** TrustMark's decoder takes a second per frame, so it only gets every third frame of a video. */
const EVERY = 3;

let reader: WatermarkReader | null = null;
let hasPicture = false;
let trustmark: TrustmarkUrls | null = null;
/** frames for TrustMark's decoder */
let squares: Float32Array[] = [];
let frames = 0;

const report = (message: CheckReport, moved: Transferable[] = []) =>
  self.postMessage(message, { transfer: moved });

self.onmessage = async ({ data }: MessageEvent<CheckCommand>) => {
  switch (data.type) {
    case 'read':
      return read(data);
    case 'frame':
      return addFrame(data.frame);
    case 'search':
      return search();
  }
};

async function read({
  file,
  kind,
  wasm,
  signers,
  ...more
}: Extract<CheckCommand, { type: 'read' }>): Promise<void> {
  reader = createWatermarkReader();
  hasPicture = false;
  trustmark = more.trustmark;
  squares = [];
  frames = 0;
  try {
    const found = kind.format ? await readCredentials(file, kind.format, wasm, signers) : null;
    // The reader also finds none if their outermost box is damaged.
    const fault = found === null && kind.format && (await seemsSigned(file)) ? 'damaged' : null;
    report({ type: 'credentials', found, fault });
  } catch (error) {
    console.warn('The content credentials could not be read.', error);
    report({ type: 'credentials', found: null, fault: await faultOf(error, file) });
  }
  report({ type: 'xmp', found: await readXmp(file, kind).catch(() => null) });
  report({ type: 'hash', sha256: await hash(file) });
  if (kind.isVideo) report({ type: 'wants-frames' });
  else await readPicture(file);
}

async function faultOf(error: unknown, file: Blob): Promise<CredentialsFault> {
  if (error instanceof ReaderMissing) return 'offline';
  return (await seemsSigned(file).catch(() => false)) ? 'damaged' : 'unread';
}

/** Computed in JavaScript: `crypto.subtle` is missing on plain http, and needs the whole file in memory. */
async function hash(file: Blob): Promise<string> {
  const sum = sha256.create();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    sum.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    report({ type: 'hashed', part: Math.min(1, (at + CHUNK_BYTES) / file.size) });
  }
  return bytesToHex(sum.digest());
}

async function readPicture(file: Blob): Promise<void> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return report({ type: 'watermark', found: null, isReadable: false, isHalfRead: false });
  await addFrame(image);
  await search();
}

async function addFrame(frame: ImageBitmap): Promise<void> {
  try {
    if (!readsPixels()) throw new Error('this browser gives other pixels than it shows');
    const pixels = pixelsOf(frame);
    reader?.add(lumaOf(pixels));
    if (trustmark && frames % EVERY === 0) squares.push(squareOf(pixels, SQUARE_SIDE));
    frames += 1;
    if (hasPicture) return frame.close();
    hasPicture = true;
    const width = Math.min(PICTURE_WIDTH, frame.width);
    const image = await createImageBitmap(frame, { resizeWidth: width, resizeQuality: 'medium' });
    report({ type: 'image', image }, [image]);
  } catch (error) {
    console.warn('The pixels could not be read.', error);
  }
}

/** Our own mark first: files older than the TrustMark setting have it. */
async function search(): Promise<void> {
  const own = reader?.read() ?? null;
  reader = null;
  const searched = { type: 'watermark', isReadable: hasPicture } as const;
  if (own || !trustmark || squares.length === 0)
    return report({ ...searched, found: own, isHalfRead: false });
  try {
    const { readTrustmark } = await import('./read-trustmark.ts');
    report({ ...searched, found: await readTrustmark(squares, trustmark), isHalfRead: false });
  } catch (error) {
    console.warn('TrustMark’s watermark could not be looked for.', error);
    report({ ...searched, found: null, isHalfRead: true });
  }
}
