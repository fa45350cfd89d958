import { createHash, createPrivateKey, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIFreeText,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TimeStampToken,
  TSTInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import { signedAttributes } from '../marks/credentials/time-stamp-token.ts';

const SHA_256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' });
const ECDSA_SHA_256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** A made-up extension that pads a certificate to the length of several authorities' together. */
const FILLING = '1.3.6.1.4.1.32473.1';

/** The authority's behaviour. */
export type Manner =
  | 'granted'
  | 'with many certificates'
  | 'refused'
  | 'never'
  | 'not found'
  | 'a page'
  | 'endless'
  | 'cut off'
  | 'for another request'
  | 'the same again'
  | 'of something else'
  | 'of long ago'
  | 'changed'
  | 'by a certificate for something else'
  | 'by a certificate that vouches for itself';

/** A time stamp authority that issues real tokens, or misbehaves as requested. */
export async function openTimeStamper() {
  const [own, long, others, lone] = await Promise.all([
    makeCertificate({}),
    makeCertificate({ filling: 12_000 }),
    makeCertificate({ forTimeStamps: false }),
    makeCertificate({ isLone: true }),
  ]);
  const signers: Partial<Record<Manner, Signer>> = {
    'with many certificates': long,
    'by a certificate for something else': others,
    'by a certificate that vouches for itself': lone,
  };
  let manner: Manner = 'granted';
  let before: Buffer | null = null;
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body: Uint8Array[] = [];
    for await (const part of request) body.push(part);
    asked += 1;
    const query = AsnConvert.parse(Buffer.concat(body), TimeStampReq);
    if (manner === 'never') return;
    if (manner === 'not found') return void response.writeHead(404).end('nothing here');
    if (manner === 'a page') return void response.end('<h1>Sign in to the network</h1>');
    response.setHeader('content-type', 'application/timestamp-reply');
    if (manner === 'endless') {
      const timer = setInterval(() => response.write(Buffer.alloc(20_000, 0x30)), 5);
      return void response.once('close', () => clearInterval(timer));
    }
    const reply =
      manner === 'the same again' && before ? before : answer(query, manner, signers[manner] ?? own);
    before = reply;
    response.end(manner === 'cut off' ? reply.subarray(0, 300) : reply);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    answer: (next: Manner): void => {
      manner = next;
    },
    get asked() {
      return asked;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(query: TimeStampReq, manner: Manner, { der, key }: Signer): Buffer {
  if (manner === 'refused') {
    const words = new PKIFreeText(['too many requests']);
    const status = new PKIStatusInfo({ status: PKIStatus.rejection, statusString: words });
    return Buffer.from(AsnConvert.serialize(new TimeStampResp({ status })));
  }
  const info = new TSTInfo({
    policy: '1.3.6.1.4.1.32473.2',
    messageImprint:
      manner === 'of something else'
        ? new MessageImprint({ hashAlgorithm: SHA_256, hashedMessage: new OctetString(Buffer.alloc(32)) })
        : query.messageImprint,
    serialNumber: new Uint8Array([7]).buffer,
    genTime: new Date(Date.now() - (manner === 'of long ago' ? 30 * 24 * 3600_000 : 0)),
    nonce: manner === 'for another request' ? new Uint8Array([9]).buffer : query.nonce,
  } as Partial<TSTInfo>);
  const content = Buffer.from(AsnConvert.serialize(info));
  const certificate = AsnConvert.parse(der, Certificate);
  const signedAttrs = [
    attribute(CONTENT_TYPE, Buffer.from('060b2a864886f70d0109100104', 'hex')),
    attribute(MESSAGE_DIGEST, octets(createHash('sha256').update(content).digest())),
  ];
  const signature = sign('sha256', signedAttributes(signedAttrs), key);
  if (manner === 'changed') signature.writeUInt8(signature.readUInt8(20) ^ 1, 20);
  const { tbsCertificate } = certificate;
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: tbsCertificate.issuer,
        serialNumber: tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm: SHA_256,
    signedAttrs,
    signatureAlgorithm: ECDSA_SHA_256,
    signature: new OctetString(signature),
  });
  const signed = new SignedData({
    version: CMSVersion.v3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([SHA_256]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(content) }),
    }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([signer]),
  });
  const token = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) });
  const timeStampToken = AsnConvert.parse(AsnConvert.serialize(token), TimeStampToken);
  const status = new PKIStatusInfo({ status: PKIStatus.granted });
  return Buffer.from(AsnConvert.serialize(new TimeStampResp({ status, timeStampToken })));
}

interface Signer {
  der: ArrayBuffer;
  key: ReturnType<typeof createPrivateKey>;
}

const octets = (bytes: Uint8Array) => Buffer.from(AsnConvert.serialize(new OctetString(bytes)));

const attribute = (attrType: string, value: Buffer) =>
  new Attribute({ attrType, attrValues: [new Uint8Array(value).buffer] });

/** A certificate signed by a one-off authority. @param filling padding in bytes */
async function makeCertificate({ forTimeStamps = true, isLone = false, filling = 0 }): Promise<Signer> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const newKeys = () => crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const [keys, authority] = await Promise.all([newKeys(), newKeys()]);
  const usage = forTimeStamps ? x509.ExtendedKeyUsage.timeStamping : x509.ExtendedKeyUsage.serverAuth;
  const subject = 'O=Time of tests, CN=Time stamps';
  const signingKeys = isLone ? keys : authority;
  const made = await x509.X509CertificateGenerator.create({
    subject,
    issuer: isLone ? subject : 'O=Time of tests, CN=Authority',
    publicKey: keys.publicKey,
    signingKey: signingKeys.privateKey,
    signingAlgorithm: KEYS,
    notBefore: new Date(Date.now() - 60 * 24 * 3600_000),
    notAfter: new Date(Date.now() + 24 * 3600_000),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([usage], true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signingKeys.publicKey),
      ...(filling > 0 ? [new x509.Extension(FILLING, false, octets(Buffer.alloc(filling, 1)))] : []),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { der: made.rawData, key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) };
}
