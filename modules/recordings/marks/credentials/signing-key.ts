import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTENT_CHAIN_FILE, OWN_CONTENT_KEY_FILE } from '../../contract/settings.ts';
import { isFresh } from './certificate.ts';
import type { KeptKeys, KeyStore } from './key-store.ts';

/** Validity of our own certificate: long enough to outlast the files that it signs. */
const YEARS = 10;
/** For clients whose clocks run slow. */
const BACKDATED_MS = 24 * 3600_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** Extended key usage that C2PA readers accept for signing: e-mail protection. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';

/** PEM files used to sign content credentials. */
export interface SigningFiles {
  /** the certificate, followed by its issuers */
  chainPath: string;
  /** PKCS #8, P-256 */
  keyPath: string;
}

/** Certificate, key and time stamp authority for signatures. */
export interface Signing extends SigningFiles {
  /** time stamp authority (RFC 3161); null for none */
  tsaUrl: string | null;
}

/**
 * Returns our own certificate and key. The first server that needs one creates it with a one-off certificate authority,
 * which is then discarded. Readers report its signatures as valid but from an unknown issuer.
 * @param now ms since the epoch
 */
export async function ownSigningFiles(dataDir: string, store: KeyStore, now: number): Promise<SigningFiles> {
  const files = {
    chainPath: join(dataDir, CONTENT_CHAIN_FILE),
    keyPath: join(dataDir, OWN_CONTENT_KEY_FILE),
  };
  const there = await readFiles(files);
  const kept = await currentKeys(store, there, now);
  if (there?.chain !== kept.chain || there.key !== kept.key) {
    await mkdir(dataDir, { recursive: true });
    await writeWhole(files.chainPath, kept.chain);
    await writeWhole(files.keyPath, kept.key);
  }
  return files;
}

/**
 * Returns the certificate that all servers share. Replaces one that expires soon, has expired or isn't valid yet, as
 * happens with a wrong clock; files that it signed are still recognised.
 * @param there this server's keys, from before the database kept them
 */
async function currentKeys(store: KeyStore, there: KeptKeys | null, now: number): Promise<KeptKeys> {
  const kept = (await store.findKeys()) ?? there;
  if (kept && holds(kept, now)) return await store.keepKeys(kept, now);
  const former = kept && parseChain(kept.chain).length > 0 ? kept : null;
  return await store.renewKeys(former, await makeKeys(new Date(now)), now);
}

function holds({ chain }: KeptKeys, now: number): boolean {
  const [own] = parseChain(chain);
  return own !== undefined && isFresh(new X509Certificate(own), now);
}

/** This server's keys, from before the database kept them. */
async function readFiles({ chainPath, keyPath }: SigningFiles): Promise<KeptKeys | null> {
  if (!existsSync(chainPath) || !existsSync(keyPath)) return null;
  return { chain: await readFile(chainPath, 'utf8'), key: await readFile(keyPath, 'utf8') };
}

async function makeKeys(now: Date): Promise<KeptKeys> {
  // @peculiar/x509 requires it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const [authority, own] = await Promise.all([newKeys(), newKeys()]);
  const notBefore = new Date(now.getTime() - BACKDATED_MS);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'O=Reverie, CN=Content credentials of one site',
    keys: authority,
    signingAlgorithm: ALGORITHM,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    subject: 'O=Reverie, CN=Content credentials',
    issuer: root.subject,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ALGORITHM,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
  return {
    chain: `${leaf.toString('pem')}\n${root.toString('pem')}\n`,
    key: `-----BEGIN PRIVATE KEY-----\n${key.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END PRIVATE KEY-----\n`,
  };
}

const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(`${path}.part`, 0o600);
  await rename(`${path}.part`, path);
}

/** DER of each certificate in a PEM file, signing certificate first. @throws Error if there is none */
export async function readChain(path: string): Promise<Uint8Array[]> {
  const chain = parseChain(await readFile(path, 'latin1'));
  if (chain.length === 0) throw new Error(`${path} contains no certificate`);
  return chain;
}

/** DER of each certificate in a PEM text, in order. */
export function parseChain(pem: string): Uint8Array[] {
  const begun = pem.split('-----BEGIN CERTIFICATE-----').slice(1);
  return begun.flatMap((part) => {
    const [body = '', end] = part.split('-----END CERTIFICATE-----', 2);
    return end === undefined || body === '' ? [] : [new Uint8Array(Buffer.from(body, 'base64'))];
  });
}
