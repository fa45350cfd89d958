import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clientAddress } from '../../src/kit/client-address.ts';
import { createFileStorage } from '../../src/kit/file-storage.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from '../../src/kit/generated-secret.ts';
import type { App } from '../../src/web/context.ts';
import { isOwnOrigin } from '../../src/web/security.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { SessionUser } from '../auth/schemas.ts';
import type { Billing } from '../billing/billing.ts';
import type { BillingConfig } from '../billing/settings.ts';
import type { Dream, Dreams } from '../dreams/dreams.ts';
import { defineDaily } from '../jobs/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Kit } from '../module.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import { startEmbeddedWorkers } from './dispatch/embedded.ts';
import { generatorEnv, usualSlots } from './dispatch/own-generator.ts';
import { forgetDream } from './dispatch/runpod/jobs-store.ts';
import { createRunpod } from './dispatch/runpod/runpod.ts';
import { registerWebhook } from './dispatch/runpod/webhook.ts';
import { waitNote } from './dispatch/runpod/words.ts';
import { registerDraw } from './draw-routes.tsx';
import { checkAccess } from './live/admission.ts';
import { openJournal } from './live/journal.ts';
import { createRelay, type Relay } from './live/relay.ts';
import { stopLive } from './live/stop-live.ts';
import { whyWaiting } from './live/why-waiting.ts';
import { PICTURE_FORM_MAX_BYTES, registerPictures } from './picture/picture-routes.ts';
import { forgetOldDamage } from './recording/damaged-tapes.ts';
import { createRecordings } from './recording/recordings.ts';
import { recoverDreams } from './recording/recover.ts';
import { registerStream } from './routes.tsx';
import type { StreamConfig } from './settings.ts';
import { createWorkersStore } from './store.ts';
import { registerAssist } from './voice/assist-routes.ts';
import { registerVoice, VOICE_FORM_MAX_BYTES } from './voice/voice-routes.tsx';

export { generatorFault } from './dispatch/own-generator.ts';

export type Stream = ReturnType<typeof createStream>;

export interface StreamPorts {
  dreams: Pick<Dreams, 'lifecycle'>;
  jobs: Pick<Jobs, 'enqueue' | 'again'>;
  billing: Pick<Billing, 'currentPeriod'>;
  security: Pick<SecurityLog, 'refused'>;
}

/** Live dreams: who gets in, what draws them, their pictures, their voices and their recordings. */
export function createStream(
  kit: Kit<StreamConfig & BillingConfig & SiteConfig & { DATA_DIR: string; LOG_LEVEL: string }>,
  { dreams: { lifecycle }, jobs, billing, security }: StreamPorts,
) {
  const { config, db, clock, log, storage, disk, rateLimits } = kit;
  const node = config.NODE_URL ?? 'local';
  const tapesDir = join(config.DATA_DIR, 'tapes');
  const uploadsDir = join(config.DATA_DIR, 'uploads');
  const workerToken = config.WORKER_TOKEN ?? generatedSecret(config.DATA_DIR, WORKER_TOKEN_FILE);
  const workers = createWorkersStore(db, clock, node);
  const recordings = createRecordings({
    lifecycle,
    storage,
    jobs,
    disk,
    transact: db.transact,
    tapesDir,
    atOnce: config.COMPILE_JOBS,
    clock,
    log,
  });
  const runpod =
    config.workers.kind === 'runpod'
      ? createRunpod(kit, {
          node,
          nameDream: lifecycle.nameJob,
          rooms: { waiting: () => relay.waiting(), find: (dreamId) => relay.room(dreamId) },
        })
      : null;
  const relay: Relay = createRelay({
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
    allowsNonCommercial: !config.sellsPlans || config.NONCOMMERCIAL_ENGINES === 'allowed',
    recordingClosed: recordings.askForVideo,
    dreamEnded: recordings.ended,
    ...(runpod && { jobPass: runpod.pass }),
  });
  const { reserve } = recordings;
  const admission = { config, clock, lifecycle, billing, node, reserve };
  const embedded = config.workers.kind === 'embedded' ? config.workers : null;

  return {
    register(app: App) {
      registerStream(app, {
        ...admission,
        relay,
        rateLimits,
        ...(runpod && { waitNote: (dreamId: string) => waitNote(runpod.trouble(dreamId)) }),
        generator: embedded ? config.GENERATOR : 'fleet',
      });
      registerWebhook(app, runpod?.webhook ?? (async () => false));
      registerDraw(app, { config, relay, rateLimits });
      registerAssist(app, {
        log,
        rateLimits,
        agent: config.LLM_BASE_URL
          ? { baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL }
          : null,
        voiceModels: config.voiceModelFolder ? createFileStorage(config.voiceModelFolder) : null,
      });
      registerPictures(app, {
        ...{ lifecycle, storage, rateLimits, relay, uploadsDir },
        hasRoomForBytes: recordings.hasRoomFor,
      });
      registerVoice(app, {
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
      });
    },
    longBodies: { '/api/voice': VOICE_FORM_MAX_BYTES, '/api/stream/picture': PICTURE_FORM_MAX_BYTES },
    jobs: [recordings.compile],
    schedules: [
      defineDaily('forget-damaged-tapes', '00:30', () => forgetOldDamage(tapesDir)),
      ...(runpod?.schedules ?? []),
    ],

    /** Puts right what a killed process left behind, before the first request. */
    async recover(): Promise<void> {
      await rm(uploadsDir, { recursive: true, force: true });
      await workers.removeAll();
      await recoverDreams({
        lifecycle,
        clock,
        log,
        node,
        tapesDir,
        askForVideo: recordings.askForVideo,
      });
      await runpod?.recover();
    },

    /**
     * Starts the workers of this box, where it has any, or has them started elsewhere; they dial in as all others do.
     * @param address `http://host:port` of this server
     */
    startWorkers(address: string) {
      if (!embedded) return runpod?.start(address) ?? null;
      return startEmbeddedWorkers({
        slots: embedded.slots ?? usualSlots(config),
        env: generatorEnv(config),
        relayUrl: address.replace(/^http/, 'ws'),
        workerToken,
        logLevel: config.LOG_LEVEL,
        log,
      });
    },

    upgrade: relay.upgrade,
    tick: relay.tick,
    figures: relay.figures,
    /** for operators: those of this node, and why people wait for them */
    workers: {
      list: relay.workers,
      waiting() {
        const { queued } = relay.figures();
        return { queued, reason: whyWaiting(queued, relay.workers(), runpod?.waitReason() ?? null) };
      },
      drain: relay.drainWorker,
      remove: relay.removeWorker,
    },
    workerToken,
    /** A login session is over: its sockets close and its tickets are worth nothing. */
    closeLogin: relay.closeLogin,
    closeOperator: relay.closeOperator,
    checkAccess: (person: SessionUser) => checkAccess(admission, person),
    stopLive: (dream: Dream, noted: () => Promise<void>) => stopLive(relay, dream, noted),
    compileAgain: recordings.compileAgain,
    /** What is left of a dream here goes when it is erased. */
    async forget(dreamId: string): Promise<void> {
      await recordings.forget(dreamId);
      await forgetDream(db, dreamId);
    },
    /** Ends every dream, keeping its recording, and resolves when all of it is stored. */
    endAll: relay.shutDown,
  };
}
