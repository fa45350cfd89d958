import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type Box, boxesIn, HEADER_BYTES } from '../mp4/boxes.ts';
import { placesIn } from '../mp4/places.ts';
import { shiftOffsets } from '../mp4/shift-offsets.ts';

const BLOCK_BYTES = 1024 * 1024;
/** Length of a `uuid` box's extended type, and offset of the manifest store in its box (C2PA 2.2, A.5.1). */
const TYPE_BYTES = 16;
const CREDENTIALS_TYPE = 'd8fec3d61b0e483c92975828877ec481';
const STORE_AT = HEADER_BYTES + TYPE_BYTES + 4 + 'manifest\0'.length + 8;
/** Boxes excluded from the hash (`c2pa.hash.bmff.v3`), as listed by the library. */
const UNBOUND = ['ftyp', 'mfra', 'free', 'skip'];

/** The video without its media data, for the library. */
export function withoutMediaData(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const parts = placesIn(file).map((place) =>
      place.type === 'mdat' ? Buffer.from('000000086d646174', 'hex') : read(file, place.start, place.end),
    );
    return Buffer.concat(parts);
  } finally {
    closeSync(file);
  }
}

export function holdsCredentials(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    return placesIn(file).some(
      ({ type, start }) =>
        type === 'uuid' &&
        read(file, start + HEADER_BYTES, start + HEADER_BYTES + TYPE_BYTES).toString('hex') ===
          CREDENTIALS_TYPE,
    );
  } finally {
    closeSync(file);
  }
}

/**
 * Content credentials of a video, made without passing its frames to the library. The library signs the file without
 * media data; then the hash of the real file replaces the hash of that one. In this runtime the library hashes about 30
 * MB a second, a tenth of Node's rate, and needs several times the file's size in memory.
 *
 * Each value to replace must occur exactly once. If a different library version breaks that, this throws and nothing is
 * signed.
 * @param signed the library's output
 * @param claim the claim that the library had signed
 * @param standIn placeholder for the signature
 */
export function carryOver(path: string, signed: Buffer, claim: Uint8Array, standIn: Uint8Array) {
  const own = boxesIn(signed, 0, signed.length).find((part) => isCredentials(signed, part));
  if (!own) throw new Error('the library created no credentials');
  const credentials = Buffer.from(signed.subarray(own.start, own.end));
  const target = `${path}.signed`;
  const hash = writeBehind(path, target, own.start, credentials.length);
  const at = placeOf(credentials, hashOf(signed));
  const assertion = innermost(credentials, STORE_AT, credentials.length, at);
  const before = sha256(credentials.subarray(assertion.body, assertion.end));
  hash.copy(credentials, at);
  const after = sha256(credentials.subarray(assertion.body, assertion.end));
  const claimed = Buffer.from(claim);
  const claimAt = placeOf(credentials, claimed);
  after.copy(claimed, placeOf(claimed, before));
  claimed.copy(credentials, claimAt);
  const signatureAt = placeOf(credentials, Buffer.from(standIn));
  return {
    claim: claimed,
    /** Writes the signed video over the original. @param signature as long as the placeholder */
    write(signature: Uint8Array): void {
      credentials.set(signature, signatureAt);
      const file = openSync(target, 'r+');
      try {
        writeAll(file, credentials, own.start);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(target, path);
    },
    /** Leaves the video unchanged. */
    abandon: () => rmSync(target, { force: true }),
  };
}

/**
 * Copies a video and leaves space for its credentials.
 * @returns the hash of the finished file
 */
function writeBehind(path: string, target: string, at: number, length: number): Buffer {
  const hash = createHash('sha256');
  const source = openSync(path, 'r');
  const copy = openSync(target, 'w', 0o600);
  try {
    for (const place of placesIn(source)) {
      const to = place.start < at ? place.start : place.start + length;
      const isBound = !UNBOUND.includes(place.type);
      if (isBound) hashPlace(hash, to);
      const step = place.type === 'moov' ? place.end - place.start : BLOCK_BYTES;
      for (let from = place.start; from < place.end; from += step) {
        const block = read(source, from, Math.min(from + step, place.end));
        if (place.type === 'moov') shiftOffsets(block, length);
        if (isBound) hash.update(block);
        writeAll(copy, block, to + from - place.start);
      }
    }
    return hash.digest();
  } finally {
    closeSync(source);
    closeSync(copy);
  }
}

/** The hash that binds credentials to their file. */
function hashOf(signed: Buffer): Buffer {
  const hash = createHash('sha256');
  for (const part of boxesIn(signed, 0, signed.length)) {
    if (UNBOUND.includes(part.type) || isCredentials(signed, part)) continue;
    hashPlace(hash, part.start);
    hash.update(signed.subarray(part.start, part.end));
  }
  return hash.digest();
}

/** Each box is hashed with its offset, so that none can be moved. */
function hashPlace(hash: Hash, start: number): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(start));
  hash.update(bytes);
}

const isCredentials = (bytes: Buffer, { type, body }: Box): boolean =>
  type === 'uuid' && bytes.toString('hex', body, body + TYPE_BYTES) === CREDENTIALS_TYPE;

/** The smallest JUMBF box that contains an offset. */
function innermost(bytes: Buffer, from: number, to: number, at: number): Box {
  const box = boxesIn(bytes, from, to).find(
    ({ type, start, end }) => type === 'jumb' && start < at && at < end,
  );
  if (!box) throw new Error('the credentials have an unexpected form');
  return boxesIn(bytes, box.body, box.end).some(
    ({ type, start, end }) => type === 'jumb' && start < at && at < end,
  )
    ? innermost(bytes, box.body, box.end, at)
    : box;
}

function placeOf(bytes: Buffer, part: Uint8Array): number {
  const at = bytes.indexOf(part);
  if (at < 0 || bytes.indexOf(part, at + 1) >= 0) throw new Error('the credentials have an unexpected form');
  return at;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function read(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  if (readSync(file, bytes, 0, bytes.length, from) < bytes.length) throw new Error('the video is cut off');
  return bytes;
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
