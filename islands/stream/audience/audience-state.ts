import type { AudienceEvent, Candidate } from '../../../modules/protocol/audience-messages.ts';

/** A dream's audience as its dreamer's page sees it. */
export interface AudienceState {
  watching: number;
  /** players first; not all of a large audience */
  people: Extract<AudienceEvent, { people: unknown }>['people'];
  /** waiting, the oldest first */
  suggestions: { id: string; text: string; from: string | null; wishes: number }[];
  ballot: Ballot;
  reactions: Reactions;
  /** the last choice that couldn’t become the prompt */
  refused: Refused | null;
}

/** `every`: seconds between two outcomes, of which `seconds` are left; null if no vote is open */
export interface Ballot {
  seconds: number | null;
  every: number | null;
  candidates: Candidate[];
}

/** A watcher’s words that were chosen, and why they can’t be dreamed. */
export interface Refused {
  text: string;
  error: string;
}

export const noBallot: Ballot = { seconds: null, every: null, candidates: [] };

/** The latest reactions; `batch` is incremented with each batch. */
export interface Reactions {
  batch: number;
  counts: readonly number[];
}

export const noReactions: Reactions = { batch: 0, counts: [] };

export const noAudience: AudienceState = {
  watching: 0,
  people: [],
  suggestions: [],
  ballot: noBallot,
  reactions: noReactions,
  refused: null,
};

export function onAudienceEvent(state: AudienceState, event: AudienceEvent): AudienceState {
  switch (event.type) {
    case 'audience':
      return 'people' in event ? { ...state, watching: event.watching, people: event.people } : state;
    case 'suggestion': {
      const { type: _, ...suggestion } = event;
      // Sent again to a page that reconnects, and when someone else suggests the same.
      const isKnown = state.suggestions.some(({ id }) => id === event.id);
      const suggestions = isKnown
        ? state.suggestions.map((one) => (one.id === event.id ? suggestion : one))
        : [...state.suggestions, suggestion];
      return { ...state, suggestions };
    }
    case 'suggestion_gone':
      return { ...state, suggestions: state.suggestions.filter(({ id }) => id !== event.id) };
    case 'suggestion_refused':
      return { ...state, refused: { text: event.text, error: event.error } };
    case 'ballot': {
      const { type: _, ...ballot } = event;
      return { ...state, ballot };
    }
    case 'reactions':
      return { ...state, reactions: nextReactions(state.reactions, event.counts) };
  }
}

export const nextReactions = ({ batch }: Reactions, counts: readonly number[]): Reactions => ({
  batch: batch + 1,
  counts,
});
