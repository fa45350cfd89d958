import type { Clock } from '../../../src/kit/clock.ts';
import { createTokenBucket } from '../../../src/kit/flow/token-bucket.ts';
import { replaceBannedWords } from '../../dreams/shared/banned-words.ts';
import { UNCHECKED } from '../../dreams/shared/unchecked.ts';
import { PROMPT_MAX } from '../../protocol/limits.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { PROMPTS_LISTED } from '../limits.ts';

interface Prompt {
  id: string;
  text: string;
  /** order of arrival, from 1 */
  position: number;
  /** unchecked: the dream ended before its verdict */
  state: 'checking' | 'waiting' | 'shown' | 'overtaken' | 'refused' | 'unchecked';
  /** why it is not drawn */
  refusal: string | null;
  /** the frame in which it arrived */
  frameId: number | null;
  /** what of it the generator did not understand; kept nowhere else, since it is about this frame alone */
  note: string | null;
  /** false when nothing of it is in the frame */
  drawn: boolean;
}

/** More than a person types or speaks; a script that floods the generator is slowed down. */
const PROMPTS = { capacity: 30, perSecond: 3 };
/** Cleaning a long one takes a quarter of a millisecond: even rejected and repeated ones are counted before it. */
const ATTEMPTS = { capacity: 100, perSecond: 10 };
/** The one fault that passes by itself. */
export const TOO_MANY = 'Too many prompts. Please wait a moment.';

/** The prompts of one dream and which of them the frames show. */
export function createPromptLog(clock: Clock) {
  const prompts: Prompt[] = [];
  const byId = new Map<string, Prompt>();
  const accepted = createTokenBucket(clock, PROMPTS);
  const attempts = createTokenBucket(clock, ATTEMPTS);

  const waiting = () => prompts.filter(({ state }) => state === 'waiting');

  /** The prompt that the frames follow, or null before the first. */
  const driving = () => prompts.findLast(({ state }) => state === 'shown') ?? null;

  return {
    /**
     * Takes a prompt, cleaned, to be checked. The same id with the same words is the same prompt sent again.
     * Returns a fault in words when it can't be taken.
     */
    take(
      id: string,
      rawText: string,
    ): { id: string; given: string; text: string; position: number; repeated: boolean } | string {
      if (rawText.trim().length > PROMPT_MAX) return `A prompt has at most ${PROMPT_MAX} characters.`;
      if (!attempts.take()) return TOO_MANY;
      const given = cleanPrompt(rawText);
      if (given === '') return 'A prompt needs at least one character.';
      // Putting characters into their normal form may make the text longer.
      if (given.length > PROMPT_MAX) return `A prompt has at most ${PROMPT_MAX} characters.`;
      const text = replaceBannedWords(given).slice(0, PROMPT_MAX);
      const known = byId.get(id);
      if (known) {
        if (known.text !== text) return 'This prompt id was already used for other words.';
        return known.refusal ?? { ...known, given, repeated: true };
      }
      if (!accepted.take()) return TOO_MANY;
      const prompt: Prompt = {
        id,
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
      return { ...prompt, given, repeated: false };
    },

    /** It may be drawn. */
    passed(id: string): void {
      const prompt = byId.get(id);
      if (prompt?.state === 'checking') prompt.state = 'waiting';
    },
    /** It is not drawn. @param refusal why, in words */
    refuse(id: string, refusal: string): void {
      const prompt = byId.get(id);
      if (prompt?.state === 'checking') Object.assign(prompt, { state: 'refused', refusal });
    },

    /** The dream has ended: none of what was still to be judged will be drawn. */
    leaveUnchecked(): Prompt[] {
      const left = prompts.filter(({ state }) => state === 'checking');
      for (const one of left) Object.assign(one, { state: 'unchecked', refusal: UNCHECKED });
      return left;
    },

    isWaiting: (id: string) => byId.get(id)?.state === 'waiting',

    /** whether anything was asked for yet */
    any: () => prompts.some(({ state }) => state !== 'refused'),
    waiting,
    driving,

    /** Events for a viewer that joins: the last prompts in their order, and what became of each. */
    recap(): ViewerEvent[] {
      const isOpen = ({ state }: Prompt) => state === 'checking' || state === 'waiting';
      const settled = prompts.filter((prompt) => !isOpen(prompt)).slice(-PROMPTS_LISTED);
      const listed = prompts.filter((prompt) => isOpen(prompt) || settled.includes(prompt));
      return [
        ...listed.map(({ id, text }): ViewerEvent => ({ type: 'prompt_received', id, text })),
        ...settled.map(ackOf),
      ];
    },

    /** The frames follow this prompt from now on: what was waiting before it will never be seen. */
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

/** Event for the viewer about a prompt that waits no more. */
export function ackOf({ id, text, state, refusal, frameId, note, drawn }: Prompt): ViewerEvent {
  if (refusal !== null) return { type: 'error', error: refusal, id };
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

/** One line of plain text: no control characters, no runs of blanks. */
export function cleanPrompt(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
