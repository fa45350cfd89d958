import { createHash, createPrivateKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A defect in the response. */
interface Twist {
  /** signed for another site's page */
  origin?: string;
  /** for another site's name */
  site?: string;
  challenge?: string;
  /** without user verification */
  unverified?: boolean;
  /** signature counter */
  counter?: number;
}

/**
 * Software authenticator: P-256, no attestation, with responses as browsers send them (WebAuthn level 3, 5.1).
 * @param origin of the page that uses it
 */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, { challenge = '', ...twist }: Twist) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: twist.origin ?? origin, crossOrigin: false }));

  function authenticatorData(twist: Twist, credential: Buffer | null): Buffer {
    const site = createHash('sha256')
      .update(twist.site ?? new URL(origin).hostname)
      .digest();
    const flags = USER_PRESENT | (twist.unverified ? 0 : USER_VERIFIED) | (credential ? HAS_CREDENTIAL : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? ++uses);
    return Buffer.concat([site, Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)]);
  }

  const answerOf = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    /** Answers `navigator.credentials.create()`. */
    create({ challenge }: { challenge: string }, twist: Twist = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE_Key {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(twist, Buffer.concat([Buffer.alloc(16), length, id, key]));
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return answerOf({
        clientDataJSON: clientData('webauthn.create', { challenge, ...twist }).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },

    /** Answers `navigator.credentials.get()`. */
    get({ challenge }: { challenge: string }, twist: Twist = {}) {
      const client = clientData('webauthn.get', { challenge, ...twist });
      const data = authenticatorData(twist, null);
      const signer = createSign('SHA256').update(data).update(createHash('sha256').update(client).digest());
      return answerOf({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signer.sign(createPrivateKey(pem)).toString('base64url'),
      });
    },
  };
}
