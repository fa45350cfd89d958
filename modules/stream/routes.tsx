import type { Hono } from 'hono';
import { causeOf, isGivenBack } from '../dreams/contract/dream-end.ts';
import { type Dream, readOwnDream } from '../dreams/dreams.ts';
import { badRequest, notFound, unauthorized } from '../kit/errors.ts';
import { jsonBody } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { findMachineGpu } from '../kit/machine-gpu.ts';
import { m } from '../kit/texts/m.ts';
import type { LanguageModelConfig } from '../language-model/contract/settings.ts';
import type { VoiceConfig } from '../voice/contract/settings.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requirePerson } from '../web/guards.ts';
import { publicOrigin } from '../web/security.ts';
import { proposeModel } from '../worker/contract/propose-model.ts';
import { checkAccess } from './admission/admission.ts';
import { type ConnectDeps, connect } from './admission/connect.ts';
import { endLive } from './admission/stop-live.ts';
import type { Cluster } from './cluster/cluster.ts';
import { clientFpsRequest, connectRequest, endRequest, type StatusAnswer } from './contract/schemas.ts';
import { ConnectGpuPage } from './pages/connect-gpu.tsx';
import { StreamPage } from './pages/stream.tsx';

/** Settings that the live page needs. */
export type StreamPageConfig = LanguageModelConfig & VoiceConfig;

export interface StreamDeps extends ConnectDeps {
  config: ConnectDeps['config'] & StreamPageConfig;
  cluster: Cluster;
  rateLimits: RateLimits;
  /** generator of new dreams, for the label on the page */
  generator: string;
}

export function registerStream(app: Hono<AppEnv>, deps: StreamDeps): void {
  const { relay, repository, rateLimits } = deps;

  function statusOf(dream: Dream): StatusAnswer {
    const room = relay.room(dream.id);
    const cause = causeOf(room?.ended?.text ?? dream.endText);
    return {
      job_status: room?.jobStatus() ?? dream.jobStatus,
      time_left: room?.timeLeft() ?? timeLeftOf(dream, deps.clock.now()),
      // The room knows about the end before the database does.
      server_status: room?.ended?.hasBegun ? 'PROCESSING' : dream.serverStatus,
      ...(cause ? { end_text: cause } : {}),
      ...((room?.ended?.isGivenBack ?? isGivenBack(dream)) ? { counted: false } : {}),
    };
  }

  app.get('/stream', guardPage({ signedOutTo: '/unauthorized' }), (c) =>
    renderPage(c, {
      title: m.stream_page_title(),
      layout: 'stage',
      page: (
        <StreamPage
          generator={deps.generator}
          agent={deps.config.LLM_BASE_URL !== undefined}
          voiceModel={voiceModel(deps.config)}
          serverVoice={deps.config.ASR_BASE_URL !== undefined}
          sellsPlans={deps.config.sellsPlans}
          operator={c.get('person')?.role === 'admin'}
        />
      ),
    }),
  );

  app.get('/connect-gpu', guardPage({ signedOutTo: '/unauthorized' }), async (c) => {
    const operator = c.get('person')?.role === 'admin';
    return renderPage(c, {
      title: m.stream_gpu_title(),
      page: (
        <ConnectGpuPage
          appName={c.get('config').APP_NAME}
          relayUrl={socketOrigin(c)}
          operator={operator}
          // The machine's hardware is for operators only.
          proposal={operator ? proposeModel(await findMachineGpu()) : null}
        />
      ),
    });
  });

  app.get('/api/stream/check-access', async (c) => c.json(await checkAccess(deps, requirePerson(c))));

  app.post('/api/stream/connect', async (c) => {
    const person = requirePerson(c);
    const login = c.get('login');
    if (!login) throw unauthorized();
    await rateLimits.take('connect', person.id);
    const { sessionId } = await jsonBody(c, connectRequest);
    return c.json(await connect(deps, { person, login, sessionId, socketOrigin: socketOrigin(c) }));
  });

  app.post('/api/stream/end', async (c) => {
    const person = requirePerson(c);
    const { sessionId } = await jsonBody(c, endRequest);
    const dream = await readOwnDream(repository, person.id, sessionId);
    return c.json({ job_status: await endLive(deps, dream, 'viewer-ended') });
  });

  app.get('/api/stream/status', async (c) => {
    const person = requirePerson(c);
    c.header('Cache-Control', 'no-store');
    return c.json(statusOf(await readOwnDream(repository, person.id, c.req.query('sessionId') ?? '')));
  });

  app.post('/api/sessions/update-client-fps', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('clientFps', person.id);
    const { sessionId, clientFpsData } = await jsonBody(c, clientFpsRequest);
    const { limitSeconds } = await readOwnDream(repository, person.id, sessionId);
    if (Object.keys(clientFpsData).length > mostBins(limitSeconds)) throw badRequest(m.stream_fps_too_many());
    if (!(await repository.saveClientFps(person.id, sessionId, clientFpsData)))
      throw notFound(m.stream_error_no_dream());
    return c.json({ ok: true });
  });
}

/** Seconds left of a dream whose room is on another server. */
function timeLeftOf({ jobStatus, limitSeconds, startedAt }: Dream, now: number): number {
  if (jobStatus === 'PENDING') return limitSeconds;
  if (jobStatus !== 'RUNNING' || startedAt === null) return 0;
  return Math.max(0, Math.ceil(limitSeconds - (now - startedAt) / 1000));
}

/** This node's `ws(s)://host` for the sockets of viewers and workers. */
function socketOrigin(c: AppContext): string {
  const origin = c.get('config').NODE_URL ?? publicOrigin(c.get('config'), c.req.raw);
  return origin.replace(/^http/, 'ws');
}

/** One bin per ten seconds plus `overall`, and some spare for a page that stayed open longer. */
const mostBins = (limitSeconds: number) => Math.ceil(limitSeconds / 10) + 20;

/** The speech recognition model for browsers, which download it from this server. */
const voiceModel = ({ VOICE_MODEL: name }: VoiceConfig) => ({ name, host: '/voice-models/' });
