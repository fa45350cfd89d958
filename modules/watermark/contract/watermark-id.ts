import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes of the dream's short id, and of its checksum. */
const ID_BYTES = 6;
const CHECKSUM_BYTES = 2;
export const PAYLOAD_BYTES = ID_BYTES + CHECKSUM_BYTES;
export const PAYLOAD_BITS = PAYLOAD_BYTES * 8;

/** CRC-16/IBM-3740. */
const POLYNOMIAL = 0x1021;
const INITIAL = 0xffff;

/**
 * Creates a watermark id: 16 hex digits made of 48 random bits and their CRC-16. Only the dream's row connects it to
 * the dream.
 */
export const newWatermark = (): string =>
  bytesToHex(withChecksum(crypto.getRandomValues(new Uint8Array(ID_BYTES))));

/** Id of a dream's watermark. Dreams from earlier versions have none stored, so it is derived from their id. */
export const watermarkOf = ({ id, watermark }: { id: string; watermark: string | null }): string =>
  watermark ?? watermarkFrom(id);

/** Derives an id from a text: 48 bits of its SHA-256 and their CRC-16. */
export const watermarkFrom = (text: string): string =>
  bytesToHex(withChecksum(sha256(new TextEncoder().encode(text)).subarray(0, ID_BYTES)));

/** @returns the id in an 8 byte payload; null if its checksum is wrong */
export function readPayload(payload: Uint8Array): string | null {
  const text = bytesToHex(payload);
  return bytesToHex(withChecksum(payload.subarray(0, ID_BYTES))) === text ? text : null;
}

/** True for 16 lower-case hex digits with a valid checksum. */
export function isWatermarkId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text) && readPayload(payloadOf(text)) !== null;
}

export const payloadOf = (id: string): Uint8Array =>
  Uint8Array.from(id.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function withChecksum(id: Uint8Array): Uint8Array {
  let crc = INITIAL;
  for (const byte of id) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? POLYNOMIAL : 0)) & 0xffff;
  }
  return Uint8Array.of(...id, crc >> 8, crc & 0xff);
}
