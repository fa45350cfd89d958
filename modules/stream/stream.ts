import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Auth } from '../auth/auth.ts';
import type { AuthConfig } from '../auth/contract/settings.ts';
import type { Billing } from '../billing/billing.ts';
import type { BillingConfig } from '../billing/contract/settings.ts';
import type { DreamsConfig } from '../dreams/contract/settings.ts';
import type { Dream, DreamEnd, DreamRepository, Dreams } from '../dreams/dreams.ts';
import { clientAddress } from '../kit/http/client-address.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from '../kit/settings/generated-secret.ts';
import { isLoopback, isLoopbackHost } from '../kit/settings/setting.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import type { Mail } from '../mail/mail.ts';
import type { Kit } from '../module.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { Safety } from '../safety/safety.ts';
import { SCORE_BODY_MAX } from '../scores/contract/limits.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { App } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { isOwnOrigin } from '../web/security.ts';
import type { GeneratorConfig } from '../worker/worker.ts';
import { checkAccess, quotaOf } from './admission/admission.ts';
import { endLive, isLive, stopLive } from './admission/stop-live.ts';
import { registerAgain } from './again/again-routes.ts';
import { scoreOfDream } from './again/repeatable.ts';
import { registerWatch } from './audience/watch-routes.tsx';
import { createWatching } from './audience/watching.ts';
import { createFleetCluster } from './cluster/fleet.ts';
import { createSoloCluster } from './cluster/solo.ts';
import type { StreamConfig } from './contract/settings.ts';
import { createEngineSetup } from './dispatch/engine-setup.ts';
import { createOwnWorkers } from './dispatch/own-workers.ts';
import { dropDream } from './dispatch/runpod/jobs-store.ts';
import { createRunpod } from './dispatch/runpod/runpod.ts';
import { registerWebhook } from './dispatch/runpod/webhook.ts';
import { waitNote as runpodNote } from './dispatch/runpod/words.ts';
import { registerDraw } from './draw-routes.tsx';
import { IMAGE_FORM_MAX_BYTES, registerImages } from './images/image-routes.ts';
import { createRelay, type Relay } from './relay.ts';
import { createClips } from './rewind/keep-clip.ts';
import { registerRewind } from './rewind/rewind-routes.ts';
import { registerStream, type StreamPageConfig } from './routes.tsx';
import { storyParts } from './score/story-parts.ts';
import { createWorkersStore } from './store.ts';
import { createFailingMails } from './workers/mail-failing.ts';
import { createWorkerHealth } from './workers/worker-health.ts';
import { createWorkersFacade } from './workers/workers-facade.ts';

export { diagnoseWorkers } from './dispatch/diagnose-workers.ts';
export type { EngineSetup } from './dispatch/engine-setup.ts';

export type Stream = ReturnType<typeof createStream>;

export interface StreamPorts {
  repository: DreamRepository;
  recordings: Recordings;
  billing: Pick<Billing, 'currentPeriod'>;
  security: Pick<SecurityLog, 'refused'>;
  safety: Pick<Safety, 'gate' | 'watch' | 'imageFault' | 'camera'>;
  nodes: Nodes;
  auth: Pick<Auth, 'beginGuest' | 'findUser' | 'isClosed' | 'listOperators' | 'markSeen'>;
  /** Files a report about a live dream by someone who watches it. @returns its number */
  reportLive: Dreams['reportLive'];
  mail: Pick<Mail, 'queue'>;
  /** continues stories; null if none is configured */
  model: LanguageModel | null;
  /** called with how each dream ended, for statistics */
  dreamEnded?(end: DreamEnd): void;
}

/** Live dreams: admission, workers, and the delivery of frames to viewers. */
export function createStream(
  kit: Kit<
    StreamConfig &
      StreamPageConfig &
      GeneratorConfig &
      BillingConfig &
      SiteConfig &
      DreamsConfig &
      Pick<AuthConfig, 'GUEST_SECONDS'> & { LOG_LEVEL: string; HOST: string }
  >,
  ports: StreamPorts,
) {
  const { repository, recordings, billing, security, safety, nodes, auth, mail, model, dreamEnded } = ports;
  const { config, db, clock, log, storage, rateLimits } = kit;
  const node = nodes.self;
  const uploadsDir = join(config.DATA_DIR, 'uploads');
  const workerToken = config.WORKER_TOKEN ?? generatedSecret(config.DATA_DIR, WORKER_TOKEN_FILE);
  const workers = createWorkersStore(db, clock, node);
  const health = createWorkerHealth(
    clock,
    createFailingMails({ config, db, store: workers, auth, mail, log }),
  );
  const runpod =
    config.workers.kind === 'runpod'
      ? createRunpod(kit, {
          node,
          nameDream: repository.nameJob,
          rooms: {
            waiting: () => (recordings.space.hasRoom() ? relay.waiting() : []),
            find: (dreamId) => relay.room(dreamId),
          },
        })
      : null;
  const cluster =
    nodes.kind === 'fleet' ? createFleetCluster({ nodes, repository, log }) : createSoloCluster();
  const relay: Relay = createRelay({
    createQueue: cluster.createQueue,
    clock,
    log,
    repository,
    workers,
    health,
    workerToken,
    workerRefused: (address) =>
      security.refused('worker-refused', address, inCodes(m.stream_log_worker_token)),
    rateLimits,
    addressOf: (request, socketAddress) => clientAddress(config, request.headers, socketAddress),
    isOwnOrigin: (origin, host) => isOwnOrigin(config, origin, host),
    openTape: recordings.openTape,
    safety,
    openJournal: (dream) => recordings.openJournal(dream.id),
    watermarkOf: recordings.watermarkOf,
    ...storyParts({ repository, storage, model }),
    allowsCamera: config.LIVE_CAMERA === 'on',
    ...allowedLicences(config),
    seen: (userId) => void auth.markSeen(userId).catch((error) => log.warn('not noted as seen', { error })),
    recordingClosed: recordings.requestVideo,
    dreamEnded: recordings.ended,
    space: recordings.space,
    maxWatchers: config.MAX_WATCHERS,
    isClosed: auth.isClosed,
    dreamMoved: recordings.dropMoved,
    ...(dreamEnded && { measured: dreamEnded }),
    ...(runpod && { jobPass: runpod.pass }),
  });
  const watching = createWatching({ repository, relay, cluster, isClosed: auth.isClosed });
  let isLeaving = false;
  const admission = {
    ...{ config, clock, repository, billing, node },
    canHold: recordings.canHold,
    isLeaving: () => isLeaving,
  };
  const own = createOwnWorkers({ config, workerToken, relay, health, clock, log });
  const waitNote = (dreamId: string) =>
    recordings.waitNote() ?? (runpod ? runpodNote(runpod.trouble(dreamId)) : own.waitNote());
  const keepClip = createClips({ ...kit, repository, relay, recordings, node });
  const embedded = config.workers.kind === 'embedded' ? config.workers : null;

  return {
    register(app: App) {
      registerStream(app, {
        ...admission,
        ...{ relay, cluster, rateLimits },
        beginGuest: auth.beginGuest,
        waitNote,
        generator: embedded ? config.GENERATOR : 'fleet',
      });
      registerAgain(app, { ...kit, ...admission, safety, relay, cluster, isClosed: auth.isClosed });
      registerRewind(app, { repository, relay, cluster, rateLimits, keepClip });
      registerWebhook(app, runpod?.webhook ?? (async () => false));
      registerDraw(app, { config, relay, rateLimits });
      registerWatch(app, { ...ports, ...auth, watching, relay, cluster, rateLimits });
      registerImages(app, {
        ...kit,
        ...{ repository, safety, relay, cluster, uploadsDir },
        hasRoomForBytes: recordings.hasRoomFor,
      });
    },
    longBodies: {
      '/api/stream/picture': IMAGE_FORM_MAX_BYTES,
      '/api/stream/again': 2 * SCORE_BODY_MAX,
      '/api/stream/branch': SCORE_BODY_MAX,
      '/api/stream/score': SCORE_BODY_MAX,
    },
    schedules: runpod?.schedules ?? [],

    /** Cleans up after a killed process. Call before the first request. */
    async recover(): Promise<void> {
      await rm(uploadsDir, { recursive: true, force: true });
      await workers.removeAll();
      for (const workerId of await workers.listDrained()) relay.drainWorker(workerId, true);
      await recordings.recover();
      await runpod?.recover();
    },

    /** Joins the other servers on the same database, if there are any. */
    async join(): Promise<void> {
      await cluster.join({ relay, waitNote, recover: recordings.recoverTakenOver, keepClip });
      relay.start();
    },
    /**
     * Leaves waiting dreams to other servers, or, on a single server, stops new ones. Resolves when the live dreams
     * have ended or time is up.
     */
    drain(withinMs: number): Promise<void> {
      isLeaving = nodes.kind === 'solo';
      return cluster.drain(withinMs);
    },

    /**
     * Starts this machine's own workers, or starts dispatching to RunPod. All workers dial in the same way.
     * @param address this server's `http://host:port`
     * @param program path of the worker's program
     */
    startWorkers(address: string, program: string) {
      if (!embedded) return runpod?.start(address) ?? null;
      return own.start(address, program);
    },

    upgrade: relay.upgrade,
    tick: relay.tick,
    figures: relay.figures,
    /** for operators: the workers of all servers, and why people are waiting */
    workers: createWorkersFacade({
      cluster,
      relay,
      waitReason: () => runpod?.waitReason() ?? null,
      own,
      store: workers,
    }),
    /** why this server isn't ready, as text; null if it is */
    workersFault: own.fault,
    engineSetup: createEngineSetup(config, { relay, own }),
    workerToken,
    /** Closes a login's sockets and voids its tickets. */
    closeLogin(loginId: string): void {
      relay.closeLogin(loginId);
      cluster.closeLogin(loginId);
    },
    guestClaimed(guestId: string, userId: string): void {
      relay.guestClaimed(guestId, userId);
      cluster.guestClaimed(guestId, userId);
    },
    /** Ends a user's live dream, if any, and keeps its recording. */
    async endOf(userId: string): Promise<void> {
      const dream = await repository.findActive(userId);
      if (dream) await endLive({ relay, cluster }, dream, 'viewer-ended');
    },
    closeOperator(userId: string): void {
      relay.closeOperator(userId);
      cluster.closeOperator(userId);
    },
    scoreOfDream: (person: SessionUser, dreamId: string) =>
      scoreOfDream({ repository, isClosed: auth.isClosed }, person.id, dreamId),
    checkAccess: (person: SessionUser) => checkAccess(admission, person),
    quotaOf: (person: SessionUser) => quotaOf(admission, person),
    isLive: (dream: Dream) => isLive({ relay, cluster }, dream),
    stopLive: (dream: Dream) => stopLive({ relay, cluster }, dream),
    watching,
    /** The newest frame of a live dream, as sent on the wire, from the server with its room. Null if there is none. */
    latestFrame: async (dream: Dream): Promise<Uint8Array<ArrayBuffer> | null> =>
      relay.room(dream.id)?.latestFrame()?.message ?? cluster.latestFrame(dream),
    /** Deletes this module's data about an erased dream. */
    drop: (dreamId: string) => dropDream(db, dreamId),
    /** Ends every dream, keeping its recording. Resolves when everything is stored. */
    endAll: relay.shutDown,
  };
}

/** The licences of engines that this site meets. */
const allowedLicences = ({
  sellsPlans,
  NONCOMMERCIAL_ENGINES,
  PUBLIC_URL,
  HOST,
}: Pick<StreamConfig, 'NONCOMMERCIAL_ENGINES'> &
  Pick<BillingConfig, 'sellsPlans'> &
  Pick<SiteConfig, 'PUBLIC_URL'> & { HOST: string }) => ({
  isLocalOnly: !sellsPlans && isLoopback(PUBLIC_URL) && isLoopbackHost(HOST),
  allowsNonCommercial: !sellsPlans || NONCOMMERCIAL_ENGINES === 'allowed',
});
