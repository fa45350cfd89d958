import type { Clock } from '../../src/kit/clock.ts';
import type { Log } from '../../src/kit/log.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import { type Flag, scored } from './shared/categories.ts';
import { decisionLine } from './shared/decision-line.ts';

/** Dream whose prompts and pictures are judged. */
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

/** Writes down every decision, and keeps in mind what could not be checked. */
export function createDecisions({ security, clock, log, counted }: DecisionParts) {
  /** of the last hour, the newest last */
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
      flag: Flag,
      by: string,
    ): void {
      counted(what === 'prompt' ? 'prompt' : 'picture', act);
      const detail = decisionLine(dream.id, `${what} ${act}, ${scored(flag)} (${by})`);
      void security.note({ kind: 'safety', userId: dream.userId, detail });
    },

    /** Words alone refused a prompt: of nobody is anything known by that. @param rule which one */
    refusedForWords(dream: Judged, rule: string): void {
      counted('prompt', 'refused');
      const detail = decisionLine(dream.id, `prompt refused for its words alone (built-in rule: ${rule})`);
      void security.note({ kind: 'safety', userId: dream.userId, detail });
    },

    /** The link of a dream stays closed, since its still could not be classified. */
    held(dream: Judged): void {
      const detail = decisionLine(dream.id, 'still not checked, link closed');
      void security.note({ kind: 'safety', userId: dream.userId, detail });
    },

    /** Nobody could say: what is not refused always goes on. */
    unchecked(what: 'prompt' | 'picture', dreamId: string, error: unknown): void {
      counted(what, 'unchecked');
      const why = error instanceof Error ? error.message : String(error);
      log.warn(`${what} not checked`, { dream: dreamId, why });
      dropOld();
      missed.push({ what, at: clock.now(), why });
    },

    troubles(): string[] {
      dropOld();
      return (['prompt', 'picture'] as const).flatMap((what) => {
        const of = missed.filter((one) => one.what === what);
        const last = of.at(-1);
        if (!last) return [];
        const many = of.length === 1 ? `One ${what}` : `${of.length} ${what}s`;
        return [`${many} could not be checked in the last hour: ${last.why}.`];
      });
    },
  };
}
