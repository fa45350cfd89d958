import { notFound } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import { CONDEMNED_AT } from '../queries/trash.ts';
import { isLinkOpen } from '../shared/held.ts';
import type { DreamRow, DreamsStore } from '../store.ts';

/** Place where dreams are looked up: the store of this module, or the repository that others are given. */
interface Dreams<D> {
  find(id: string, viewerId: string): Promise<D | null>;
}

interface Owned {
  userId: string;
  hiddenAt: number | null;
  removedAt: number | null;
}

const NO_DREAM = 'No dream';

/**
 * A dream that this person may see: their own unless hidden, and every one for an admin.
 * @param what was not found, in the words of the answer
 * @throws AppError 404 for all others, so that nobody learns which ids exist
 */
export async function readDream<D extends Owned>(
  dreams: Dreams<D>,
  person: Pick<SessionUser, 'id' | 'role'>,
  id: string,
  what = NO_DREAM,
): Promise<D> {
  const dream = await dreams.find(id, person.id);
  if (!dream || !(person.role === 'admin' || isOwn(dream, person.id))) throw notFound(what);
  return dream;
}

/** The same, with what its owner has deleted and may bring back: the trash shows its picture. @throws AppError 404 */
export async function readKeptDream<D extends Owned>(
  dreams: Dreams<D>,
  person: Pick<SessionUser, 'id' | 'role'>,
  id: string,
): Promise<D> {
  const dream = await dreams.find(id, person.id);
  const isKept = dream?.hiddenAt !== CONDEMNED_AT && dream?.removedAt === null;
  if (dream?.userId === person.id && isKept) return dream;
  return readDream(dreams, person, id);
}

/** A dream that this person may add to or end: their own unless hidden, also for an admin. @throws AppError 404 */
export async function readOwnDream<D extends Owned>(
  dreams: Dreams<D>,
  userId: string,
  id: string,
  what = NO_DREAM,
): Promise<D> {
  const dream = await dreams.find(id, userId);
  if (!dream || !isOwn(dream, userId)) throw notFound(what);
  return dream;
}

const isThere = (dream: Owned) => dream.hiddenAt === null && dream.removedAt === null;
const isOwn = (dream: Owned, userId: string) => dream.userId === userId && isThere(dream);

/** A dream that anybody with its link may watch. @throws AppError 404 when it is hidden, its link is closed or it is not there */
export async function readSharedDream(dreams: DreamsStore, id: string): Promise<DreamRow> {
  const dream = await dreams.find(id, '');
  if (!dream || dream.id !== id || !isThere(dream) || !isLinkOpen(dream)) throw notFound(NO_DREAM);
  return dream;
}
