import { readFile } from 'node:fs/promises';
import type { Clock } from '../../../kit/clock.ts';
import type { RecordingsConfig } from '../../contract/settings.ts';
import { validityFault } from './certificate.ts';
import { createSigner } from './cose.ts';
import type { KeyStore } from './key-store.ts';
import { ownSigningFiles, readChain, type Signing, type SigningFiles } from './signing-key.ts';

interface SigningDeps {
  config: RecordingsConfig & { DATA_DIR: string };
  store: KeyStore;
  clock: Pick<Clock, 'now'>;
}

/**
 * Returns a function that provides certificate and key for a recording, or null if files aren't signed. Checks them
 * every time, because certificates expire and clocks change. The function throws an Error, in words, while signing is
 * unavailable.
 */
export function createSigning({ config, store, clock }: SigningDeps): () => Promise<Signing | null> {
  const { CONTENT_CERT_FILE: chainPath, CONTENT_KEY_FILE: keyPath } = config;
  const tsaUrl = config.CONTENT_TSA_URL ?? null;
  let own: Promise<SigningFiles> | null = null;

  /** One at a time, because two would write the same files. */
  function ownFiles(): Promise<SigningFiles> {
    own ??= ownSigningFiles(config.DATA_DIR, store, clock.now()).finally(() => {
      own = null;
    });
    return own;
  }

  return async () => {
    if (!config.CONTENT_CREDENTIALS) return null;
    const files = chainPath && keyPath ? { chainPath, keyPath } : await ownFiles();
    const { certificate } = createSigner(
      await readFile(files.keyPath, 'utf8'),
      await readChain(files.chainPath),
    );
    const fault = validityFault(certificate, clock.now());
    if (fault) throw new Error(fault);
    return { ...files, tsaUrl };
  };
}
