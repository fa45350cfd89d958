import { notFound } from '../../src/kit/errors.ts';
import type { Dream, Lifecycle } from '../dreams/lifecycle.ts';
import type { ServerStatus } from '../dreams/schemas.ts';
import type { Audit } from './audit.ts';

export interface CompileAgainDeps {
  lifecycle: Lifecycle;
  /** has a recording that was given up made once more; false when it is no such recording */
  compileAgain(dream: Dream): Promise<boolean>;
}

/**
 * Has the video of a FAILED recording made once more, from the tape that was kept; any other stays as it is.
 * @throws AppError 404
 */
export async function compileAgain(
  deps: CompileAgainDeps,
  audit: Audit,
  dreamId: string,
): Promise<ServerStatus | null> {
  const dream = await deps.lifecycle.find(dreamId);
  if (!dream) throw notFound('No session');
  if (dream.serverStatus !== 'FAILED') return dream.serverStatus;
  await audit({ action: 'compile', userId: dream.userId, targetId: dream.id, detail: null });
  await deps.compileAgain(dream);
  return 'PROCESSING';
}
