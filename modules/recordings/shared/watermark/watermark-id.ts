import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const ID_BYTES = 6;

/** 16 hex digits: 48 bits of the dream's id's SHA-256 and a CRC-16 of these. */
export function watermarkOf(sessionId: string): string {
  const id = sha256(utf8ToBytes(sessionId)).subarray(0, ID_BYTES);
  return bytesToHex(id) + crc16(id);
}

/** True for 16 lower-case hex digits whose CRC is right. */
export const isWatermark = (text: string): boolean =>
  /^[0-9a-f]{16}$/.test(text) && crc16(hexToBytes(text.slice(0, 2 * ID_BYTES))) === text.slice(2 * ID_BYTES);

/** CRC-16/CCITT-FALSE, as 4 hex digits. */
function crc16(bytes: Uint8Array): string {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).padStart(4, '0');
}
