import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { FILTERS, type Filter, type Narrowing } from './narrowing.ts';
import { monthsQuery, sessionId, sessionsQuery } from './schemas.ts';

/** A search with filters. */
export interface ListFilter {
  /** Search text for names, conversations and days; null for all dreams. */
  words: string | null;
  narrowing: Narrowing;
}

/** Dreams selected for a bulk action: by id, or all matching dreams as they were counted. */
export type Chosen = { ids: readonly string[] } | Matching;
export interface Matching extends ListFilter {
  filter: Filter;
  /** Exceptions. */
  except: readonly string[];
  /** Time of the count, ms since the epoch; dreams that ended later aren't included. */
  asOf: number;
}

/** Ids of the caller's own dreams. */
export const sessionIds = z
  .array(sessionId, { error: m.dreams_error_session_ids })
  .min(1, { error: m.dreams_error_sessions_none })
  .max(500, { error: () => m.dreams_error_sessions_many({ max: 500 }) });
/** Maximum number of dreams selected individually or by ranges. */
const MANY = 9_000;
/** Time of a count, in ms since the epoch. */
export const asOf = z.int({ error: m.dreams_error_as_of }).min(0);

/** A whole list, by its search and filters. */
const list = monthsQuery.extend({ month: sessionsQuery.shape.month, filter: z.enum(FILTERS).default('all') });

/** GET /api/sessions/selection: totals of a whole list */
export const selectionQuery = list;
export const selectionAnswer = z.object({
  count: z.number(),
  bookmarked: z.number(),
  /** Dreams with an open link. */
  shared: z.number(),
  /** Dreams with a video. */
  videos: z.number(),
  /** Time of this count in ms since the epoch; dreams that end later aren't included. */
  as_of: z.number(),
});
export type SelectionAnswer = z.infer<typeof selectionAnswer>;

/** Dreams by id, or a whole list as it was counted, with exceptions. */
const selection = z.union([
  z.strictObject({ ids: z.array(sessionId).min(1).max(MANY) }),
  z.strictObject({
    matching: list,
    as_of: asOf,
    except: z.array(sessionId).max(MANY).default([]),
  }),
]);
export type Selection = z.input<typeof selection>;

/** Dreams in a bulk call, as `session_ids` or `selection`. */
export const somePart = { session_ids: sessionIds.optional(), selection: selection.optional() };
interface About {
  session_ids?: string[] | undefined;
  selection?: z.output<typeof selection> | undefined;
}
export const saysWhich = ({ session_ids, selection }: About) =>
  (session_ids === undefined) !== (selection === undefined);
export const NOT_SAID = { path: ['session_ids'], error: m.dreams_error_session_ids };

/** Converts the dreams of a bulk call for database queries. */
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
export const hideRequest = z.strictObject(somePart).refine(saysWhich, NOT_SAID);
export const hideAnswer = z.object({
  hidden_count: z.number(),
  requested_count: z.number(),
  /** Only if dreams were named by id; whole lists are just counted. */
  hidden_ids: z.array(z.string()).optional(),
  /** Identifies this deletion, so that it can be undone as a whole. */
  hidden_at: z.string(),
});
export type HideAnswer = z.infer<typeof hideAnswer>;

/** PATCH /api/sessions/sharing */
export const shareManyRequest = z
  .strictObject({ ...somePart, shared: z.boolean() })
  .refine(saysWhich, NOT_SAID);
/** For dreams named by id; whole lists are just counted. */
export const shareManyAnswer = z.object({
  shared: z.boolean(),
  /** Dreams now in this state, including any that already were. */
  changed_ids: z.array(z.string()),
  /** Dreams without a video to watch. */
  no_video_ids: z.array(z.string()),
  /** Dreams whose link an operator or a hold has closed; left out if empty. */
  taken_down_ids: z.array(z.string()).optional(),
  /** Dreams that don't exist or aren't the caller's. */
  missing_ids: z.array(z.string()),
});
export type ShareManyAnswer = z.infer<typeof shareManyAnswer>;
export const shareListAnswer = z.object({
  shared: z.boolean(),
  changed_count: z.number(),
  no_video_count: z.number(),
  taken_down_count: z.number().optional(),
});
export type ShareListAnswer = z.infer<typeof shareListAnswer>;

/** PATCH /api/bookmarks */
export const bookmarkManyRequest = z
  .strictObject({ ...somePart, bookmarked: z.boolean() })
  .refine(saysWhich, NOT_SAID);
export const bookmarkManyAnswer = z.object({
  bookmarked: z.boolean(),
  /** Dreams now in this state, including any that already were. */
  changed_count: z.number(),
});
export type BookmarkManyAnswer = z.infer<typeof bookmarkManyAnswer>;

/**
 * POST /api/sessions/archive, also as a form for browsers without file access for pages: one field per dream, or
 * `selection` as JSON
 */
export const archiveRequest = z.strictObject(somePart).refine(saysWhich, NOT_SAID);
