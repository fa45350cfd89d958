import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Signer, sealSignature, signClaim, sizeOfSignature, stampedBytes } from './cose.ts';
import { openC2pa, wholeBlob } from './open-c2pa.ts';
import type { FileOfOrder } from './sign-order.ts';
import { carryOver, holdsCredentials, withoutMediaData } from './sign-video.ts';

/** Space for a time stamp; public authorities send about 6 KB of certificates. */
const TOKEN_BYTES = 10_000;
/** Extra space beyond the last token's size, since the next one may be slightly longer. */
const SPARE_BYTES = 500;

export interface FileToSign extends FileOfOrder {
  signer: Signer;
  /** returns a time stamp token for the bytes; null if there is none */
  stamp: ((bytes: Uint8Array) => Promise<Uint8Array | null>) | null;
}

type Builder = Awaited<ReturnType<typeof openC2pa>>['WasmBuilder'];

/** @returns a function that adds content credentials to a finished file, which it replaces as a whole */
export async function openSigning(): Promise<(file: FileToSign) => Promise<void>> {
  const { WasmBuilder } = await openC2pa();
  return (file) => signFile(WasmBuilder, file);
}

async function signFile(WasmBuilder: Builder, file: FileToSign): Promise<void> {
  if (hasCredentials(file)) return;
  const trySigning = file.format === 'video/mp4' ? trySigningVideo : trySigningImage;
  const needs = await trySigning(WasmBuilder, file, file.stamp ? TOKEN_BYTES : 0, false);
  if (needs > 0) await trySigning(WasmBuilder, file, needs + SPARE_BYTES, true);
}

/** True if a recording's file is already signed; an earlier run may have ended before signing them all. */
function hasCredentials({ path, format }: FileToSign): boolean {
  if (format === 'video/mp4') return holdsCredentials(path);
  return format === 'image/jpeg' && isSignedJpeg(readFileSync(path));
}

/** True if an APP11 segment holds JUMBF boxes, as C2PA's do; our stills have no other kind. */
function isSignedJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 6 < bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda; ) {
    if (bytes[at + 1] === 0xeb && bytes.toString('latin1', at + 4, at + 6) === 'JP') return true;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/**
 * Signs an image, unless the time stamp needs more space, which is known only once there is one.
 * @param isLast drop a time stamp that doesn't fit
 * @returns the space needed; 0 if the image is signed
 */
async function trySigningImage(
  WasmBuilder: Builder,
  file: FileToSign,
  room: number,
  isLast: boolean,
): Promise<number> {
  const length = sizeOfSignature(file.signer, null) + room;
  let needs = 0;
  const sign = async (claim: Uint8Array) => {
    const { sealed, missing } = await signAndStamp(file, claim, length, isLast);
    if (missing > 0) needs = room + missing;
    return sealed ?? standInFor(file, claim, length);
  };
  const signed = await build(WasmBuilder, file, readFileSync(file.path), { reserveSize: length, sign });
  if (needs === 0) await replaceFile(file.path, signed);
  return needs;
}

/** As above, for a video. */
async function trySigningVideo(
  WasmBuilder: Builder,
  file: FileToSign,
  room: number,
  isLast: boolean,
): Promise<number> {
  const length = sizeOfSignature(file.signer, null) + room;
  let claim = new Uint8Array();
  let standIn = new Uint8Array();
  const sign = async (given: Uint8Array) => {
    claim = Uint8Array.from(given);
    standIn = standInFor(file, given, length);
    return standIn;
  };
  const source = withoutMediaData(file.path);
  const signed = Buffer.from(await build(WasmBuilder, file, source, { reserveSize: length, sign }));
  const credentials = carryOver(file.path, signed, claim, standIn);
  const { sealed, missing } = await signAndStamp(file, credentials.claim, length, isLast);
  if (sealed) credentials.write(sealed);
  else credentials.abandon();
  return sealed ? 0 : room + missing;
}

/** @returns the sealed signature, or the number of bytes by which its time stamp exceeds the space */
async function signAndStamp(
  { signer, stamp }: FileToSign,
  claim: Uint8Array,
  length: number,
  isLast: boolean,
): Promise<{ sealed: Uint8Array<ArrayBuffer> | null; missing: number }> {
  const signature = signClaim(signer, claim);
  const token = (await stamp?.(stampedBytes(signer, signature))) ?? null;
  const missing = sizeOfSignature(signer, token) - length;
  if (missing > 0 && !isLast) return { sealed: null, missing };
  return { sealed: sealSignature(signer, signature, missing > 0 ? null : token, length), missing: 0 };
}

/** The signature is valid, because the library verifies it. */
const standInFor = ({ signer }: FileToSign, claim: Uint8Array, length: number) =>
  sealSignature(signer, signClaim(signer, claim), null, length);

async function build(
  WasmBuilder: Builder,
  { path, format, definition }: FileToSign,
  source: Uint8Array,
  seal: { reserveSize: number; sign: (claim: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> },
): Promise<Uint8Array> {
  const builder = WasmBuilder.fromJson(
    JSON.stringify({ ...definition, title: basename(path) }),
    // No use for a thumbnail of an image.
    JSON.stringify({ builder: { thumbnail: { enabled: false } } }),
  );
  try {
    return await builder.sign({ alg: 'es256', ...seal }, [], format, wholeBlob(source));
  } finally {
    builder.free();
  }
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(`${path}.signed`, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.signed`, path);
}
