import { PAYLOAD_BITS, PAYLOAD_BYTES, payloadOf, readPayload } from '../watermark-id.ts';
import { CHECK_BITS, checkBitsOf, findErrors } from './bch.ts';

/**
 * The 100 bits of TrustMark's schema BCH_4 (`python/trustmark/datalayer.py` in adobe/trustmark): 68 data bits (64 of
 * ours, then zeros), 28 check bits and 4 bits for the schema's number.
 */
export const PACKET_BITS = 100;
const DATA_BITS = 68;
/** Check bits are calculated over whole bytes. These bits are padding and aren't sent. */
const PADDING = new Array<number>(4).fill(0);
const SCHEMA = [0, 0, 1, 0];

export function packetOf(id: string): number[] {
  const bits = [...payloadOf(id)].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  const data = [...bits, ...new Array<number>(DATA_BITS - PAYLOAD_BITS).fill(0)];
  return [...data, ...checkBitsOf([...data, ...PADDING]), ...SCHEMA];
}

export interface Packet {
  /** 16 hex digits */
  id: string;
  /** number of bits corrected */
  errors: number;
}

/**
 * Reads one of our packets.
 * @param logits a number per bit, positive for ones
 * @returns null if there is none. The schema's number is ignored: it has no error correction, and our checksum is more
 * reliable.
 */
export function readPacket(logits: ArrayLike<number>): Packet | null {
  const bits = Array.from({ length: DATA_BITS + CHECK_BITS }, (_, at) => Number((logits[at] ?? 0) > 0));
  const word = [...bits.slice(0, DATA_BITS), ...PADDING, ...bits.slice(DATA_BITS)];
  const errors = findErrors(word);
  if (errors === null || errors.some((at) => at >= DATA_BITS && at < DATA_BITS + PADDING.length)) return null;
  for (const at of errors) word[at] = 1 - (word[at] as number);
  if (word.slice(PAYLOAD_BITS, DATA_BITS).includes(1)) return null;
  const payload = Uint8Array.from({ length: PAYLOAD_BYTES }, (_, byte) =>
    Number.parseInt(word.slice(byte * 8, byte * 8 + 8).join(''), 2),
  );
  const id = readPayload(payload);
  return id === null ? null : { id, errors: errors.length };
}
