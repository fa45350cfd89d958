import type { Clock } from '../../../../src/kit/clock.ts';
import type { Log } from '../../../../src/kit/log.ts';
import type { RecordingsConfig } from '../../settings.ts';
import type { KeyStore } from './key-store.ts';
import { ownSigningFiles, type Signing, type SigningFiles } from './signing-key.ts';

interface SigningDeps {
  config: RecordingsConfig & { DATA_DIR: string };
  store: KeyStore;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** Certificate and key of recordings; without them recordings are stored as they are, and the log says why. */
export function createSigning({ config, store, clock, log }: SigningDeps): () => Promise<Signing | null> {
  const { CONTENT_CERT_FILE: chainPath, CONTENT_KEY_FILE: keyPath } = config;
  const tsaUrl = config.CONTENT_TSA_URL ?? null;
  let own: Promise<SigningFiles> | null = null;

  /** Once for all: two at a time would write the same files. */
  async function ownFiles(): Promise<SigningFiles> {
    own ??= ownSigningFiles(config.DATA_DIR, store, clock.now());
    try {
      return await own;
    } catch (error) {
      own = null;
      throw error;
    }
  }

  return async () => {
    if (!config.CONTENT_CREDENTIALS) return null;
    try {
      const files = chainPath && keyPath ? { chainPath, keyPath } : await ownFiles();
      return { ...files, tsaUrl };
    } catch (error) {
      log.warn('files not signed', { error });
      return null;
    }
  };
}
