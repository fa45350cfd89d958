import { open, readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Signer, signClaim } from './cose.ts';
import { openC2pa, wholeBlob } from './open-c2pa.ts';

/** Room for the signature: two certificates of P-256 take 1.3 KB. */
const RESERVED_BYTES = 8_000;

export interface FileToSign {
  path: string;
  format: 'image/jpeg' | 'video/mp4';
  /** C2PA's manifest definition */
  definition: object;
  signer: Signer;
}

/** @returns what puts content credentials into a finished file, which is replaced as a whole */
export async function openSigning(): Promise<(file: FileToSign) => Promise<void>> {
  const { WasmBuilder } = await openC2pa();
  return (file) => signFile(WasmBuilder, file);
}

async function signFile(
  WasmBuilder: Awaited<ReturnType<typeof openC2pa>>['WasmBuilder'],
  { path, format, definition, signer }: FileToSign,
): Promise<void> {
  const builder = WasmBuilder.fromJson(
    JSON.stringify({ ...definition, title: basename(path) }),
    // A picture of the picture is of no use to anybody.
    JSON.stringify({ builder: { thumbnail: { enabled: false } } }),
  );
  try {
    const source = wholeBlob(await readFile(path));
    const sign = async (claim: Uint8Array) => signClaim(signer, claim, RESERVED_BYTES);
    const signed = await builder.sign(
      { alg: 'es256', reserveSize: RESERVED_BYTES, sign },
      [],
      format,
      source,
    );
    await replaceFile(path, signed);
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
