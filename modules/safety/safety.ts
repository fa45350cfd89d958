import { readFile } from 'node:fs/promises';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import { within } from '../kit/within.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import type { Kit } from '../module.ts';
import { CODEC } from '../protocol/codecs.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import { type Flag, flagOfImage, flagOfPrompt, inWords, reportedAs, scored } from './contract/categories.ts';
import type { ReportedAs } from './contract/category-table.ts';
import { type SafetyConfig, thresholdsOf } from './contract/settings.ts';
import { type Act, createDecisions, type Judged } from './decisions.ts';
import { createFrameWatch, type FrameWatch, type WatchEvents } from './images/frame-watch.ts';
import { type Coded, imageClassifierOf } from './images/image-classifier.ts';
import type { ModelConfig } from './images/model-thread.ts';
import { promptClassifierOf } from './prompts/prompt-classifier.ts';
import { createPromptGate, type PromptDecision, type PromptGate } from './prompts/prompt-gate.ts';
import { createPromptWords } from './prompts/prompt-words.ts';
import { loadWords } from './prompts/word-rule.ts';

export { classifyText, diagnoseSafety } from './diagnose-safety.ts';
export type { FrameWatch, PromptDecision, PromptGate, WatchEvents };
export type Safety = ReturnType<typeof createSafety>;

/** Checks a frame now and then. */
export interface CameraCheck {
  everyMs: number;
  /** why the camera must be switched off, or null */
  fault(jpeg: Uint8Array): Promise<string | null>;
}

export interface SafetyPorts {
  security: Pick<SecurityLog, 'note'>;
  model: LanguageModel | null;
  /** Closes a dream's link until an operator has reviewed it; with `report`, also files one. */
  hold(dreamId: string, report: { reason: ReportedAs; message: string } | null): Promise<void>;
  /** for metrics */
  counted?(what: 'prompt' | 'picture', became: Act | 'unchecked'): void;
}

/**
 * Frames that may wait for the classifier at the same time: by the time a further one was classified, it would be older
 * than the next sample.
 */
const MAX_WAITING = 4;

/** A person is waiting for their image, while a model may take minutes to download from the hub. */
const PICTURE_TIMEOUT_MS = 15_000;
/** In total an hour, after which an operator has to close the link. */
const HOLD_WAITS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 2_880_000];
/** Long, since no one waits for a still. */
const STILL_TIMEOUT_MS = 300_000;

/** Detects prompts and images that must not be generated or shown, acts on them and logs the decisions. */
export function createSafety(
  { config, clock, log }: Kit<SafetyConfig & ModelConfig>,
  { security, model, hold, counted = () => {} }: SafetyPorts,
) {
  const prompts = promptClassifierOf(config, model);
  const pictures = imageClassifierOf(config);
  const own = thresholdsOf(config);
  const decisions = createDecisions({ security, clock, log, counted });
  let waiting = 0;

  async function flagOf(dream: Judged, text: string): Promise<Flag | null> {
    try {
      const verdict = await prompts?.classify(text);
      return verdict ? flagOfPrompt(verdict, own) : null;
    } catch (error) {
      decisions.unchecked('prompt', dream.id, error);
      return null;
    }
  }

  /** @returns undefined if the check failed */
  async function look(
    dream: Judged,
    picture: Coded,
    { timeoutMs = PICTURE_TIMEOUT_MS, counts = own } = {},
  ): Promise<Flag | null | undefined> {
    if (!pictures) return null;
    try {
      const scores = await within(
        pictures.classify(picture),
        timeoutMs,
        () => new Error(`no answer within ${timeoutMs / 1000} s`),
      );
      return flagOfImage(scores, counts);
    } catch (error) {
      decisions.unchecked('picture', dream.id, error);
      return undefined;
    }
  }

  async function lookIfFree(dream: Judged, picture: Coded): Promise<Flag | null | undefined> {
    if (waiting >= MAX_WAITING) return undefined;
    waiting += 1;
    try {
      return await look(dream, picture);
    } finally {
      waiting -= 1;
    }
  }

  const holdFlagged = (dream: Judged, flag: Flag) =>
    hold(dream.id, {
      reason: reportedAs(flag.category),
      message: inCodes(() => m.safety_report({ score: scored(flag) })),
    });

  /**
   * As above for a live dream, whose link opens by itself when its video is ready; retried while the database is
   * unavailable.
   */
  async function holdLive(dream: Judged, flag: Flag): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await holdFlagged(dream, flag);
      } catch (error) {
        const wait = HOLD_WAITS_MS[tries];
        if (wait === undefined)
          return log.error('link of a flagged dream could not be closed', { dream: dream.id, error });
        await new Promise((resolve) => setTimeout(resolve, wait).unref());
      }
    }
  }

  /** Reason why a JPEG can't be a dream's start image; null if it can, or if the check failed. */
  async function imageFault(dream: Judged, jpeg: Uint8Array): Promise<string | null> {
    // A start image may show a real person, so the defaults apply even if sexual content is allowed.
    const flag = await look(dream, { codec: CODEC.jpeg, bytes: jpeg }, { counts: config.SAFETY_THRESHOLDS });
    if (!flag || !pictures) return null;
    decisions.note(dream, 'image', 'refused', { flag, by: pictures.name });
    return m.safety_image_refused({ what: inWords(flag.category) });
  }

  return {
    /** Judges the prompts of one dream. */
    gate(dream: Judged): PromptGate {
      // Not at startup: most servers start without a dream, and its first prompt is seconds away.
      loadWords();
      return createPromptGate({
        words: createPromptWords({ adults: config.SEXUAL_CONTENT === 'adults' }),
        classify: prompts ? (text) => flagOf(dream, text) : null,
        decided: (act, flag) => decisions.note(dream, 'prompt', act, { flag, by: prompts?.name ?? '' }),
        refusedForWords: (fault) => decisions.refusedForWords(dream, fault),
      });
    },

    /** Watches the frames of a live dream; null without a classifier. */
    watch(dream: Judged, events: WatchEvents): FrameWatch | null {
      if (!pictures) return null;
      return createFrameWatch(
        {
          clock,
          everyMs: config.SAFETY_EVERY_SECONDS * 1000,
          look: (picture) => lookIfFree(dream, picture),
          decided(act, flag) {
            decisions.note(dream, 'picture', act, { flag, by: pictures.name });
            if (act !== 'released') void holdLive(dream, flag);
          },
        },
        events,
      );
    },

    imageFault,

    /** Checks a live dream's camera or screen by the rules for start images; null without a classifier. */
    camera: (dream: Judged): CameraCheck | null =>
      pictures && {
        everyMs: config.SAFETY_EVERY_SECONDS * 1000,
        fault: (jpeg) => imageFault(dream, jpeg),
      },

    /**
     * Classifies the JPEG that a dream's link will show; if it is flagged or can't be classified, the link stays
     * closed.
     */
    async checkStill(dream: Judged, path: string): Promise<void> {
      if (!pictures) return;
      const still = { codec: CODEC.jpeg, bytes: await readFile(path) };
      const flag = await look(dream, still, { timeoutMs: STILL_TIMEOUT_MS });
      if (flag === null) return;
      if (flag === undefined) {
        await hold(dream.id, null);
        return decisions.held(dream);
      }
      decisions.note(dream, 'still', 'refused', { flag, by: pictures.name });
      await holdFlagged(dream, flag);
    },

    /** Recent failed checks, as sentences for operators. */
    troubles: decisions.troubles,
    /** Loads the image model before the first dream needs it. */
    start: () => pictures?.start(),
    close: () => pictures?.close(),
  };
}
