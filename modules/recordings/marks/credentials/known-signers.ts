import { X509Certificate } from 'node:crypto';
import type { KeyStore } from './key-store.ts';
import { parseChain, readChain } from './signing-key.ts';

/** This site's signing certificates, for readers in browsers. Public by nature. */
export interface KnownSigners {
  /** PEM of all certificates */
  anchors: string;
  /** serial numbers of the signing certificates only, in decimal, as C2PA readers report them */
  serials: string[];
}

/**
 * The operator's certificates, and all of our own, past and present.
 * @param given path of the operator's PEM file
 */
export async function readKnownSigners(
  keys: Pick<KeyStore, 'listChains'>,
  given: string | undefined,
): Promise<KnownSigners> {
  // If it can't be read, it can't sign either, and signing logs the error.
  const operators = given === undefined ? [] : await readChain(given).catch(() => []);
  const chains = [...(await keys.listChains()).map(parseChain), operators];
  return {
    // Re-encoded, because the operator's file may also contain the private key.
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
