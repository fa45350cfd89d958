import { z } from 'zod';
import { COLLECTION_DREAMS_MAX } from '../contract/limits.ts';

/** Dreams on a page that other people see. */
export const PAGE = 60;
/** Number of such a page in its address; anything else means the first. */
export const pageOf = z.coerce.number().int().min(1).max(COLLECTION_DREAMS_MAX).catch(1);
