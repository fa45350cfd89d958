import type { Hono } from 'hono';
import { causeOf, isGivenBack } from '../dreams/contract/dream-end.ts';
import { speedsUntil } from '../dreams/contract/fps-bins.ts';
import { type Dream, readOwnDream } from '../dreams/dreams.ts';
import { AppError, badRequest, notFound, toAppError } from '../kit/errors.ts';
import { jsonBody } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { findMachineGpu } from '../kit/machine-gpu.ts';
import { m } from '../kit/texts/m.ts';
import type { LanguageModelConfig } from '../language-model/contract/settings.ts';
import { PROMPT_MAX } from '../protocol/limits.ts';
import type { VoiceConfig } from '../voice/contract/settings.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import type { Guest } from '../web/contract/person.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requireAdmin, requireDreamer, requirePerson } from '../web/guards.ts';
import { Island } from '../web/island.tsx';
import { dropWords, keepWords, keptWords } from '../web/kept-words.ts';
import { proposeModel } from '../worker/contract/propose-model.ts';
import { checkAccess } from './admission/admission.ts';
import { type ConnectDeps, connect } from './admission/connect.ts';
import { endLive } from './admission/stop-live.ts';
import type { Cluster } from './cluster/cluster.ts';
import { createComparison } from './compare/comparison.ts';
import type { ComparedAnswer } from './contract/compared.ts';
import {
  clientFpsRequest,
  connectRequest,
  EARLY_HEADER,
  endRequest,
  type StatusAnswer,
} from './contract/schemas.ts';
import { ConnectGpuPage } from './pages/connect-gpu.tsx';
import { earlyConnectScript } from './pages/early-connect.ts';
import { socketOrigin } from './socket-origin.ts';

const forPeople = guardPage({ signedOutTo: '/unauthorized' });
/** As for people, plus guests. */
const forDreamers: typeof forPeople = (c, next) => (c.get('guest') ? next() : forPeople(c, next));

const signInAddress = (next: string) => `/auth/signin?next=${next}`;

/** @throws AppError 400 */
function wordsIn(form: Record<string, unknown>): string {
  const words = typeof form.words === 'string' ? form.words.trim() : '';
  if (words.length > PROMPT_MAX) throw badRequest(m.stream_error_words_too_long({ max: PROMPT_MAX }));
  return words;
}

/** Makes the visitor a guest with a dream to have. @returns false if only a sign-in leads on */
async function beginGuest(c: AppContext, { repository, beginGuest }: StreamDeps): Promise<boolean> {
  try {
    const { id } = await beginGuest(c);
    return (await repository.findActive(id)) !== null || (await repository.countCharged(id, 0)) === 0;
  } catch (error) {
    if (toAppError(error).status >= 500) throw error;
    return false;
  }
}

/** Settings that the live page needs. */
export type StreamPageConfig = LanguageModelConfig & VoiceConfig;

export interface StreamDeps extends ConnectDeps {
  config: ConnectDeps['config'] & StreamPageConfig;
  cluster: Cluster;
  rateLimits: RateLimits;
  /** makes the visitor a guest. @throws AppError 403 or 429 */
  beginGuest(c: AppContext): Promise<Guest>;
  /** generator of new dreams, for the label on the page */
  generator: string;
}

export function registerStream(app: Hono<AppEnv>, deps: StreamDeps): void {
  const { relay, repository, rateLimits } = deps;
  const comparison = createComparison(repository);

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

  /** Accepts words from the home page, and sends the visitor to where a dream can start with them. */
  app.post('/stream', async (c) => {
    const words = wordsIn(await c.req.parseBody());
    if (words === '') return c.redirect(c.get('person') ? '/stream' : signInAddress('/dreamboard'), 303);
    if (!keepWords(c, words)) throw badRequest(m.stream_error_words_too_long({ max: PROMPT_MAX }));
    if (c.get('person')) return c.redirect('/stream', 303);
    const mayDream = await beginGuest(c, deps);
    return c.redirect(mayDream ? '/stream' : signInAddress('/stream'), 303);
  });

  app.get('/stream', forDreamers, async (c) => {
    const person = c.get('person');
    const last = person && (await repository.findLastPoster(person.id));
    return renderPage(c, {
      title: m.stream_page_title(),
      layout: 'stage',
      script: earlyConnectScript,
      page: (
        <Island
          name="stream"
          props={{
            backdrop: last ? `/api/sessions/${last}/poster` : '/promo.webp',
            generator: deps.generator,
            agent: deps.config.LLM_BASE_URL !== undefined,
            voiceModel: voiceModel(deps.config),
            serverVoice: deps.config.ASR_BASE_URL !== undefined,
            sellsPlans: deps.config.sellsPlans,
            operator: person?.role === 'admin',
            guest: c.get('guest') !== null,
            words: keptWords(c),
          }}
        />
      ),
    });
  });

  app.get('/connect-gpu', forPeople, async (c) => {
    const person = requirePerson(c);
    const operator = person.role === 'admin';
    return renderPage(c, {
      title: m.stream_gpu_title(),
      page: (
        <ConnectGpuPage
          appName={c.get('config').APP_NAME}
          relayUrl={socketOrigin(c)}
          operator={operator}
          // The machine's hardware is for operators only.
          proposal={operator ? proposeModel(await findMachineGpu()) : null}
          compared={operator ? await comparison.listOf(person.id) : []}
        />
      ),
    });
  });

  app.get('/api/compare', async (c) => {
    const { id } = requireAdmin(c);
    return c.json({ dreams: await comparison.listOf(id) } satisfies ComparedAnswer);
  });

  app.get('/api/compare/:id/painted', async (c) => {
    const { id } = requireAdmin(c);
    const picture = await comparison.paintedOf(id, c.req.param('id'));
    return c.body(new Uint8Array(picture), 200, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, max-age=3600',
    });
  });

  app.get('/api/stream/check-access', async (c) => c.json(await checkAccess(deps, requirePerson(c))));

  app.post('/api/stream/connect', async (c) => {
    const { dreamer, login } = requireDreamer(c);
    // The page that connects has them now. Until then a reload must not lose them.
    if (!c.req.header(EARLY_HEADER)) dropWords(c);
    await rateLimits.take('connect', dreamer.id);
    const { sessionId } = await jsonBody(c, connectRequest);
    return c.json(await connect(deps, { dreamer, login, sessionId, socketOrigin: socketOrigin(c) }));
  });

  app.post('/api/stream/end', async (c) => {
    const { dreamer } = requireDreamer(c);
    const { sessionId } = await jsonBody(c, endRequest);
    const dream = await readOwnDream(repository, dreamer.id, sessionId);
    return c.json({ job_status: await endLive(deps, dream, 'viewer-ended') });
  });

  app.get('/api/stream/status', async (c) => {
    const { dreamer } = requireDreamer(c);
    dropWords(c);
    c.header('Cache-Control', 'no-store');
    return c.json(statusOf(await readOwnDream(repository, dreamer.id, c.req.query('sessionId') ?? '')));
  });

  app.post('/api/sessions/update-client-fps', async (c) => {
    const { dreamer } = requireDreamer(c);
    await rateLimits.take('clientFps', dreamer.id);
    const { sessionId, clientFpsData } = await jsonBody(c, clientFpsRequest);
    const { limitSeconds, requestedAt } = await readOwnDream(repository, dreamer.id, sessionId);
    if (deps.clock.now() >= speedsUntil(requestedAt))
      throw new AppError(409, 'too-old', m.stream_fps_too_old());
    if (Object.keys(clientFpsData).length > mostBins(limitSeconds)) throw badRequest(m.stream_fps_too_many());
    if (!(await repository.saveClientFps(dreamer.id, sessionId, clientFpsData)))
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

/** One bin per ten seconds plus `overall`, and some spare for a page that stayed open longer. */
const mostBins = (limitSeconds: number) => Math.ceil(limitSeconds / 10) + 20;

/** The speech recognition model for browsers, which download it from this server. */
const voiceModel = ({ VOICE_MODEL: name }: VoiceConfig) => ({ name, host: '/voice-models/' });
