import { NATIVE } from '../../../generator/generator.ts';
import { m } from '../../../kit/texts/m.ts';
import {
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  type ServerSessionOptions,
} from '../kit/adapter.ts';
import { createSessionEnd } from '../kit/session-end.ts';
import { createClips } from './clips.ts';
import { imageUri, lastFrameUri } from './last-frame.ts';
import { type Link, type LinkStart, openLink, rejection } from './link.ts';
import { continueMessage, loopMessage } from './messages.ts';

const ADVANCE_INTERVAL_MS = 100;
/** Before the first segment is measured. */
const USUAL_SEGMENT_MS = 3_000;
const MIN_LEAD_MS = 1_000;
const MAX_LEAD_MS = 8_000;
/** The engine rests while more than this is unplayed, when it finds its own prompts. */
const MAX_AHEAD_MS = 10_000;
/** No segment is started in the last tenth of a server's session, or its last 15 s. */
const LAST_SHARE = 0.1;
const LAST_MS = 15_000;

/**
 * A dream on Dreamverse: segments of five seconds, one prompt each. The next segment is requested when it is needed, so
 * that a prompt doesn't wait behind finished video. The limits of five minutes and six segments are renewed from the
 * last frame while earlier segments play.
 */
export function openDreamverseSession({ label, url, dream, events }: ServerSessionOptions): EngineSession {
  const prompts = createPrompts(dream.prompt);
  const { values } = dream;
  const isOn = {
    loops: values.loop === true,
    continues: values.continuation === true,
    pause: values.pause === true,
  };
  let link: Link | null = null;
  let skips = 0;
  let requestedAt = performance.now();
  let segmentMs = USUAL_SEGMENT_MS;
  let queue: string | null = null;
  const { isOver, stop, fail } = createSessionEnd(events, () => clearInterval(advancing));
  const clips = createClips(label, NATIVE, {
    images: events.images,
    sound: (samples, timestamp) => events.sound?.(samples, timestamp),
    failed: (words) => fail(new EngineFault(words)),
  });
  clips.hold(isOn.pause);
  const advancing = setInterval(advance, ADVANCE_INTERVAL_MS);
  if (dream.last) void replace(imageUri(dream.last));
  else open(String(values.picture ?? '') || null, 0);

  /** @param repeats frames at the start that repeat the image */
  function open(image: string | null, repeats: number): void {
    skips = repeats;
    requestedAt = performance.now();
    link = openLink(label, url, start(image), {
      segment(prompt) {
        segmentMs = performance.now() - requestedAt;
        clips.begin(prompt?.id ?? null, skips);
        skips = 0;
      },
      bytes: clips.write,
      segmentComplete() {
        clips.complete();
        requestedAt = performance.now();
      },
      queued(position) {
        queue = position > 0 ? m.worker_engine_queue({ engine: label, count: position }) : null;
      },
      alive: events.alive,
      changed: advance,
      projectEnded: () => void startProject(),
      timedOut() {
        if (clips.isComplete()) void replace(lastFrameUri(label, clips.last()));
        else fail(new EngineFault(m.worker_engine_video_broken({ engine: label })));
      },
      rejected(reason) {
        if (!prompts.goBack()) return void fail(rejection(label, reason));
        events.state(m.worker_engine_rejects({ engine: label }));
      },
      failed: fail,
    });
  }

  function start(image: string | null): LinkStart {
    const { loops, continues } = isOn;
    return { first: prompts.take(), image, loops, continues };
  }

  /** Requests the next segment once it is needed. */
  function advance(): void {
    if (isOver() || !link) return;
    if (!link.isGranted()) {
      if (queue) events.alive();
      return;
    }
    const ahead = clips.aheadMs();
    rest(link, ahead);
    if (isOn.pause) return void events.alive();
    const waits = link.waitsFor();
    const findsPrompts = isOn.loops || isOn.continues;
    if (!prompts.isNew() && ahead > leadMs() && (waits || !isLate(link))) return;
    if (isLate(link) && (waits || (findsPrompts && clips.isComplete())))
      void replace(lastFrameUri(label, clips.last()));
    else if (waits === 'project') link.endProject();
    else if (waits || (findsPrompts && prompts.isNew() && !link.isAsked())) {
      requestedAt = performance.now();
      link.ask(prompts.take());
    }
  }

  /** Pauses the engine for the viewer, and while it is far ahead with prompts of its own. */
  function rest(link: Link, ahead: number): void {
    const isFar = ahead > (link.isPaused() ? leadMs() : MAX_AHEAD_MS);
    link.pause(isOn.pause || ((isOn.loops || isOn.continues) && !prompts.isNew() && isFar));
  }

  /** Time from a request to its segment, with a margin. */
  const leadMs = () => Math.min(MAX_LEAD_MS, Math.max(MIN_LEAD_MS, segmentMs * 1.3 + 500));

  /** True if the server might end its session before another segment is complete. */
  function isLate(link: Link): boolean {
    const { ms, of } = link.left();
    return ms < Math.min(LAST_MS, of * LAST_SHARE) + 2 * segmentMs;
  }

  async function startProject(): Promise<void> {
    const image = await lastFrameUri(label, clips.last());
    if (isOver()) return;
    skips = image ? 1 : 0;
    requestedAt = performance.now();
    link?.startProject(start(image));
  }

  /** Opens another session on the server, which continues from an image. */
  async function replace(finding: Promise<string | null>): Promise<void> {
    const old = link;
    link = null;
    try {
      const [image] = await Promise.all([finding, old?.leave()]);
      if (!isOver()) open(image, image ? 1 : 0);
    } catch (error) {
      fail(error);
    }
  }

  return {
    prompt(prompt) {
      prompts.set(prompt);
      advance();
    },
    control(name, value) {
      if (name === 'pause') {
        isOn.pause = value === true;
        clips.hold(isOn.pause);
      } else if (name === 'loop') {
        isOn.loops = value === true;
        link?.send(loopMessage(isOn.loops));
      } else if (name === 'continuation') {
        isOn.continues = value === true;
        link?.send(continueMessage(isOn.continues));
      }
      advance();
    },
    waitsFor: () => (isOn.pause ? m.worker_dreamverse_paused() : queue),
    async end() {
      stop();
      await Promise.all([link?.leave(), clips.end()]);
    },
  };
}

/** The dream's newest prompt, and the one before in case the engine rejects it. */
function createPrompts(first: EnginePrompt) {
  let [newest, before]: [EnginePrompt, EnginePrompt | null] = [first, null];
  let isNew = false;
  return {
    set(prompt: EnginePrompt): void {
      before = newest;
      newest = prompt;
      isNew = true;
    },
    /** not requested yet */
    isNew: () => isNew,
    take(): EnginePrompt {
      isNew = false;
      return newest;
    },
    /** @returns false if there is no prompt before */
    goBack(): boolean {
      if (!before) return false;
      if (!isNew) [newest, before] = [before, null];
      return true;
    },
  };
}
