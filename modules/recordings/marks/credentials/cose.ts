import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { CBORTag, type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';

/** COSE header labels and the algorithm (RFC 9052, 3.1; RFC 9360, 2; RFC 9053, 2.1). */
const ALG = 1;
const X5CHAIN = 33;
const ES256 = -7;
const COSE_SIGN1 = 18;

export interface Signer {
  key: KeyObject;
  /** DER, the signing certificate first */
  chain: readonly Uint8Array[];
}

export const createSigner = (keyPem: string, chain: readonly Uint8Array[]): Signer => ({
  key: createPrivateKey(keyPem),
  chain,
});

/**
 * A claim's signature as C2PA wants it (specification 2.2, 13.2): a tagged COSE_Sign1 with a detached payload, made as
 * long as the place that was kept for it.
 * @throws Error where it does not fit
 */
export function signClaim(
  { key, chain }: Signer,
  claim: Uint8Array,
  length: number,
): Uint8Array<ArrayBuffer> {
  const header = encodeCBOR(
    new Map<number, CBORType>([
      [ALG, ES256],
      [X5CHAIN, [...chain]],
    ]),
  );
  const signed = encodeCBOR(['Signature1', header, new Uint8Array(), claim]);
  const signature = new Uint8Array(sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }));
  const padded = (pad: number) =>
    encodeCBOR(new CBORTag(COSE_SIGN1, [header, new Map([['pad', new Uint8Array(pad)]]), null, signature]));
  let pad = length - padded(0).length;
  // A longer padding takes more bytes to say how long it is.
  while (pad > 0 && padded(pad).length > length) pad -= 1;
  const made = pad < 0 ? null : padded(pad);
  if (made?.length !== length) throw new Error('the signature does not fit: the certificates are too many');
  return new Uint8Array(made);
}
