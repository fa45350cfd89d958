import type { ServerStatus } from '../../dreams/contract/schemas.ts';
import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

/**
 * Compiles the video of a FAILED recording again from its tape; any other recording stays as it is.
 * @throws AppError 404
 */
export async function compileAgain(
  { dreams, recordings }: Pick<AdminDeps, 'dreams' | 'recordings'>,
  audit: Audit,
  dreamId: string,
): Promise<ServerStatus | null> {
  const dream = await dreams.repository.find(dreamId);
  if (!dream) throw notFound(m.admin_dreams_error_not_found());
  if (dream.serverStatus !== 'FAILED') return dream.serverStatus;
  await audit({ action: 'compile', userId: dream.userId, targetId: dream.id, detail: null });
  await recordings.compileAgain(dream);
  return 'PROCESSING';
}
