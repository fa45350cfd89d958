import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Signer, sealSignature, signClaim, sizeOfSignature, stampedBytes } from './cose.ts';
import { openC2pa, wholeBlob } from './open-c2pa.ts';

/** Room for a time stamp: those of public authorities bring some 6 KB of certificates. */
const TOKEN_BYTES = 10_000;
/** More room than a token needed, since the next one may be a little longer. */
const SPARE_BYTES = 500;

export interface FileToSign {
  path: string;
  format: 'image/jpeg' | 'video/mp4';
  /** C2PA's manifest definition */
  definition: object;
  signer: Signer;
  /** the time stamp of some bytes; null where there is none */
  stamp: ((bytes: Uint8Array) => Promise<Uint8Array | null>) | null;
}

type Builder = Awaited<ReturnType<typeof openC2pa>>['WasmBuilder'];

/** @returns what puts content credentials into a finished file, which is replaced as a whole */
export async function openSigning(): Promise<(file: FileToSign) => Promise<void>> {
  const { WasmBuilder } = await openC2pa();
  return (file) => signFile(WasmBuilder, file);
}

async function signFile(WasmBuilder: Builder, file: FileToSign): Promise<void> {
  // Read at once: files are then signed in the order in which they are given.
  const source = wholeBlob(readFileSync(file.path));
  const first = await trySigning(WasmBuilder, file, source, file.stamp ? TOKEN_BYTES : 0, false);
  const signed =
    'bytes' in first ? first : await trySigning(WasmBuilder, file, source, first.needs + SPARE_BYTES, true);
  if ('bytes' in signed) await replaceFile(file.path, signed.bytes);
}

/**
 * @param isLast a time stamp that does not fit is left out
 * @returns the signed file, or the room that its time stamp needs, which shows only once there is one
 */
async function trySigning(
  WasmBuilder: Builder,
  { path, format, definition, signer, stamp }: FileToSign,
  source: Blob,
  room: number,
  isLast: boolean,
): Promise<{ bytes: Uint8Array } | { needs: number }> {
  const builder = WasmBuilder.fromJson(
    JSON.stringify({ ...definition, title: basename(path) }),
    // A picture of the picture is of no use to anybody.
    JSON.stringify({ builder: { thumbnail: { enabled: false } } }),
  );
  const reserveSize = sizeOfSignature(signer, null) + room;
  let missing = 0;
  const sign = async (claim: Uint8Array) => {
    const signature = signClaim(signer, claim);
    const token = (await stamp?.(stampedBytes(signer, signature))) ?? null;
    missing = sizeOfSignature(signer, token) - reserveSize;
    return sealSignature(signer, signature, missing > 0 && isLast ? null : token, reserveSize);
  };
  try {
    return { bytes: await builder.sign({ alg: 'es256', reserveSize, sign }, [], format, source) };
  } catch (error) {
    if (missing <= 0 || isLast) throw error;
    return { needs: room + missing };
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
