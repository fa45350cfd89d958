import type { Database } from '../db/database.ts';
import { createAccount } from '../modules/account/account.ts';
import { createAdmin } from '../modules/admin/admin.ts';
import { type Auth, createAuth } from '../modules/auth/auth.ts';
import { createBilling } from '../modules/billing/billing.ts';
import { createDreams, type Dreams } from '../modules/dreams/dreams.ts';
import { createHelp } from '../modules/help/help.ts';
import { createJobs } from '../modules/jobs/jobs.ts';
import type { Clock } from '../modules/kit/clock.ts';
import { createRateLimits } from '../modules/kit/http/rate-limit.ts';
import { createImages } from '../modules/kit/images/images.ts';
import type { Log } from '../modules/kit/log.ts';
import { watchDisk } from '../modules/kit/storage/disk.ts';
import { createTraces } from '../modules/kit/traces.ts';
import { languageModelOf } from '../modules/language-model/language-model.ts';
import { createMail } from '../modules/mail/mail.ts';
import type { Kit, Module } from '../modules/module.ts';
import { createNodes, sharedLimits } from '../modules/nodes/nodes.ts';
import { createProfiles, type Profiles } from '../modules/profiles/profiles.ts';
import { EXPORT_KEPT_DAYS } from '../modules/recordings/contract/export-kinds.ts';
import { createRecordings, type Recordings } from '../modules/recordings/recordings.ts';
import { createSafety, type Safety } from '../modules/safety/safety.ts';
import { createScores } from '../modules/scores/scores.ts';
import { KEPT_DAYS } from '../modules/security-log/contract/schemas.ts';
import { createSecurityLog } from '../modules/security-log/security-log.ts';
import { createStream, type Stream } from '../modules/stream/stream.ts';
import { createVoice } from '../modules/voice/voice.ts';
import type { Assets } from '../modules/web/load-assets.ts';
import { legalFacts } from '../modules/web/pages/legal-facts.ts';
import { createApp } from './app.tsx';
import { createBackups } from './backup/copies.ts';
import type { Ledger } from './backup/ledger.ts';
import type { Config } from './config.ts';
import { createHealth } from './health.ts';
import { createMetrics } from './metrics.ts';
import { checkStorage, openStorage } from './open-storage.ts';
import { createPageBackups } from './setup/page-backups.ts';
import { createSetup, type SetupProcess } from './setup/setup.ts';

interface ProgramParts {
  config: Config;
  log: Log;
  clock: Clock;
  /** closed with the program */
  db: Database;
  /** already applied to the database */
  ledger: Ledger;
  assets: Assets;
  /** process around it, for the set-up page */
  setupProcess: SetupProcess;
}

/**
 * Wires the whole program together, up to the app that answers requests. The caller listens, starts and stops it.
 */
export async function compose(parts: ProgramParts) {
  const { config, clock, ledger, assets, setupProcess } = parts;
  const metrics = config.METRICS_TOKEN ? await createMetrics() : null;
  const log = metrics?.counted(parts.log) ?? parts.log;
  const kit = await openKit(parts, log);

  // Each module gets the ports it needs. Arrow functions defer access to modules that are created later.
  const jobs = createJobs(kit);
  const nodes = createNodes(kit);
  const security = createSecurityLog(kit);
  const mail = createMail(kit, { jobs, accounts: () => auth });
  const later = () => ({ account, dreams, billing, stream });
  const auth: Auth = createAuth(kit, { mail, jobs, security, parts: later });
  const legal = legalFacts(config, { securityLogDays: KEPT_DAYS, exportDays: EXPORT_KEPT_DAYS });
  const billing = await createBilling(kit, { accounts: auth, jobs, legal });
  const dreams: Dreams = createDreams(kit, {
    auth,
    mail,
    jobs,
    dropElsewhere: async (dreamId) => {
      await Promise.all([recordings.drop(dreamId), stream.drop(dreamId), admin.unlinkDream(dreamId)]);
    },
    compileProgress: (dreamIds) => recordings.compileProgress(dreamIds),
    lookedAt: (look) => admin.lookedAt(look),
  });
  const profiles: Profiles = createProfiles(kit, { auth, dreams, mail, jobs });
  const { repository } = dreams;
  const model = languageModelOf(config);
  const safety: Safety = createSafety(kit, {
    security,
    model,
    hold: dreams.hold,
    ...(metrics && { counted: metrics.safetyCounted }),
  });
  const recordings: Recordings = createRecordings(kit, {
    repository,
    jobs,
    model,
    nodes,
    checkStill: safety.checkStill,
    cuesOf: dreams.cuesOf,
  });
  const voice = createVoice(kit, { repository, model, hasRoomForBytes: recordings.hasRoomFor });
  const stream: Stream = createStream(kit, {
    repository,
    recordings,
    billing,
    ...{ security, safety, nodes, auth, mail, model },
    reportLive: dreams.reportLive,
    ...(metrics && { dreamEnded: metrics.dreamEnded }),
  });
  const help = createHelp(kit, { billing });
  const account = createAccount(kit, {
    auth,
    mail,
    jobs,
    dreams,
    stream,
    billing,
    security,
    personalData: () => personalData,
  });
  const backups = createBackups({ config, clock, log, ledger, ...setupProcess });
  const admin = createAdmin(kit, {
    auth,
    account,
    mail,
    jobs,
    billing,
    dreams,
    profiles,
    recordings,
    stream,
    setup: createSetup(kit, { engines: stream.engineSetup, safetyTroubles: safety.troubles }, setupProcess),
    backups: createPageBackups(config, backups, setupProcess),
  });
  const health = createHealth(kit, {
    metrics,
    isDraining: () => nodes.isDraining,
    storageFault: recordings.fault,
    workersFault: stream.workersFault,
  });
  metrics?.watch(kit, { stream: stream.figures, jobs: jobs.figures }, health.checks);

  const modules: Module[] = [
    auth,
    security,
    admin,
    billing,
    mail,
    help,
    dreams,
    recordings,
    voice,
    createScores(kit, stream),
    profiles,
    stream,
    account,
    jobs,
  ];
  // Erased in reverse order: data that refers to an account goes before the account, because the account's row
  // identifies its owner.
  const personalData = modules.flatMap((one) => one.personalData ?? []).toReversed();

  await jobs.recover();
  await stream.recover();
  await account.settleAddresses();
  health.sweepAtStart();
  safety.start();
  const schedules = [...modules, health, backups, ledger].flatMap((one) => one.schedules ?? []);
  await jobs.prepare(
    modules.flatMap((one) => one.jobs ?? []),
    schedules,
  );

  return {
    app: createApp({
      kit,
      assets,
      modules,
      health,
      nodeUrls: nodes.urls,
      ...(metrics && { measure: metrics.measure }),
      countRefusals: security.countRefusals,
      findPerson: auth.findPerson,
      legal,
      checkAccess: stream.checkAccess,
    }),
    kit,
    account,
    auth,
    jobs,
    mail,
    nodes,
    security,
    stream,
    schedules,

    /** Ends live dreams and keeps their recordings, then stops listening, then stops the rest. */
    async stop(closeDoor = async () => {}): Promise<void> {
      await stream.endAll();
      backups.stop();
      await nodes.stop();
      await Promise.all([jobs.stop(), closeDoor()]);
      mail.close();
      kit.images.close();
      safety.close();
      await security.close();
      await kit.disk.stop();
      await kit.db.close();
    },
  };
}

async function openKit({ config, clock, db }: ProgramParts, log: Log): Promise<Kit<Config>> {
  const storage = openStorage(config);
  await checkStorage(storage, log);
  return {
    config,
    log,
    clock,
    disk: await watchDisk(config.DATA_DIR, log),
    images: createImages(),
    db,
    storage,
    rateLimits: createRateLimits(sharedLimits(config, db)),
    traceOf: createTraces(config),
  };
}
