import { m } from '../../../kit/texts/m.ts';
import { EngineFault, type EnginePrompt } from '../kit/adapter.ts';
import { faultFor, isInProgress, isRejection, LABEL } from './faults.ts';
import { type Batch, type ServerMessage, sceneMessage } from './messages.ts';

export interface ScenesEvents {
  send(message: string): void;
  /** the safety filter rejects a prompt; isFirst if nothing was shown before */
  rejected(): void;
  failed(fault: EngineFault): void;
}

/** Biome's queue drops answers when it is full, so a request has a time limit. */
const ANSWER_TIMEOUT_MS = 90_000;
const RETRY_MS = 500;

/**
 * Prompts as scenes, one request at a time; the newest waiting one is next. An edit asked for while Biome is paused, or
 * before its first generated image, would hang its session.
 */
export function createScenes(events: ScenesEvents) {
  let wanted: EnginePrompt | null = null;
  let underway: { id: string; prompt: EnginePrompt; timer: ReturnType<typeof setTimeout> } | null = null;
  let count = 0;
  let frameId = -1;
  let hasGenerated = false;
  let isDone = false;
  let notBefore = 0;

  function settle(): EnginePrompt | null {
    const prompt = underway?.prompt ?? null;
    clearTimeout(underway?.timer);
    underway = null;
    isDone = false;
    return prompt;
  }

  return {
    want(prompt: EnginePrompt): void {
      wanted = prompt;
    },
    /** waits for a resumed session or a first image */
    isWaiting: () => wanted !== null && underway === null,
    isUnderway: () => underway !== null,
    /** Sends the newest prompt if Biome can accept one. */
    advance(isNew: boolean, isPaused: boolean): void {
      if (!wanted || underway || performance.now() < notBefore) return;
      if (!isNew && (isPaused || !hasGenerated)) return;
      const id = `scene-${++count}`;
      const timer = setTimeout(
        () => events.failed(new EngineFault(m.worker_engine_silent({ engine: LABEL }))),
        ANSWER_TIMEOUT_MS,
      );
      underway = { id, prompt: wanted, timer };
      wanted = null;
      events.send(sceneMessage(id, underway.prompt.text, isNew));
    },
    answered(answer: Extract<ServerMessage, { type: 'response' }>): void {
      if (answer.req_id !== underway?.id) return;
      if (answer.success) {
        isDone = true;
        return;
      }
      const prompt = settle();
      if (isRejection(answer.error_id)) return void events.rejected();
      if (!isInProgress(answer.error_id)) return void events.failed(faultFor(answer.error_id, answer.error));
      wanted ??= prompt;
      notBefore = performance.now() + RETRY_MS;
    },
    /**
     * Each scene restarts the numbers of its images, so a lost answer isn’t missed.
     * @returns the prompt that the batch is the first to show
     */
    shownBy(batch: Batch): EnginePrompt | null {
      const hasRestarted = batch.frameId <= frameId;
      frameId = batch.frameId;
      hasGenerated ||= batch.isGenerated;
      return underway && (isDone || hasRestarted) ? settle() : null;
    },
    end: () => void settle(),
  };
}
