import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { Dreamer } from '../../web/contract/person.ts';
import { isLinkOpen } from '../contract/held.ts';
import { CONDEMNED_AT } from '../queries/trash.ts';
import type { DreamRow, DreamsStore } from '../store.ts';

/** Source of dreams: this module's store, or the repository that other modules use. */
interface Dreams<D> {
  find(id: string, viewerId: string): Promise<D | null>;
}

interface Owned {
  userId: string;
  hiddenAt: number | null;
  removedAt: number | null;
}

export const noDream = () => notFound(m.dreams_error_not_found());

/**
 * A dream that this person may see: their own unless it's hidden, and any dream for an admin.
 * @param missing makes the error if it isn't found
 * @throws AppError 404 for everyone else, so as not to reveal which ids exist
 */
export async function readDream<D extends Owned>(
  dreams: Dreams<D>,
  person: Pick<Dreamer, 'id' | 'role'>,
  id: string,
  missing = noDream,
): Promise<D> {
  const dream = await dreams.find(id, person.id);
  if (!dream || !(person.role === 'admin' || isOwn(dream, person.id))) throw missing();
  return dream;
}

/**
 * As above, plus the owner's deleted dreams that can still be restored, because the trash shows their thumbnails.
 * @throws AppError 404
 */
export async function readKeptDream<D extends Owned>(
  dreams: Dreams<D>,
  person: Pick<Dreamer, 'id' | 'role'>,
  id: string,
): Promise<D> {
  const dream = await dreams.find(id, person.id);
  const isKept = dream?.hiddenAt !== CONDEMNED_AT && dream?.removedAt === null;
  if (dream?.userId === person.id && isKept) return dream;
  return readDream(dreams, person, id);
}

/**
 * A dream that this person may add to or end: only their own, unless it's hidden, even for an admin. @throws AppError
 * 404
 */
export async function readOwnDream<D extends Owned>(
  dreams: Dreams<D>,
  userId: string,
  id: string,
  missing = noDream,
): Promise<D> {
  const dream = await dreams.find(id, userId);
  if (!dream || !isOwn(dream, userId)) throw missing();
  return dream;
}

const isThere = (dream: Owned) => dream.hiddenAt === null && dream.removedAt === null;
const isOwn = (dream: Owned, userId: string) => dream.userId === userId && isThere(dream);

/**
 * A dream that anyone with the link may watch. @throws AppError 404 if it is unknown or hidden, or its link is closed
 */
export async function readSharedDream(dreams: DreamsStore, id: string): Promise<DreamRow> {
  const dream = await dreams.find(id, '');
  if (!dream || dream.id !== id || !isThere(dream) || !isLinkOpen(dream)) throw noDream();
  return dream;
}
