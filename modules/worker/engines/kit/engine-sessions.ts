import type { Log } from '../../../kit/log.ts';
import { m } from '../../../kit/texts/m.ts';
import { within } from '../../../kit/within.ts';
import type { ModelImage } from '../../player/blend.ts';
import {
  type EngineAdapter,
  type EngineDream,
  EngineFault,
  type EngineSession,
  type SessionEvents,
} from './adapter.ts';
import { pause } from './pause.ts';

export interface EngineSessionsOptions {
  adapter: EngineAdapter;
  /** starting state for the next session */
  nextDream(): EngineDream;
  state(text: string, share?: number | null): void;
  images(burst: readonly ModelImage[]): void;
  sound: NonNullable<SessionEvents['sound']>;
  /** a session failed and is about to be replaced */
  broke(fault: EngineFault): void;
  /** resolves when the engine is ready again; rejects if it never will be */
  prepared(): Promise<unknown>;
  /** no more sessions will be opened */
  gaveUp(fault: EngineFault): void;
  /** aborted when the dream is over */
  signal: AbortSignal;
  log: Log;
}

const RETRY_MS = 500;
/** Give up after this many failures within a minute, or in a row without an image. */
const MAX_FAILURES = 3;
const FAILURES_TIMEOUT_MS = 60_000;
const RELEASE_TIMEOUT_MS = 8_000;
/** Once we know an engine's pace, shorten its timeout to this many image durations, but no less than 20 s. */
const PATIENCE_IMAGES = 20;
const MIN_PATIENCE_MS = 20_000;
/**
 * Timeout for the first image of a replacement session: the engine has its model loaded, or reports that it is loading
 * it.
 */
const REPLACEMENT_PATIENCE_MS = 60_000;

/** Runs one dream's sessions one after another. Watches each, and replaces it when it fails. */
export function createEngineSessions(options: EngineSessionsOptions) {
  const { adapter, signal, log } = options;
  let session: EngineSession | null = null;
  let isReplacing = false;
  const pace = createPace(adapter);
  let failures: number[] = [];
  let inARow = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let gone: Promise<void> = Promise.resolve();

  function open(): void {
    let isOver = false;
    let hasDrawn = false;
    let said = '';
    const owed = () => awaitImage(hasDrawn ? pace.patienceMs() : pace.firstPatienceMs());
    const opened = adapter.open(options.nextDream(), {
      state(text, share = null) {
        if (isOver) return;
        if (text !== said) owed();
        said = text;
        options.state(text, share);
      },
      alive: () => void (isOver || owed()),
      images(burst) {
        if (isOver || burst.length === 0) return;
        hasDrawn = true;
        inARow = 0;
        pace.drew();
        owed();
        options.images(burst);
      },
      sound: (samples, timestamp) => void (isOver || options.sound(samples, timestamp)),
      failed(fault) {
        if (isOver) return;
        isOver = true;
        void replace(fault);
      },
    });
    session = {
      ...opened,
      end() {
        isOver = true;
        return opened.end();
      },
    };
    owed();
  }

  /** Restarts the timeout for the next image. */
  function awaitImage(ms: number): void {
    clearTimeout(patience);
    patience = setTimeout(
      () =>
        void replace(
          new EngineFault(
            m.worker_engine_no_image_for({ engine: adapter.label, seconds: Math.round(ms / 1000) }),
          ),
        ),
      ms,
    );
  }

  async function replace(fault: EngineFault): Promise<void> {
    if (signal.aborted || isReplacing) return;
    isReplacing = true;
    log.warn('the engine’s session broke off', { engine: adapter.name, reason: fault.message });
    gone = release();
    const now = performance.now();
    failures = [...failures.filter((at) => now - at < FAILURES_TIMEOUT_MS), now];
    inARow += 1;
    if (fault.isFinal || Math.max(failures.length, inARow) >= MAX_FAILURES) {
      options.gaveUp(fault);
      return;
    }
    options.broke(fault);
    try {
      await Promise.all([gone, pause(RETRY_MS, signal)]);
      await options.prepared();
    } catch {
      return;
    }
    isReplacing = false;
    if (!signal.aborted) open();
  }

  /** Has a time limit: an unresponsive engine must not block its replacement. */
  async function release(): Promise<void> {
    clearTimeout(patience);
    const last = session;
    session = null;
    if (!last) return;
    await within(last.end(), RELEASE_TIMEOUT_MS).catch((error: unknown) =>
      log.warn('the engine kept its session', { error }),
    );
  }

  return {
    open,
    /** the running session; null while waiting for a replacement */
    current: (): EngineSession | null => session,
    async end(): Promise<void> {
      gone = Promise.all([gone, release()]).then(() => {});
      await gone;
    },
  };
}

/** Timeouts for one dream, based on the engine's measured pace. */
function createPace({ firstPatienceMs, patienceMs }: EngineAdapter) {
  let drewAt: number | null = null;
  let usualMs: number | null = null;
  const known = () =>
    Math.min(patienceMs, Math.max(MIN_PATIENCE_MS, PATIENCE_IMAGES * (usualMs ?? patienceMs)));
  return {
    drew(): void {
      const now = performance.now();
      const took = drewAt === null ? null : now - drewAt;
      if (took !== null) usualMs = usualMs === null ? took : usualMs + (took - usualMs) / 4;
      drewAt = now;
    },
    patienceMs: known,
    firstPatienceMs: () =>
      drewAt === null
        ? firstPatienceMs
        : Math.min(firstPatienceMs, Math.max(REPLACEMENT_PATIENCE_MS, known())),
  };
}
