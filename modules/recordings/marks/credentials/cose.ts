import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { CBORTag, type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';

/** COSE header labels and the algorithm (RFC 9052, 3.1; RFC 9360, 2; RFC 9053, 2.1). */
const ALG = 1;
const X5CHAIN = 33;
const ES256 = -7;
const COSE_SIGN1 = 18;
/** Of P-256, as two numbers. */
const SIGNATURE_BYTES = 64;

export interface Signer {
  key: KeyObject;
  certificate: X509Certificate;
  /** protected header of its signatures */
  header: Uint8Array;
}

/** @param chain DER, the signing certificate first @throws Error where the key is not the certificate's */
export function createSigner(keyPem: string, chain: readonly Uint8Array[]): Signer {
  const key = createPrivateKey(keyPem);
  const certificate = new X509Certificate(chain[0] ?? new Uint8Array());
  if (!certificate.checkPrivateKey(key)) throw new Error('the key is not that of the certificate');
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key is not one of P-256');
  const header = encodeCBOR(
    new Map<number, CBORType>([
      [ALG, ES256],
      [X5CHAIN, [...chain]],
    ]),
  );
  return { key, certificate, header };
}

/** Signature of a claim as C2PA wants it (specification 2.2, 13.2), with its payload detached. */
export function signClaim({ key, header }: Signer, claim: Uint8Array): Uint8Array {
  const signed = encodeCBOR(['Signature1', header, new Uint8Array(), claim]);
  return new Uint8Array(sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }));
}

/** Bytes whose hash a time stamp of a signature is of (specification 2.2, 10.3.2.5.2, `sigTst2`). */
export const stampedBytes = ({ header }: Signer, signature: Uint8Array): Uint8Array =>
  encodeCBOR(['CounterSignature', header, new Uint8Array(), encodeCBOR(signature)]);

/** Bytes that a signature takes. @param token its time stamp, where it has one */
export const sizeOfSignature = (signer: Signer, token: Uint8Array | null): number =>
  envelope(signer, new Uint8Array(SIGNATURE_BYTES), token, 0).length;

/**
 * The signature in its tagged COSE_Sign1, made as long as the place that was kept for it.
 * @throws RangeError where it does not fit
 */
export function sealSignature(
  signer: Signer,
  signature: Uint8Array,
  token: Uint8Array | null,
  length: number,
): Uint8Array<ArrayBuffer> {
  let pad = length - sizeOfSignature(signer, token);
  // A longer padding takes more bytes to say how long it is.
  while (pad > 0 && envelope(signer, signature, token, pad).length > length) pad -= 1;
  const made = pad < 0 ? null : envelope(signer, signature, token, pad);
  if (made?.length !== length) throw new RangeError('the signature does not fit');
  return new Uint8Array(made);
}

function envelope({ header }: Signer, signature: Uint8Array, token: Uint8Array | null, pad: number) {
  const unprotected = new Map<string, CBORType>();
  if (token) unprotected.set('sigTst2', new Map([['tstTokens', [new Map([['val', token]])]]]));
  unprotected.set('pad', new Uint8Array(pad));
  return encodeCBOR(new CBORTag(COSE_SIGN1, [header, unprotected, null, signature]));
}
