import { z } from 'zod';
import { monthsQuery, sessionId, sessionsQuery } from './schemas.ts';
import { FILTERS, type Filter, type Narrowing } from './shared/narrowing.ts';

/** Which of a person's dreams are meant. */
export interface Wanted {
  /** in their names, said in them, or their days; null for all */
  words: string | null;
  narrowing: Narrowing;
}

/** Dreams that something is done with at once: these, or all that match, as they were counted. */
export type Chosen = { ids: readonly string[] } | Matching;
export interface Matching extends Wanted {
  filter: Filter;
  /** all of them but these */
  except: readonly string[];
  /** ms since the epoch: what ended later was not counted */
  asOf: number;
}

/** Own dreams that a call names. */
export const sessionIds = z
  .array(sessionId, 'session_ids is missing')
  .min(1, 'No sessions were selected.')
  .max(500, 'At most 500 sessions at once.');
/** Most dreams that a person points at one by one, or in ranges. */
const MANY = 9_000;
/** When something was counted: ms since the epoch. */
export const asOf = z.int('as_of is a moment in ms').min(0);

/** All dreams of a list: what was searched for and how it was narrowed. */
const list = monthsQuery.extend({ month: sessionsQuery.shape.month, filter: z.enum(FILTERS).default('all') });

/** GET /api/sessions/selection: what all of a list comes to */
export const selectionQuery = list;
export interface SelectionAnswer {
  count: number;
  bookmarked: number;
  /** whose link is open */
  shared: number;
  /** which have a video */
  videos: number;
  /** names this count: what ends later does not belong to it; ms since the epoch */
  as_of: number;
}

/** Many dreams by their ids, or all of a list as it was counted, but for some. */
const selection = z.union([
  z.strictObject({ ids: z.array(sessionId).min(1).max(MANY) }),
  z.strictObject({
    matching: list,
    as_of: asOf,
    except: z.array(sessionId).max(MANY).default([]),
  }),
]);
export type Selection = z.input<typeof selection>;

/** Dreams that a call is about: by `session_ids` or by `selection`. */
const about = { session_ids: sessionIds.optional(), selection: selection.optional() };
interface About {
  session_ids?: string[] | undefined;
  selection?: z.output<typeof selection> | undefined;
}
const saysWhich = ({ session_ids, selection }: About) =>
  (session_ids === undefined) !== (selection === undefined);
const NOT_SAID = { path: ['session_ids'], message: 'session_ids is missing' };

/** The same, as the database is asked for them. */
export function chosenOf({ session_ids, selection: asked }: About): Chosen {
  if (asked === undefined || 'ids' in asked) return { ids: [...new Set(asked?.ids ?? session_ids)] };
  return matchingOf(asked.matching, asked.as_of, asked.except);
}

export function matchingOf(
  { q, filter, ...narrowing }: z.output<typeof list>,
  asOf: number,
  except: readonly string[] = [],
): Matching {
  return { words: q || null, narrowing, filter, except, asOf };
}

/** PATCH /api/sessions/hide */
export const hideRequest = z.strictObject(about).refine(saysWhich, NOT_SAID);
export interface HideAnswer {
  hidden_count: number;
  requested_count: number;
  /** those that were named; a whole list is only counted */
  hidden_ids?: string[];
  /** names this deletion to take it back as one */
  hidden_at: string;
}

/** PATCH /api/sessions/sharing */
export const shareManyRequest = z.strictObject({ ...about, shared: z.boolean() }).refine(saysWhich, NOT_SAID);
/** Of dreams that were named; a list is only counted. */
export interface ShareManyAnswer {
  shared: boolean;
  /** in this state now, those that were before included */
  changed_ids: string[];
  /** without a video that others could watch */
  no_video_ids: string[];
  /** whose links an operator has closed; absent where there are none */
  taken_down_ids?: string[];
  /** not there, or not the caller's */
  missing_ids: string[];
}
export interface ShareListAnswer {
  shared: boolean;
  changed_count: number;
  no_video_count: number;
  taken_down_count?: number;
}

/** PATCH /api/bookmarks */
export const bookmarkManyRequest = z
  .strictObject({ ...about, bookmarked: z.boolean() })
  .refine(saysWhich, NOT_SAID);
export interface BookmarkManyAnswer {
  bookmarked: boolean;
  /** in this state now, those that were before included */
  changed_count: number;
}

/**
 * POST /api/sessions/archive; a form, too, for browsers that can't keep a file of a page: one field for each dream, or
 * `selection` as JSON
 */
export const archiveRequest = z.strictObject(about).refine(saysWhich, NOT_SAID);
