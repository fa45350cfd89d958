import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clientAddress } from '../../src/kit/http/client-address.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from '../../src/kit/settings/generated-secret.ts';
import { createFileStorage } from '../../src/kit/storage/file-storage.ts';
import type { App } from '../../src/web/context.ts';
import { isOwnOrigin } from '../../src/web/security.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { SessionUser } from '../auth/schemas.ts';
import type { Billing } from '../billing/billing.ts';
import type { BillingConfig } from '../billing/settings.ts';
import type { Dream, DreamEnd, Dreams } from '../dreams/dreams.ts';
import { defineDaily } from '../jobs/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Kit } from '../module.ts';
import type { Nodes } from '../nodes/nodes.ts';
import { openDiskRates } from '../recordings/disk/disk-rates.ts';
import { openJournal } from '../recordings/journal/journal.ts';
import { createNaming } from '../recordings/name-dream.ts';
import { createRecordings } from '../recordings/recordings.ts';
import { recoverDreams, recoverInherited } from '../recordings/recovery/recover.ts';
import { forgetOldDamage } from '../recordings/tape/damaged-tapes.ts';
import { createSharedTapes } from '../recordings/tape/shared-tapes.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import { registerAssist } from '../voice/assist-routes.ts';
import { registerVoice, VOICE_FORM_MAX_BYTES } from '../voice/voice-routes.tsx';
import { drainDreams } from './cluster/drain-dreams.ts';
import { createElsewhere } from './cluster/elsewhere.ts';
import { joinNodes } from './cluster/join-nodes.ts';
import { createEngineSetup } from './dispatch/engine-setup.ts';
import { createOwnWorkers } from './dispatch/own-workers.ts';
import { forgetDream } from './dispatch/runpod/jobs-store.ts';
import { createRunpod } from './dispatch/runpod/runpod.ts';
import { registerWebhook } from './dispatch/runpod/webhook.ts';
import { waitNote } from './dispatch/runpod/words.ts';
import { checkAccess } from './door/admission.ts';
import { stopLive } from './door/stop-live.ts';
import { registerDraw } from './draw-routes.tsx';
import { PICTURE_FORM_MAX_BYTES, registerPictures } from './images/picture-routes.ts';
import { createRelay, type Relay } from './relay.ts';
import { registerStream } from './routes.tsx';
import type { StreamConfig } from './settings.ts';
import { createWorkersStore } from './store.ts';
import { createWorkersDesk } from './workers/workers-desk.ts';

export { generatorFault } from '../worker/own-generator.ts';
export { diagnoseEngines } from './dispatch/diagnose-engines.ts';
export type { EngineSetup } from './dispatch/engine-setup.ts';

export type Stream = ReturnType<typeof createStream>;

export interface StreamPorts {
  dreams: Pick<Dreams, 'lifecycle'>;
  jobs: Pick<Jobs, 'enqueue' | 'again' | 'progressOf'>;
  billing: Pick<Billing, 'currentPeriod'>;
  security: Pick<SecurityLog, 'refused'>;
  nodes: Nodes;
  /** how each dream ended, for the figures */
  dreamEnded?(end: DreamEnd): void;
}

/** Live dreams: who gets in, what draws them, their pictures, their voices and their recordings. */
export function createStream(
  kit: Kit<StreamConfig & BillingConfig & SiteConfig & { DATA_DIR: string; LOG_LEVEL: string }>,
  { dreams: { lifecycle }, jobs, billing, security, nodes, dreamEnded }: StreamPorts,
) {
  const { config, db, clock, log, storage, images, disk, rateLimits } = kit;
  const node = nodes.self;
  const tapesDir = join(config.DATA_DIR, 'tapes');
  const uploadsDir = join(config.DATA_DIR, 'uploads');
  const workerToken = config.WORKER_TOKEN ?? generatedSecret(config.DATA_DIR, WORKER_TOKEN_FILE);
  const workers = createWorkersStore(db, clock, node);
  const model = config.LLM_BASE_URL
    ? { baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL }
    : null;
  const naming = createNaming({ model, lifecycle, jobs, log });
  const recordings = createRecordings({
    ...{ lifecycle, storage, jobs, disk, tapesDir, clock, log },
    rates: openDiskRates(config.DATA_DIR),
    dreamSeconds: config.STREAM_SECONDS,
    transact: db.transact,
    shared: nodes.isFleet ? createSharedTapes({ storage, tapesDir, log }) : null,
    atOnce: config.COMPILE_JOBS,
    compiled: naming.askForName,
  });
  const runpod =
    config.workers.kind === 'runpod'
      ? createRunpod(kit, {
          node,
          nameDream: lifecycle.nameJob,
          rooms: {
            waiting: () => (recordings.space.hasRoom() ? relay.waiting() : []),
            find: (dreamId) => relay.room(dreamId),
          },
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
    space: recordings.space,
    dreamMoved: recordings.forgetMoved,
    ...(nodes.isFleet && {
      shared: {
        ...{ node, findDream: lifecycle.find, takesDreams: () => nodes.takesDreams },
        tell: () => nodes.tell('line', null),
      },
    }),
    ...(dreamEnded && { measured: dreamEnded }),
    ...(runpod && { jobPass: runpod.pass }),
  });
  const admission = { config, clock, lifecycle, billing, node, canHold: recordings.canHold };
  const elsewhere = createElsewhere(nodes, lifecycle);
  const own = createOwnWorkers({ config, workerToken, relay, clock, log });
  const onLine = {
    waitNote: (dreamId: string) =>
      recordings.waitNote() ?? (runpod ? waitNote(runpod.trouble(dreamId)) : own.waitNote()),
  };
  const recovery = {
    ...{ lifecycle, clock, log, node, tapesDir, sharesLine: nodes.isFleet },
    ...recordings.recovery,
  };
  const nodesPort = joinNodes({
    ...{ log, nodes, relay, elsewhere, lifecycle, ...onLine },
    recover: (dream) => recoverInherited(recovery, dream),
  });
  const embedded = config.workers.kind === 'embedded' ? config.workers : null;

  return {
    register(app: App) {
      registerStream(app, {
        ...admission,
        relay,
        elsewhere,
        rateLimits,
        ...onLine,
        generator: embedded ? config.GENERATOR : 'fleet',
      });
      registerWebhook(app, runpod?.webhook ?? (async () => false));
      registerDraw(app, { config, relay, rateLimits });
      registerAssist(app, {
        log,
        rateLimits,
        agent: model,
        voiceModels: config.voiceModelFolder ? createFileStorage(config.voiceModelFolder) : null,
      });
      registerPictures(app, {
        ...{ lifecycle, storage, images, rateLimits, relay, elsewhere, uploadsDir },
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
    jobs: [recordings.compile, naming.job],
    schedules: [
      defineDaily('forget-damaged-tapes', '00:30', () => forgetOldDamage(tapesDir)),
      ...(runpod?.schedules ?? []),
    ],

    /** Puts right what a killed process left behind, before the first request. */
    async recover(): Promise<void> {
      await rm(uploadsDir, { recursive: true, force: true });
      await workers.removeAll();
      await recoverDreams(recovery);
      await runpod?.recover();
    },

    /** Lives among the other servers that share its database, where there are any. */
    async join(): Promise<void> {
      await nodes.start(nodesPort);
      relay.start();
    },
    /** Others take the dreams that wait; resolves once the live ones have ended, or the time is over. */
    drain: (withinMs: number) => drainDreams({ nodes, relay, lifecycle }, withinMs),

    /**
     * Starts the workers of this box, where it has any, or has them started elsewhere; they dial in as all others do.
     * @param address `http://host:port` of this server
     */
    startWorkers(address: string) {
      if (!embedded) return runpod?.start(address) ?? null;
      return own.start(address);
    },

    upgrade: relay.upgrade,
    tick: relay.tick,
    figures: relay.figures,
    /** for operators: those of this node, and why people wait for them */
    workers: createWorkersDesk({ nodes, relay, waitReason: () => runpod?.waitReason() ?? null, own }),
    /** what keeps the box from being ready, in words; null where nothing does */
    readiness: { workers: own.fault, storage: recordings.fault },
    engineSetup: createEngineSetup(config, { relay, own }),
    workerToken,
    /** A login session is over: its sockets close and its tickets are worth nothing. */
    closeLogin(loginId: string): void {
      relay.closeLogin(loginId);
      nodes.tell('close-login', loginId);
    },
    closeOperator(userId: string): void {
      relay.closeOperator(userId);
      nodes.tell('close-operator', userId);
    },
    checkAccess: (person: SessionUser) => checkAccess(admission, person),
    stopLive: (dream: Dream, noted: () => Promise<void>) => stopLive({ relay, elsewhere }, dream, noted),
    compileAgain: recordings.compileAgain,
    compileProgress: recordings.compileProgress,
    /** What is left of a dream here goes when it is erased. */
    async forget(dreamId: string): Promise<void> {
      await recordings.forget(dreamId);
      await forgetDream(db, dreamId);
    },
    /** Ends every dream, keeping its recording, and resolves when all of it is stored. */
    endAll: relay.shutDown,
  };
}
