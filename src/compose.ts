import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../db/open.ts';
import { defineEraseJob } from '../modules/account/close-account.ts';
import { createAdminPersonalData } from '../modules/admin/personal-data.ts';
import { createAdminStore } from '../modules/admin/store.ts';
import { createCodeFlow } from '../modules/auth/code-flow.ts';
import { createTokenVerifier } from '../modules/auth/google-token.ts';
import { createAccountPersonalData } from '../modules/auth/personal-data.ts';
import { createProvider } from '../modules/auth/provider.ts';
import { createAuthStore } from '../modules/auth/store.ts';
import { endSubscriptions } from '../modules/billing/end-subscriptions.ts';
import { createBillingPersonalData } from '../modules/billing/personal-data.ts';
import { defineEventJob } from '../modules/billing/process-event.ts';
import { subscriptionRenews } from '../modules/billing/renews.ts';
import { createBillingStore } from '../modules/billing/store.ts';
import { createStripeClient } from '../modules/billing/stripe.ts';
import { createConversationStore } from '../modules/dreams/conversation-store.ts';
import { createLifecycle } from '../modules/dreams/lifecycle.ts';
import { defineReportJob, tellAdmins } from '../modules/dreams/mail-report.ts';
import { createDreamsPersonalData } from '../modules/dreams/personal-data.ts';
import { purgeHidden } from '../modules/dreams/purge-hidden.ts';
import { createPurgeStore } from '../modules/dreams/purge-store.ts';
import { createRetention } from '../modules/dreams/retention.ts';
import { createDreamsStore } from '../modules/dreams/store.ts';
import { createTrialTraces } from '../modules/dreams/trial-trace.ts';
import { createHelpPersonalData } from '../modules/help/personal-data.ts';
import { createHelpStore } from '../modules/help/store.ts';
import { createDailyJobs } from '../modules/jobs/define-daily.ts';
import type { DefinedJob } from '../modules/jobs/define-job.ts';
import { createJobRunner, type JobHandler, RetryLater } from '../modules/jobs/runner.ts';
import { createJobsStore } from '../modules/jobs/store.ts';
import { createBulkStore } from '../modules/mail/bulk-store.ts';
import { createMailer } from '../modules/mail/mailer.ts';
import { createMailPersonalData } from '../modules/mail/personal-data.ts';
import { defineBulkMailJob } from '../modules/mail/send-bulk.ts';
import { createMailStore } from '../modules/mail/store.ts';
import { createSecurityPersonalData } from '../modules/security-log/personal-data.ts';
import { createSecurityLog } from '../modules/security-log/security-log.ts';
import { createSecurityStore } from '../modules/security-log/store.ts';
import { checkAccess } from '../modules/stream/live/admission.ts';
import { openJournal } from '../modules/stream/live/journal.ts';
import { createRelay } from '../modules/stream/live/relay.ts';
import { createRecordings } from '../modules/stream/recording/recordings.ts';
import { recoverDreams } from '../modules/stream/recording/recover.ts';
import { createWorkersStore } from '../modules/stream/store.ts';
import { createApp } from './app.tsx';
import type { Config } from './config.ts';
import { dailyWork } from './daily-work.ts';
import { clientAddress } from './kit/client-address.ts';
import type { Clock } from './kit/clock.ts';
import { watchDisk } from './kit/disk.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from './kit/generated-secret.ts';
import type { Log } from './kit/log.ts';
import { createRateLimits } from './kit/rate-limit.ts';
import { createFileStorage } from './kit/storage.ts';
import { type Assets, loadAssets } from './web/load-assets.ts';
import { isOwnOrigin } from './web/security.ts';

/** All or none of them make sense. */
const BILLING_SETTINGS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_BASIC',
  'STRIPE_PRICE_PREMIUM',
] as const;

/** Puts the whole program together, up to the app that answers requests; who calls it listens and stops it. */
export async function compose(config: Config, log: Log, clock: Clock, assets: Assets = loadAssets()) {
  const disk = await watchDisk(config.DATA_DIR, log);
  const db = await openDatabase(config);
  const storage = createFileStorage(join(config.DATA_DIR, 'media'));
  const tapesDir = join(config.DATA_DIR, 'tapes');
  // Uploads that were under way when the program was killed.
  const uploadsDir = join(config.DATA_DIR, 'uploads');
  await rm(uploadsDir, { recursive: true, force: true });
  const node = config.NODE_URL ?? 'local';
  const workerToken = config.WORKER_TOKEN ?? generatedSecret(config.DATA_DIR, WORKER_TOKEN_FILE);

  const lifecycle = createLifecycle(db, clock);
  const store = createAuthStore(db, clock);
  const billing = createBillingStore(db, clock);
  const stripe = config.stripe && createStripeClient(config.stripe, clock);
  const unset = BILLING_SETTINGS.filter((name) => config[name] === undefined);
  if (unset.length > 0 && unset.length < BILLING_SETTINGS.length) {
    log.warn('billing is not set up in full', { missing: unset });
  }
  const trials = createTrialTraces(db, lifecycle);
  const dreams = createDreamsStore(db, clock);
  const help = createHelpStore(db, clock);
  const mailer = createMailer({ config, store: createMailStore(db, clock), log });
  const jobs = createJobsStore(db, clock);
  const recordings = createRecordings({
    lifecycle,
    storage,
    jobs,
    disk,
    transact: db.transact,
    tapesDir,
    clock,
    log,
  });
  const security = createSecurityLog({ store: createSecurityStore(db, clock), clock, log });
  const personalData = [
    createDreamsPersonalData({ db, storage, removeTape: recordings.forget }),
    createHelpPersonalData(db),
    createMailPersonalData(db, store.addressesOf),
    createBillingPersonalData(db, async (userId) => {
      if (stripe) await endSubscriptions({ stripe, store: billing }, userId);
    }),
    createAdminPersonalData(db),
    createSecurityPersonalData(db),
    createAccountPersonalData(db, clock, storage),
  ];

  const purge = {
    store: createPurgeStore(db),
    storage,
    clock,
    log,
    keepDays: config.HIDDEN_DAYS,
    removeTape: recordings.forget,
  };
  const reports = {
    config,
    clock,
    store: dreams,
    mailer,
    admins: store.listAdminEmails,
    enqueue: jobs.enqueue,
  };
  const selling = stripe && { stripe, store: billing, accounts: store, log };
  const bulk = createBulkStore(db, clock);
  // A runner each: a video takes minutes and a bulk mail hours, and neither shall hold up anything else.
  const runnerOf = (concurrency: number, defined: readonly DefinedJob[]) =>
    createJobRunner({
      store: jobs,
      clock,
      concurrency,
      onError: (error, job) => {
        const what = { kind: job?.kind, key: job?.key, error };
        if (error instanceof RetryLater) log.warn('a job waits', what);
        else log.error('job failed', what);
      },
      handlers: Object.fromEntries(
        defined.map((one) => [
          one.kind,
          { ...one, run: (job, run) => db.patiently(() => one.run(job, run)) } satisfies JobHandler,
        ]),
      ),
    });
  const daily = createDailyJobs(
    { jobs, clock },
    dailyWork({
      clock,
      purge,
      retention: createRetention(config, store.findUser),
      help,
      security,
      accounts: store,
      jobs,
      tapesDir,
      storage,
      selling,
    }),
  );
  const erase = defineEraseJob({
    store,
    clock,
    signedOut: (loginId) => relay.closeLogin(loginId),
    rememberTrials: trials.remember,
    parts: personalData,
  });
  const runners = [
    runnerOf(config.COMPILE_JOBS, [recordings.compile]),
    runnerOf(1, [defineBulkMailJob({ bulk, mailer, appName: config.APP_NAME })]),
    ...(selling ? [runnerOf(2, [defineEventJob(selling)])] : []),
    runnerOf(1, [...daily.jobs, defineReportJob(reports), erase]),
  ];

  const workers = createWorkersStore(db, clock, node);
  await workers.removeAll();
  // A lone server knows that whoever held these leases is dead.
  if (!config.NODE_URL) await jobs.releaseAll();
  await recoverDreams({ lifecycle, clock, log, node, tapesDir, askForVideo: recordings.askForVideo });
  await daily.schedule();
  // Beside the start: what lies there unfinished is of a process that was killed.
  storage.sweep(Date.now()).catch((error: unknown) => log.warn('left-over files', { error }));

  const rateLimits = createRateLimits();
  const relay = createRelay({
    clock,
    log,
    lifecycle,
    workers,
    workerToken,
    workerRefused: (address) => security.refused('worker-refused', address, 'wrong worker token'),
    rateLimits,
    addressOf: (request, socketAddress) => clientAddress(config, request.headers, socketAddress),
    isOwnOrigin: (origin, host) => isOwnOrigin(config, origin, host),
    openTape: recordings.openTape,
    openJournal: (dream) => openJournal(tapesDir, dream.id, { log }),
    recordingClosed: recordings.askForVideo,
    dreamEnded: recordings.ended,
  });

  const adminEmails = config.ADMIN_EMAILS ?? [];
  const provider = createProvider({ config, clock, log });
  const auth = {
    config,
    clock,
    log,
    store,
    storage,
    mailer,
    rateLimits,
    adminEmails,
    codeFlow: createCodeFlow({ config, clock, log }, provider),
    verifyToken: createTokenVerifier({ config, clock, log }, provider),
    signedOut: relay.closeLogin,
    security,
    trials,
  };
  const stream = {
    config,
    clock,
    lifecycle,
    relay,
    rateLimits,
    node,
    billing,
    generator: config.workers.kind === 'embedded' ? 'demo' : 'fleet',
    reserve: recordings.reserve,
  };
  const app = createApp({
    config,
    log,
    assets,
    auth,
    account: {
      ...auth,
      checkAccess: (person) => checkAccess(stream, person),
      subscriptionRenews: (userId) =>
        subscriptionRenews({ stripe, store: billing, accounts: store, log }, userId),
      jobs,
      personalData,
    },
    billing: {
      config,
      clock,
      log,
      store: billing,
      accounts: store,
      jobs,
      rateLimits,
      stripe,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    },
    dreams: {
      store: dreams,
      storage,
      clock,
      isClosed: store.isClosed,
      rateLimits,
      tellAdmins: (reportId, dreamId) => tellAdmins(reports, reportId, dreamId),
    },
    conversation: { store: dreams, conversations: createConversationStore(db), clock, rateLimits },
    help: { config, log, store: help, rateLimits },
    stream,
    voice: {
      lifecycle,
      storage,
      clock,
      log,
      rateLimits,
      uploadsDir,
      hasRoomForBytes: recordings.hasRoomFor,
      speech: config.ASR_BASE_URL
        ? { baseUrl: config.ASR_BASE_URL, apiKey: config.ASR_API_KEY, model: config.ASR_MODEL }
        : null,
    },
    assist: {
      log,
      rateLimits,
      agent: config.LLM_BASE_URL
        ? { baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL }
        : null,
      voiceModels: config.voiceModelFolder ? createFileStorage(config.voiceModelFolder) : null,
    },
    admin: {
      store: createAdminStore(db, clock),
      clock,
      lifecycle,
      compileAgain: recordings.compileAgain,
      purgeHidden: () => purgeHidden({ ...purge, keepDays: 0 }, new AbortController().signal),
      relay,
      accounts: store,
      mailer,
      bulk,
      jobs,
      log,
      appName: config.APP_NAME,
    },
    health: { db, storage, disk, log, metricsToken: config.METRICS_TOKEN, figures: relay.figures },
  });
  const runner = {
    start() {
      for (const one of runners) one.start();
    },
    /** Looks for due jobs now. */
    wake() {
      for (const one of runners) one.wake();
    },
    async stop(): Promise<void> {
      await Promise.all([...runners.map((one) => one.stop()), disk.stop()]);
    },
  };
  return { app, auth, billing, db, jobs, relay, runner, mailer, security, workerToken };
}
