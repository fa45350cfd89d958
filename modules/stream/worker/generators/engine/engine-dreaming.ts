import type { Log } from '../../../../../src/kit/log.ts';
import { within } from '../../../../../src/kit/within.ts';
import type { ControlValue, ControlValues } from '../../../shared/controls.ts';
import type { GeneratorEvents, GeneratorJob } from '../generator.ts';
import type { Picture } from '../player/blend.ts';
import { encodeJpeg } from '../player/jpeg.ts';
import { createPlayer } from '../player/player.ts';
import { seedOf, startingValues } from '../values.ts';
import {
  type EngineAdapter,
  type EngineFacts,
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  faultOf,
} from './adapter.ts';

/** One dream from its assignment to its end. */
export interface EngineDreaming {
  prompt(id: string, text: string): void;
  control(name: string, value: ControlValue): void;
  pace(fps: number, quality: number): void;
  note(): string | null;
  end(): Promise<void>;
}

export interface EngineDreamingOptions {
  adapter: EngineAdapter;
  job: GeneratorJob;
  events: GeneratorEvents;
  /** what the engine is this time */
  prepared(facts: EngineFacts): void;
  log: Log;
}

/** An engine that is away may be starting again; who waits for their first picture is told meanwhile. */
const PREPARE_WITHIN_MS = 60_000;
const AGAIN_FIRST_MS = 500;
const AGAIN_MOST_MS = 5_000;
/** An engine that fails this often in so short a time will not get better by another session. */
const MAX_FAILURES = 3;
const FAILURES_WITHIN_MS = 60_000;
const TELL_PLAYED_MS = 250;
const LET_GO_WITHIN_MS = 8_000;

/** Has an engine draw one dream: waits for it, opens a session with the first prompt, and another where one breaks off. */
export function createEngineDreaming(options: EngineDreamingOptions): EngineDreaming {
  const { adapter, job, events, log } = options;
  const player = createPlayer({
    ...{ job, events, encode: encodeJpeg, contentFps: adapter.contentFps },
    failed: (message) => fail(new EngineFault(message)),
  });
  const stopped = new AbortController();
  let values = startingValues([], job);
  const turned: ControlValues = {};
  let prompt: EnginePrompt | null = null;
  let session: EngineSession | null = null;
  let isOpening = false;
  let ended = false;
  /** what hinders it just now, in words */
  let trouble: string | null = null;
  let failures: number[] = [];
  /** prompts that a picture was drawn of: a session that takes over begins with one of them again */
  const drawn = new Set<string>();
  let last: Omit<Picture, 'shown'> | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let goneBefore: Promise<void> = Promise.resolve();
  const playing = setInterval(() => session?.played?.(player.played()), TELL_PLAYED_MS);

  void begin();

  async function begin(): Promise<void> {
    const facts = await prepare();
    if (!facts || ended) return;
    values = { ...startingValues(facts.controls, job), ...turned };
    options.prepared(facts);
    events.ready();
  }

  /** Asks until the engine is able to draw. @returns null once that is hopeless, or the dream over */
  async function prepare(): Promise<EngineFacts | null> {
    const began = performance.now();
    for (let wait = AGAIN_FIRST_MS; ; wait = Math.min(AGAIN_MOST_MS, wait * 2)) {
      try {
        return await adapter.prepare((text, share = null) => tell(text, share), stopped.signal);
      } catch (error) {
        if (ended) return null;
        const fault = faultOf(error);
        if (fault.isFinal || performance.now() - began > PREPARE_WITHIN_MS) {
          fail(fault);
          return null;
        }
        tell(fault.told, null);
      }
      await pause(wait);
      if (ended) return null;
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopped.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  function tell(text: string, share: number | null): void {
    trouble = text;
    events.loading(share, text.slice(0, 200));
  }

  function open(first: EnginePrompt): void {
    const seed = seedOf(job, values);
    let isOver = false;
    const opened = adapter.open(
      { seed, values: { ...values }, prompt: first, last },
      {
        state: (text, share = null) => isOver || tell(text, share),
        pictures: (burst) => isOver || show(burst),
        failed(fault) {
          if (isOver) return;
          isOver = true;
          void again(fault);
        },
      },
    );
    session = {
      ...opened,
      end() {
        isOver = true;
        return opened.end();
      },
    };
    awaitPicture(adapter.firstPatienceMs);
  }

  /** The next picture is owed within so long. */
  function awaitPicture(ms: number): void {
    clearTimeout(patience);
    patience = setTimeout(
      () => void again(new EngineFault(`${adapter.label} sent no picture for ${Math.round(ms / 1000)} s.`)),
      ms,
    );
  }

  function show(burst: readonly Picture[]): void {
    if (ended || burst.length === 0) return;
    awaitPicture(adapter.patienceMs);
    if (trouble !== null) {
      trouble = null;
      events.loading(1, null);
    }
    last = burst.at(-1) ?? last;
    player.add(burst.map(once));
  }

  /** A receipt goes out once, whichever session drew the prompt first. */
  function once(picture: Picture): Picture {
    if (picture.shown === null || !drawn.has(picture.shown)) {
      if (picture.shown !== null) drawn.add(picture.shown);
      return picture;
    }
    return { ...picture, shown: null };
  }

  /** The last picture stands until another session draws on. */
  async function again(fault: EngineFault): Promise<void> {
    if (ended || isOpening) return;
    isOpening = true;
    clearTimeout(patience);
    log.warn('the engine’s session broke off', { engine: adapter.name, reason: fault.message });
    goneBefore = letGo();
    const now = performance.now();
    failures = [...failures.filter((at) => now - at < FAILURES_WITHIN_MS), now];
    if (fault.isFinal || failures.length >= MAX_FAILURES) return fail(fault);
    tell(`${fault.told} Trying again`, null);
    await Promise.all([goneBefore, pause(AGAIN_FIRST_MS)]);
    const facts = ended ? null : await prepare();
    isOpening = false;
    if (facts && !ended && prompt) open(prompt);
  }

  /** An engine that doesn’t answer must not hold up what comes next. */
  async function letGo(): Promise<void> {
    const gone = session;
    session = null;
    if (!gone) return;
    await within(gone.end(), LET_GO_WITHIN_MS).catch((error: unknown) =>
      log.warn('the engine kept its session', { error }),
    );
  }

  function fail({ message }: Error): void {
    if (ended) return;
    void end();
    events.error(message);
  }

  async function end(): Promise<void> {
    if (!ended) {
      ended = true;
      stopped.abort();
      clearTimeout(patience);
      clearInterval(playing);
      player.end();
      goneBefore = Promise.all([goneBefore, letGo()]).then(() => {});
    }
    await goneBefore;
  }

  return {
    prompt(id, text) {
      if (ended) return;
      const isFirst = prompt === null;
      prompt = { id, text };
      if (isFirst) {
        player.start();
        open(prompt);
      } else session?.prompt(prompt);
    },
    control(name, value) {
      values[name] = turned[name] = value;
      session?.control?.(name, value);
    },
    pace: player.pace,
    note: () => trouble ?? ([player.note(), session?.note?.()].filter(Boolean).join('; ') || null),
    end,
  };
}
