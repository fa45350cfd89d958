import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import { type Flag, scored } from './contract/categories.ts';
import { decisionLine } from './contract/decision-line.ts';

/** The dream that a decision is about. */
export interface Judged {
  id: string;
  userId: string;
}

export type Act = 'warned' | 'refused' | 'ended' | 'blurred' | 'released';

const HOUR_MS = 3600_000;

interface DecisionParts {
  security: Pick<SecurityLog, 'note'>;
  clock: Clock;
  log: Log;
  counted(what: 'prompt' | 'picture', became: Act | 'unchecked'): void;
}

/** Logs every decision, and remembers checks that failed. */
export function createDecisions({ security, clock, log, counted }: DecisionParts) {
  /** from the last hour, newest last */
  const missed: { what: 'prompt' | 'picture'; at: number; why: string }[] = [];

  function dropOld(): void {
    while (missed[0] && clock.now() - missed[0].at > HOUR_MS) missed.shift();
  }

  return {
    /** @param by the classifier's name */
    note(
      dream: Judged,
      what: 'prompt' | 'picture' | 'image' | 'still',
      act: Act,
      { flag, by }: { flag: Flag; by: string },
    ): void {
      counted(what === 'prompt' ? 'prompt' : 'picture', act);
      const detail = decisionLine(
        dream.id,
        inCodes(() => m.safety_log_decision({ what, act, score: scored(flag), by })),
      );
      void security.note({ kind: 'safety', userId: dream.userId, detail });
    },

    /**
     * The word rules refused a prompt, which proves nothing about its author.
     * @param rule name of the rule
     */
    refusedForWords(dream: Judged, rule: string): void {
      counted('prompt', 'refused');
      const detail = decisionLine(
        dream.id,
        inCodes(() => m.safety_log_word_rule({ rule })),
      );
      void security.note({ kind: 'safety', userId: dream.userId, detail });
    },

    /** A dream's link stays closed because its still couldn't be classified. */
    held(dream: Judged): void {
      const detail = decisionLine(dream.id, inCodes(m.safety_log_unchecked));
      void security.note({ kind: 'safety', userId: dream.userId, detail });
    },

    /** The check failed. Anything that isn't refused goes ahead. */
    unchecked(what: 'prompt' | 'picture', dreamId: string, error: unknown): void {
      counted(what, 'unchecked');
      const why = error instanceof Error ? error.message : String(error);
      log.warn(`${what} could not be checked`, { dream: dreamId, why });
      dropOld();
      missed.push({ what, at: clock.now(), why });
    },

    troubles(): string[] {
      dropOld();
      return (['prompt', 'picture'] as const).flatMap((what) => {
        const own = missed.filter((one) => one.what === what);
        const last = own.at(-1);
        if (!last) return [];
        const slots = { count: own.length, cause: last.why };
        return [what === 'prompt' ? m.safety_trouble_prompts(slots) : m.safety_trouble_images(slots)];
      });
    },
  };
}
