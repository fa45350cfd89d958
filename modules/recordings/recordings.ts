import { join } from 'node:path';
import type { DreamsConfig } from '../dreams/contract/settings.ts';
import type { Dream, DreamRepository } from '../dreams/dreams.ts';
import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import type { Kit } from '../module.ts';
import type { Nodes } from '../nodes/nodes.ts';
import { watermarkOf } from '../watermark/contract/watermark-id.ts';
import type { App } from '../web/context.ts';
import { createContentLogStore } from './content-log/content-log-store.ts';
import { createRecordingsPersonalData } from './content-log/personal-data.ts';
import type { RecordingsConfig } from './contract/settings.ts';
import { openDiskRates } from './disk/disk-rates.ts';
import { createDreamRecordings } from './dream-recordings.ts';
import { createExports } from './exports/exports.ts';
import { createExportsStore } from './exports/exports-store.ts';
import { openJournal } from './journal/journal.ts';
import { createKeyStore } from './marks/credentials/key-store.ts';
import { readKnownSigners } from './marks/credentials/known-signers.ts';
import { createSigning } from './marks/credentials/signing.ts';
import { trustmarkFiles } from './marks/trustmark/model-files.ts';
import { createNaming } from './name-dream.ts';
import { recoverDreams, recoverTakenOver } from './recovery/recover.ts';
import { registerCheck } from './routes.tsx';
import { dropOldDamage } from './tape/damaged-tapes.ts';
import { createSharedTapes } from './tape/shared-tapes.ts';

export { diagnoseFonts } from './exports/diagnose-fonts.ts';
export type { Journal } from './journal/journal.ts';
export { type RoomWrite, storeWrite } from './journal/room-writes.ts';
export { diagnoseCertificate, diagnoseCredentials } from './marks/credentials/diagnose-credentials.ts';
export { diagnoseWatermark } from './marks/trustmark/diagnose-watermark.ts';
export type { Tape } from './tape/tape.ts';

export type Recordings = ReturnType<typeof createRecordings>;

export interface RecordingsPorts {
  repository: DreamRepository;
  jobs: Jobs;
  /** proposes names for dreams; null if none is configured */
  model: LanguageModel | null;
  nodes: Pick<Nodes, 'self' | 'kind'>;
  /** moderates the preview image of the dream's link before it is stored */
  checkStill(dream: Pick<Dream, 'id' | 'userId'>, path: string): Promise<void>;
  /** captions of a dream's film, in seconds */
  cuesOf(dreamId: string): Promise<{ from: number; to: number; text: string }[]>;
}

/** Dreams' tapes, videos, stills and proposed names, and recovery after a crash. */
export function createRecordings(
  kit: Kit<RecordingsConfig & DreamsConfig & { DATA_DIR: string; APP_NAME: string; MODEL_BASE: string }>,
  { repository, jobs, model, nodes, checkStill, cuesOf }: RecordingsPorts,
) {
  const { config, db, clock, log, storage, disk, rateLimits } = kit;
  const tapesDir = join(config.DATA_DIR, 'tapes');
  const marking = (dream: Dream) => (config.WATERMARK === 'off' ? null : watermarkOf(dream));
  const trustmark = trustmarkFiles(config);
  const contentLog = createContentLogStore(db);
  const keys = createKeyStore(db);
  const naming = createNaming({ model, repository, jobs, log });
  const shared = {
    repository,
    contentLog,
    storage,
    jobs,
    disk,
    tapesDir,
    clock,
    log,
    transact: db.transact,
    appName: config.APP_NAME,
    watermarkOf: marking,
    ...(trustmark && {
      async trustmark() {
        await trustmark.bring().catch((error) => log.warn('TrustMark’s model isn’t available', { error }));
        return trustmark.encoder;
      },
    }),
    signing: createSigning({ config, store: keys, clock }),
  };
  const exportsStore = createExportsStore(db, clock);
  const exported = createExports({
    ...shared,
    store: exportsStore,
    rateLimits,
    cuesOf,
    fontsDir: join(config.DATA_DIR, 'fonts'),
  });
  const { recovery, compile, sign, drop, ...recordings } = createDreamRecordings({
    ...shared,
    rates: openDiskRates(config.DATA_DIR),
    dreamSeconds: config.STREAM_SECONDS,
    shared: nodes.kind === 'fleet' ? createSharedTapes({ storage, tapesDir, log }) : null,
    concurrency: config.COMPILE_JOBS,
    checkStill,
    compiled: naming.requestName,
  });
  const recoverDeps = {
    repository,
    clock,
    log,
    tapesDir,
    node: nodes.self,
    sharesQueue: nodes.kind === 'fleet',
    ...recovery,
  };

  return {
    ...recordings,
    register(app: App) {
      registerCheck(app, {
        contentLog,
        rateLimits,
        trustmark,
        knownSigners: () => readKnownSigners(keys, config.CONTENT_CERT_FILE),
      });
      exported.register(app);
    },
    /** Deletes what remains of a dream that is being deleted. */
    async drop(dreamId: string): Promise<void> {
      await exported.drop(dreamId);
      await drop(dreamId);
    },
    personalData: createRecordingsPersonalData({ contentLog, exports: exportsStore, repository }),
    openJournal: (dreamId: string) => openJournal(tapesDir, dreamId, { log }),
    /** Id of the watermark that workers write; null if they write none. */
    watermarkOf: trustmark ? () => null : marking,
    /** Finishes dreams that a killed process on this node left behind. */
    recover: () => recoverDreams(recoverDeps),
    /** Finishes a lost node's dream. */
    recoverTakenOver: (dream: Dream) => recoverTakenOver(recoverDeps, dream),
    jobs: [compile, sign, exported.job, naming.job],
    schedules: [
      defineDaily('forget-damaged-tapes', '00:30', () => dropOldDamage(tapesDir)),
      exported.schedule,
    ],
  };
}
