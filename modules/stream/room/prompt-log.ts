import { replaceBannedWords } from '../../dreams/contract/banned-words.ts';
import type { Clock } from '../../kit/clock.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { m } from '../../kit/texts/m.ts';
import { PROMPT_MAX } from '../../protocol/limits.ts';
import type { ViewerEvent, ViewerRefusal } from '../../protocol/viewer-messages.ts';
import { PROMPTS_LISTED } from '../contract/limits.ts';

/** A watcher who made a prompt. */
export interface PromptAuthor {
  /** null for a guest */
  userId: string | null;
  /** first name; null for a guest */
  name: string | null;
}

interface Prompt {
  id: string;
  /** null: the dreamer */
  by: PromptAuthor | null;
  text: string;
  /** order of arrival, from 1 */
  position: number;
  /** `unchecked`: the dream ended before the verdict */
  state: 'checking' | 'waiting' | 'shown' | 'overtaken' | 'refused' | 'unchecked';
  /** why it is rejected */
  refusal: ViewerRefusal | null;
  /** the frame that first shows it */
  frameId: number | null;
  /** parts of the prompt that the generator didn't understand; not stored, since they concern this frame only */
  note: string | null;
  /** false if the frame shows nothing of it */
  drawn: boolean;
}

/** More than a person can type or speak; only slows down scripts. */
const PROMPTS = { capacity: 30, perSecond: 3 };
/**
 * Counted before the text is cleaned, which takes a quarter of a millisecond for a long one. Rejected and repeated
 * prompts count too.
 */
const ATTEMPTS = { capacity: 100, perSecond: 10 };
/** The only temporary fault, which the caller never shows: it holds the prompt and retries. */
export const TOO_MANY = Symbol('too many prompts');

/** The prompts of one dream, and which of them the frames show. */
export function createPromptLog(clock: Clock) {
  const prompts: Prompt[] = [];
  const byId = new Map<string, Prompt>();
  const accepted = createTokenBucket(clock, PROMPTS);
  const attempts = createTokenBucket(clock, ATTEMPTS);

  const waiting = () => prompts.filter(({ state }) => state === 'waiting');

  /** The prompt that the current frames show, or null before the first. */
  const driving = () => prompts.findLast(({ state }) => state === 'shown') ?? null;

  return {
    /**
     * Cleans a prompt and adds it as `checking`. The same id and text is a retry. Returns the reason if the prompt is
     * rejected.
     */
    take(
      id: string,
      raw: string,
      by: PromptAuthor | null = null,
    ):
      | {
          id: string;
          by: PromptAuthor | null;
          cleaned: string;
          text: string;
          position: number;
          repeated: boolean;
        }
      | ViewerRefusal
      | typeof TOO_MANY {
      if (raw.trim().length > PROMPT_MAX) return tooLong();
      if (!attempts.take()) return TOO_MANY;
      const cleaned = cleanPrompt(raw);
      if (cleaned === '') return { code: 'prompt-empty', error: m.stream_prompt_empty() };
      // Normalisation can make the text longer.
      if (cleaned.length > PROMPT_MAX) return tooLong();
      const text = replaceBannedWords(cleaned).slice(0, PROMPT_MAX);
      const known = byId.get(id);
      if (known) {
        if (known.text !== text) return { code: 'prompt-id-used', error: m.stream_prompt_id_used() };
        return known.refusal ?? { ...known, cleaned, repeated: true };
      }
      if (!accepted.take()) return TOO_MANY;
      const prompt: Prompt = {
        id,
        by,
        text,
        position: prompts.length + 1,
        state: 'checking',
        refusal: null,
        frameId: null,
        note: null,
        drawn: true,
      };
      prompts.push(prompt);
      byId.set(id, prompt);
      return { ...prompt, cleaned, repeated: false };
    },

    /** Approves a prompt. */
    passed(id: string): void {
      const prompt = byId.get(id);
      if (prompt?.state === 'checking') prompt.state = 'waiting';
    },
    /** Rejects a prompt. */
    refuse(id: string, refusal: ViewerRefusal): void {
      const prompt = byId.get(id);
      if (prompt?.state === 'checking') Object.assign(prompt, { state: 'refused', refusal });
    },

    /** At the end of the dream: marks prompts that are still being checked, which will never be drawn. */
    leaveUnchecked(): Prompt[] {
      const left = prompts.filter(({ state }) => state === 'checking');
      for (const one of left) Object.assign(one, { state: 'unchecked', refusal: unchecked() });
      return left;
    },

    isWaiting: (id: string) => byId.get(id)?.state === 'waiting',

    /** true once any prompt has been accepted */
    any: () => prompts.some(({ state }) => state !== 'refused'),
    waiting,
    driving,
    /** The last prompts that were shown or wait to be, in order. */
    latest: (count: number) =>
      prompts
        .filter(({ state }) => state === 'shown' || state === 'waiting')
        .slice(-count)
        .map(({ text }) => text),

    /** Replays the most recent prompts and their outcomes for a viewer that joins. */
    recap(): ViewerEvent[] {
      const isOpen = ({ state }: Prompt) => state === 'checking' || state === 'waiting';
      const settled = prompts.filter((prompt) => !isOpen(prompt)).slice(-PROMPTS_LISTED);
      const listed = prompts.filter((prompt) => isOpen(prompt) || settled.includes(prompt));
      return [...listed.map(receivedOf), ...settled.map(ackOf)];
    },
    /** As above for a watcher who joins, without prompts that were rejected or may be. */
    drawn(): ViewerEvent[] {
      const isIn = ({ state }: Prompt) => state === 'waiting' || state === 'shown' || state === 'overtaken';
      const listed = prompts.filter(isIn).slice(-PROMPTS_LISTED);
      return [...listed.map(receivedOf), ...listed.filter(({ state }) => state !== 'waiting').map(ackOf)];
    },

    /** The frames now show this prompt. Prompts still waiting before it will never be shown. */
    shown(
      id: string,
      frameId: number,
      note: string | null = null,
      drawn = true,
    ): { shown: Prompt | null; overtaken: Prompt[] } {
      const prompt = byId.get(id);
      if (prompt?.state !== 'waiting') return { shown: null, overtaken: [] };
      prompt.state = 'shown';
      prompt.frameId = frameId;
      prompt.note = note;
      prompt.drawn = drawn;
      const overtaken = prompts.filter(
        ({ state, position }) => state === 'waiting' && position < prompt.position,
      );
      for (const one of overtaken) one.state = 'overtaken';
      return { shown: prompt, overtaken };
    },
  };
}

const tooLong = (): ViewerRefusal => ({
  code: 'prompt-too-long',
  error: m.stream_prompt_too_long({ max: PROMPT_MAX }),
});
const unchecked = (): ViewerRefusal => ({ code: 'prompt-unchecked', error: m.dreams_prompt_unchecked() });

/** The event for an accepted prompt. */
export const receivedOf = ({ id, text, by }: Pick<Prompt, 'id' | 'text' | 'by'>): ViewerEvent => ({
  type: 'prompt_received',
  id,
  text,
  ...(by && { from: by.name }),
});

/** The viewer event for a settled prompt. */
export function ackOf({ id, text, state, refusal, frameId, note, drawn }: Prompt): ViewerEvent {
  if (refusal !== null) return { type: 'error', ...refusal, id };
  if (state === 'overtaken') return { type: 'prompt_ack', id, text, frame_id: null, superseded: true };
  return {
    type: 'prompt_ack',
    id,
    text,
    frame_id: frameId,
    ...(note && { note }),
    ...(!drawn && { drawn: false }),
  };
}

/** Reduces text to one line, without control characters and repeated whitespace. */
export function cleanPrompt(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
