import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { replaceBannedWords } from './banned-words.ts';
import { COLLECTION_NAME_MAX } from './limits.ts';
import { oneLine } from './names.ts';
import { session, sessionId } from './schemas.ts';
import { NOT_SAID, saysWhich, somePart } from './selection-schemas.ts';
import { nameKey } from './sort.ts';

export const collection = z.object({
  id: z.string(),
  name: z.string(),
  /** Dreams in it, without deleted ones. */
  count: z.number(),
  /** Dreams in it that others can watch: shared ones that have a video. */
  shown: z.number(),
  /** Path of its public page; null while it isn't shared. */
  share_path: z.string().nullable(),
});
export type Collection = z.infer<typeof collection>;

/** GET /api/collections, by name */
export const collectionsAnswer = z.object({ collections: z.array(collection) });
export type CollectionsAnswer = z.infer<typeof collectionsAnswer>;

const listed = session.pick({
  session_id: true,
  dream_name: true,
  proposed_name: true,
  thumbnail_url: true,
  stream_start_time: true,
  initial_request_time: true,
});
/** `shown`: others can watch it. */
const collectedDream = listed.extend({ shown: z.boolean() });
export type CollectedDream = z.infer<typeof collectedDream>;

/** GET /api/collections/{id}: its dreams in its own order */
export const collectionAnswer = z.object({ collection, dreams: z.array(collectedDream) });
export type CollectionAnswer = z.infer<typeof collectionAnswer>;

/** A name that others may read, on one line. */
const name = z
  .string({ error: m.dreams_error_name_empty })
  .transform((given) => replaceBannedWords(oneLine(given).trim()))
  .pipe(
    z
      .string()
      .refine((given) => nameKey(given) !== null, { error: m.dreams_error_name_empty })
      .refine((given) => [...given].length <= COLLECTION_NAME_MAX, {
        error: () => m.dreams_error_name_long({ max: COLLECTION_NAME_MAX }),
      }),
  );

/** POST /api/collections */
export const newCollection = z.strictObject({ name });
/** PATCH /api/collections/{id} */
export const changeCollection = z.strictObject({
  name: name.optional(),
  /** Opens or closes its public page. */
  shared: z.boolean().optional(),
});

/** POST /api/collections/containing: how many of these dreams each collection contains */
export const containingRequest = z.strictObject(somePart).refine(saysWhich, NOT_SAID);
export const containingAnswer = z.object({
  /** Number of these dreams. */
  total: z.number(),
  collections: z.array(collection.pick({ id: true, name: true }).extend({ contained: z.number() })),
});
export type ContainingAnswer = z.infer<typeof containingAnswer>;

/** PATCH /api/collections/{id}/dreams */
export const collectRequest = z.strictObject({ ...somePart, added: z.boolean() }).refine(saysWhich, NOT_SAID);
export const collectAnswer = z.object({ added: z.boolean(), changed_count: z.number() });
export type CollectAnswer = z.infer<typeof collectAnswer>;

/** PATCH /api/collections/{id}/order: moves a dream before another one, or to the end */
export const orderRequest = z.strictObject({ session_id: sessionId, before: sessionId.nullable() });
