import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { Attribute, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, PKIStatus, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';

/** Hash algorithms that tokens may be signed with. */
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const RSA_PSS = '1.2.840.113549.1.1.10';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** Extended key usage of a time stamp authority. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

class AttributeSet extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(AttributeSet);

/** Reason to reject a time stamp, worded to follow the authority's name. */
export class TimeStampFault extends Error {}

export interface Asked {
  /** SHA-256 of the bytes */
  hash: Uint8Array;
  nonce: Uint8Array;
  /** range in which the time must lie */
  from: Date;
  to: Date;
}

/**
 * Extracts the token from a time stamp authority's response (RFC 3161, 2.4.2). It must be granted, match the request
 * and be signed by an included certificate; whether to trust that certificate is up to readers of the file.
 * @throws TimeStampFault
 */
export function readToken(reply: Uint8Array, asked: Asked): Uint8Array {
  try {
    return judge(reply, asked);
  } catch (error) {
    if (error instanceof TimeStampFault) throw error;
    throw new TimeStampFault('sent something other than a time stamp');
  }
}

function judge(reply: Uint8Array, { hash, nonce, from, to }: Asked): Uint8Array {
  const { status, timeStampToken } = AsnConvert.parse(reply, TimeStampResp);
  if (![PKIStatus.granted, PKIStatus.grantedWithMods].includes(status.status) || !timeStampToken) {
    const words = [...(status.statusString ?? [])].join(' ').slice(0, 200);
    throw new TimeStampFault(`refused${words && `: ${words}`}`);
  }
  if (timeStampToken.contentType !== id_signedData) throw new TimeStampFault('sent an unsigned token');
  const signed = AsnConvert.parse(timeStampToken.content, SignedData);
  const content = signed.encapContentInfo.eContent?.single;
  if (signed.encapContentInfo.eContentType !== id_ct_tstInfo || !content)
    throw new TimeStampFault('sent a token for something else');
  const { messageImprint, nonce: returned, genTime } = AsnConvert.parse(content, TSTInfo);
  const isOfHash =
    HASHES[messageImprint.hashAlgorithm.algorithm] === 'sha256' &&
    same(messageImprint.hashedMessage.buffer, hash);
  if (!isOfHash) throw new TimeStampFault('stamped something else');
  if (!returned || !same(returned, nonce)) throw new TimeStampFault('sent a response to another request');
  if (genTime < from || genTime > to)
    throw new TimeStampFault(`says ${genTime.toISOString()}, when the certificate isn’t valid`);
  const certificates = [...(signed.certificates ?? [])].flatMap(({ certificate }) =>
    certificate ? new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))) : [],
  );
  const [signer] = signed.signerInfos;
  const isSigned = certificates.some(
    // Readers reject files whose time stamp has a self-signed certificate.
    ({ keyUsage, publicKey, issuer, subject }) =>
      issuer !== subject &&
      keyUsage?.includes(TIME_STAMPING) &&
      signer &&
      isSignedBy(publicKey, signer, content),
  );
  if (!isSigned) throw new TimeStampFault('sent a token without a valid signature');
  return new Uint8Array(AsnConvert.serialize(timeStampToken));
}

function isSignedBy(key: KeyObject, signer: SignerInfo, content: OctetString): boolean {
  const hash = HASHES[signer.digestAlgorithm.algorithm];
  const [digest] = signer.signedAttrs?.find(({ attrType }) => attrType === MESSAGE_DIGEST)?.attrValues ?? [];
  if (!hash || !digest || !signer.signedAttrs) return false;
  const stated = AsnConvert.parse(digest, OctetString).buffer;
  if (!same(stated, createHash(hash).update(new Uint8Array(content.buffer)).digest())) return false;
  const attributes = signedAttributes(signer.signedAttrs);
  const isPss = signer.signatureAlgorithm.algorithm === RSA_PSS;
  const options = isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : { key };
  return verify(hash, attributes, options, Buffer.from(signer.signature.buffer));
}

/** The signed bytes: the attributes as a set, in DER order (RFC 5652, 5.4). */
export function signedAttributes(attributes: readonly Attribute[]): Buffer {
  const sorted = attributes
    .map((attribute) => ({ attribute, der: Buffer.from(AsnConvert.serialize(attribute)) }))
    .toSorted((one, other) => Buffer.compare(one.der, other.der))
    .map(({ attribute }) => attribute);
  return Buffer.from(AsnConvert.serialize(new AttributeSet(sorted)));
}

const same = (one: ArrayBuffer | Uint8Array, other: Uint8Array): boolean =>
  Buffer.from(one as Uint8Array).equals(other);
