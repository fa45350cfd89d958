import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { fetchBounded } from '../../../kit/http/outgoing.ts';
import { readToken, TimeStampFault } from './time-stamp-token.ts';

/** Time limit for time stamps, and so the maximum delay that they cause. */
export const TIME_STAMP_MS = 5_000;
/** Responses include the authority's certificates, usually about 6 KB. */
const MAX_REPLY_BYTES = 32_768;
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const NONCE_BYTES = 16;

type Validity = Pick<X509Certificate, 'validFrom' | 'validTo'>;

/** Time stamps for the files of one recording. */
export type Stamper = ReturnType<typeof openStamper>;

/**
 * @param signedBy certificate of the signatures to stamp
 * @param ms limit for all of them together, counted from the first request
 */
export function openStamper(url: string, signedBy: Validity, ms = TIME_STAMP_MS) {
  let fault: string | null = null;
  let deadline: AbortSignal | null = null;
  return {
    /** Returns a token for the bytes; null if none arrives in time. */
    async stamp(bytes: Uint8Array): Promise<Uint8Array | null> {
      deadline ??= AbortSignal.timeout(ms);
      try {
        return await fetchTimeStamp(url, bytes, signedBy, deadline);
      } catch (error) {
        fault = `${new URL(url).origin}: ${(error as Error).message}`;
        return null;
      }
    },
    /** why a time stamp is missing, in words */
    get fault(): string | null {
      return fault;
    },
  };
}

/**
 * Requests a time stamp for the bytes (RFC 3161); the authority sees only their hash.
 * @param signedBy must be valid at the stamped time, or readers reject the signature
 * @returns the token, in DER, once it matches the request
 * @throws TimeStampFault, OutgoingError, both in words
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

/** Makes the bytes a positive ASN.1 integer of full length. */
function positive(bytes: Buffer): Buffer {
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40);
  return bytes;
}
