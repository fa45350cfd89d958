import { noDream, readSharedDream } from '../board/read-dream.ts';
import type { DreamRow, DreamsStore } from '../store.ts';

export interface OpenDreamDeps {
  store: DreamsStore;
  /** True if the account is waiting for erasure or suspended; nothing of it is shown to other people. */
  isClosed(userId: string): Promise<boolean>;
}

/** A dream that anyone with the link may watch. @throws AppError 404 for all others */
export async function readOpenDream({ store, isClosed }: OpenDreamDeps, id: string): Promise<DreamRow> {
  const dream = await readSharedDream(store, id);
  if (await isClosed(dream.userId)) throw noDream();
  return dream;
}
