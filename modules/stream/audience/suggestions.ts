import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { fold } from '../../kit/shared/fold.ts';
import type { Candidate } from '../../protocol/audience-messages.ts';
import type { PromptAuthor } from '../room/prompt-log.ts';

/** A prompt that watchers would like to see. */
export interface Suggestion {
  id: string;
  text: string;
  /** the first of those who suggested it */
  by: PromptAuthor;
  at: number;
  /** authors by their account, or by a guest's connection; the first to suggest it comes first */
  wishes: ReadonlyMap<string, PromptAuthor>;
}

const MAX_WAITING = 50;
const MAX_WAITING_OF_ONE = 3;
/** A dreamer who hasn't looked by then has moved on. */
const LIFETIME_MS = 180_000;
/** Shown in a vote, the most wanted first. */
const MAX_CANDIDATES = 20;

/** The suggestions of an audience, and the vote on them if one is open. */
export function createSuggestions(clock: Pick<Clock, 'monotonic'>) {
  const waiting = new Map<string, Suggestion>();
  const sameAs = (text: string) => {
    const wanted = comparable(text);
    return [...waiting.values()].find((one) => comparable(one.text) === wanted);
  };
  /** suggestion by voter: one vote each */
  const votes = new Map<string, string>();
  let ballot: { seconds: number; endsAt: number } | null = null;

  function remove(id: string): Suggestion | null {
    const found = waiting.get(id) ?? null;
    waiting.delete(id);
    for (const [voter, choice] of votes) if (choice === id) votes.delete(voter);
    return found;
  }

  function keep(suggestion: Omit<Suggestion, 'by'>, by: PromptAuthor): Suggestion {
    const kept = { ...suggestion, by };
    waiting.set(kept.id, kept);
    return kept;
  }

  /** The most wanted first: by votes, then by how many suggested it; of equals, the oldest. */
  function ranked(): (Suggestion & { votes: number })[] {
    const counts = new Map<string, number>();
    for (const id of votes.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...waiting.values()]
      .map((one) => ({ ...one, votes: counts.get(one.id) ?? 0 }))
      .sort(
        (one, other) => other.votes - one.votes || other.wishes.size - one.wishes.size || one.at - other.at,
      );
  }

  return {
    /** Adds a suggestion, or a wish to one with the same words. @returns null if too many are waiting, of this watcher or in all */
    add(text: string, by: PromptAuthor, watcher: string): Suggestion | null {
      const same = sameAs(text);
      if (same?.wishes.has(watcher)) return same;
      const own = [...waiting.values()].filter(({ wishes }) => wishes.has(watcher)).length;
      if (own >= MAX_WAITING_OF_ONE || (!same && waiting.size >= MAX_WAITING)) return null;
      if (same) return keep({ ...same, wishes: new Map([...same.wishes, [watcher, by]]) }, same.by);
      return keep({ id: newId(), text, at: clock.monotonic(), wishes: new Map([[watcher, by]]) }, by);
    },
    /** Takes one watcher's wish back. @returns the suggestion as others still wish it, or null */
    withdraw(id: string, watcher: string): Suggestion | null {
      const found = waiting.get(id);
      if (!found) return null;
      const wishes = new Map([...found.wishes].filter(([one]) => one !== watcher));
      const [next] = wishes.values();
      if (next) return keep({ ...found, wishes }, next);
      remove(id);
      return null;
    },
    /** A watcher's own. */
    listOf: (watcher: string) => [...waiting.values()].filter(({ wishes }) => wishes.has(watcher)),
    remove,
    list: () => [...waiting.values()],

    /** @param seconds between two outcomes; null ends the vote */
    openBallot(seconds: number | null): void {
      votes.clear();
      ballot = seconds === null ? null : { seconds, endsAt: clock.monotonic() + seconds * 1000 };
    },
    /** @returns false if no vote is open, or on no such suggestion */
    vote(voter: string, id: string): boolean {
      if (!ballot || !waiting.has(id)) return false;
      votes.set(voter, id);
      return true;
    },
    /** A voter has left: a second connection must not vote twice. */
    leave: (voter: string) => votes.delete(voter),

    /** Seconds between two outcomes; null if no vote is open. */
    every: (): number | null => ballot?.seconds ?? null,
    /** Seconds until the outcome; null if no vote is open. */
    secondsLeft: (): number | null =>
      ballot && Math.max(0, Math.ceil((ballot.endsAt - clock.monotonic()) / 1000)),
    candidates: (): Candidate[] =>
      ballot === null
        ? []
        : ranked()
            .slice(0, MAX_CANDIDATES)
            .map(({ id, text, by, votes }) => ({ id, text, from: by.name, votes })),

    expire(): Suggestion[] {
      const oldest = clock.monotonic() - LIFETIME_MS;
      return [...waiting.values()].filter(({ at }) => at < oldest).flatMap(({ id }) => remove(id) ?? []);
    },
    /** Once the vote's time is up, removes and returns the winner, if there is one; the next vote starts at once. */
    outcome(): { winner: Suggestion | null } | null {
      if (!ballot || clock.monotonic() < ballot.endsAt) return null;
      ballot.endsAt = clock.monotonic() + ballot.seconds * 1000;
      const [first] = ranked();
      return { winner: first && first.votes > 0 ? remove(first.id) : null };
    },
  };
}

/** Without case, accents, punctuation and spacing. Words made of nothing else stay as they are. */
const comparable = (text: string) =>
  fold(text)
    .replace(/[\p{P}\p{Z}\s]+/gu, ' ')
    .trim() || text;
