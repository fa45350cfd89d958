import type { Dream } from '../../dreams/dreams.ts';
import type { Log } from '../../kit/log.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import type { ContentLogStore } from '../content-log/content-log-store.ts';
import type { Signing } from './credentials/signing-key.ts';
import { type DreamHistoryReads, marksOf } from './marks.ts';
import type { FileMarks } from './write-marks.ts';

/** For storing a dream's files under the site's name. */
export interface SignedFileDeps {
  repository: DreamHistoryReads;
  /** site name, written into files as the tool */
  appName: string;
  /** null if files aren't signed @throws Error while signing is unavailable */
  signing(): Promise<Signing | null>;
  contentLog: Pick<ContentLogStore, 'addFiles'>;
  storage: Storage;
  tapesDir: string;
  log: Log;
}

/** For making them, too. */
export interface MadeFileDeps extends SignedFileDeps {
  /** id of the dream's watermark; null if frames get none */
  watermarkOf(dream: Dream): string | null;
  /**
   * waits until TrustMark's encoder is downloaded or unavailable; returns its path, or null to use our own watermark
   */
  trustmark?(): Promise<string | null>;
}

/** If signing isn't available, the files are made unsigned; also returns why. */
export async function fileMarks(
  deps: MadeFileDeps,
  dream: Dream,
): Promise<{ marks: FileMarks; unsigned: string | null }> {
  const marks = {
    marks: await marksOf(deps, dream),
    watermark: deps.watermarkOf(dream),
    trustmark: (await deps.trustmark?.()) ?? null,
  };
  try {
    return { marks: { ...marks, signing: await deps.signing() }, unsigned: null };
  } catch (error) {
    return { marks: { ...marks, signing: null }, unsigned: (error as Error).message };
  }
}
