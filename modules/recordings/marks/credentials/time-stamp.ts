import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { fetchBounded } from '../../../../src/kit/http/outgoing.ts';
import { readToken, TimeStampFault } from './time-stamp-token.ts';

/** Time that a time stamp may take, and so the most by which it delays a video. */
export const TIME_STAMP_MS = 5_000;
/** Answers hold the certificates of the authority: some 6 KB are usual. */
const MAX_REPLY_BYTES = 32_768;
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const NONCE_BYTES = 16;

type Validity = Pick<X509Certificate, 'validFrom' | 'validTo'>;

/** Time stamps of the files of one recording. */
export interface Stamper {
  /** The token for some bytes; null where there is none in time. */
  stamp(bytes: Uint8Array): Promise<Uint8Array | null>;
  /** why one is missing, in words */
  readonly fault: string | null;
}

/**
 * @param signedBy the certificate whose signatures are stamped
 * @param ms for all of them together, from the first request on: a recording waits for so long, and no longer
 */
export function openStamper(url: string, signedBy: Validity, ms = TIME_STAMP_MS): Stamper {
  let fault: string | null = null;
  let deadline: AbortSignal | null = null;
  return {
    async stamp(bytes) {
      deadline ??= AbortSignal.timeout(ms);
      try {
        return await fetchTimeStamp(url, bytes, signedBy, deadline);
      } catch (error) {
        fault = `${new URL(url).origin}: ${(error as Error).message}`;
        return null;
      }
    },
    get fault() {
      return fault;
    },
  };
}

/**
 * Asks a time stamp authority (RFC 3161) for the time at which bytes existed; it learns their hash alone.
 * @param signedBy has to hold at that time: readers call what was signed before or after it invalid
 * @returns its token, DER, once it is what was asked for
 * @throws TimeStampFault, OutgoingError in words
 */
export async function fetchTimeStamp(
  url: string,
  bytes: Uint8Array,
  signedBy: Validity,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const hash = createHash('sha256').update(bytes).digest();
  const nonce = positive(randomBytes(NONCE_BYTES));
  const { response, bytes: reply } = await fetchBounded(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(requestOf(hash, nonce)),
      ...(signal && { signal }),
    },
    { timeoutMs: TIME_STAMP_MS, maxBytes: MAX_REPLY_BYTES },
  );
  if (!response.ok) throw new TimeStampFault(`answered ${response.status}`);
  const [from, to] = [new Date(signedBy.validFrom), new Date(signedBy.validTo)];
  return readToken(reply, { hash, nonce, from, to });
}

const requestOf = (hash: Uint8Array, nonce: Uint8Array): ArrayBuffer =>
  AsnConvert.serialize(
    new TimeStampReq({
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: null }),
        hashedMessage: new OctetString(hash),
      }),
      nonce: new Uint8Array(nonce).buffer,
      certReq: true,
    }),
  );

/** As ASN.1 writes a positive number that is as long as it can be. */
function positive(bytes: Buffer): Buffer {
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40);
  return bytes;
}
