import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { CBORTag, type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';

/** COSE header labels and the algorithm (RFC 9052, 3.1; RFC 9360, 2; RFC 9053, 2.1). */
const ALG = 1;
const X5CHAIN = 33;
const ES256 = -7;
const COSE_SIGN1 = 18;
/** P-256: two 32-byte integers. */
const SIGNATURE_BYTES = 64;

export interface Signer {
  key: KeyObject;
  certificate: X509Certificate;
  /** protected header for its signatures */
  header: Uint8Array;
}

/** @param chain DER, signing certificate first @throws Error if the key doesn't match the certificate */
export function createSigner(keyPem: string, chain: readonly Uint8Array[]): Signer {
  const key = createPrivateKey(keyPem);
  const certificate = new X509Certificate(chain[0] ?? new Uint8Array());
  if (!certificate.checkPrivateKey(key)) throw new Error('the key doesn’t match the certificate');
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key isn’t a P-256 key');
  const header = encodeCBOR(
    new Map<number, CBORType>([
      [ALG, ES256],
      [X5CHAIN, [...chain]],
    ]),
  );
  return { key, certificate, header };
}

/** Signs a claim as C2PA 2.2 requires (13.2), with a detached payload. */
export function signClaim({ key, header }: Signer, claim: Uint8Array): Uint8Array {
  const signed = encodeCBOR(['Signature1', header, new Uint8Array(), claim]);
  return new Uint8Array(sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }));
}

/** The bytes that a signature's time stamp covers (C2PA 2.2, 10.3.2.5.2, `sigTst2`). */
export const stampedBytes = ({ header }: Signer, signature: Uint8Array): Uint8Array =>
  encodeCBOR(['CounterSignature', header, new Uint8Array(), encodeCBOR(signature)]);

/** Size of a signature's envelope, in bytes. @param token time stamp token, if any */
export const sizeOfSignature = (signer: Signer, token: Uint8Array | null): number =>
  envelope(signer, new Uint8Array(SIGNATURE_BYTES), token, 0).length;

/**
 * Wraps the signature in a tagged COSE_Sign1, padded to the reserved length.
 * @throws RangeError if it doesn't fit
 */
export function sealSignature(
  signer: Signer,
  signature: Uint8Array,
  token: Uint8Array | null,
  length: number,
): Uint8Array<ArrayBuffer> {
  let pad = length - sizeOfSignature(signer, token);
  // A longer padding also has a longer length prefix.
  while (pad > 0 && envelope(signer, signature, token, pad).length > length) pad -= 1;
  const made = pad < 0 ? null : envelope(signer, signature, token, pad);
  if (made?.length !== length) throw new RangeError('the signature doesn’t fit');
  return new Uint8Array(made);
}

function envelope({ header }: Signer, signature: Uint8Array, token: Uint8Array | null, pad: number) {
  const unprotected = new Map<string, CBORType>();
  if (token) unprotected.set('sigTst2', new Map([['tstTokens', [new Map([['val', token]])]]]));
  unprotected.set('pad', new Uint8Array(pad));
  return encodeCBOR(new CBORTag(COSE_SIGN1, [header, unprotected, null, signature]));
}
