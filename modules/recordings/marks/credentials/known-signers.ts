import { X509Certificate } from 'node:crypto';
import type { KeyStore } from './key-store.ts';
import { parseChain, readChain } from './signing-key.ts';

/** Certificates by which files of this place are signed, for readers in browsers. Public by nature. */
export interface KnownSigners {
  /** PEM, of all certificates */
  anchors: string;
  /** of the signing certificates alone, decimal, as readers of content credentials have them */
  serials: string[];
}

/**
 * Certificates of the operator, and those of our own that files were signed with before.
 * @param given path of the operator's PEM file
 */
export async function readKnownSigners(
  keys: Pick<KeyStore, 'listChains'>,
  given: string | undefined,
): Promise<KnownSigners> {
  // One that can't be read signs nothing either, which the log says when a file is to be signed.
  const operators = given === undefined ? [] : await readChain(given).catch(() => []);
  const chains = [...(await keys.listChains()).map(parseChain), operators];
  return {
    // Made again from the bytes: an operator's file may hold the private key as well.
    anchors: chains.flat().map(toPem).join(''),
    serials: chains.flatMap(([own]) => (own ? [serialOf(own)] : [])),
  };
}

const toPem = (der: Uint8Array): string => {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};

const serialOf = (der: Uint8Array): string => BigInt(`0x${new X509Certificate(der).serialNumber}`).toString();
