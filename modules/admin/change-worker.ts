import { notFound } from '../kit/errors.ts';
import type { WorkerChange } from './contract/workers.ts';
import type { AdminDeps } from './deps.ts';
import type { Audit } from './operator.ts';

/**
 * Drains a worker (it takes no new dream, also after a restart), has it go on, or sends it away with the dream that
 * it draws.
 * @throws AppError 404 when it is not connected, unless its drain ends
 */
export async function changeWorker(
  { stream: { workers }, transact }: Pick<AdminDeps, 'stream' | 'transact'>,
  audit: Audit,
  { action, workerId }: WorkerChange,
): Promise<void> {
  const isHere = (await workers.look()).workers.some((one) => one.workerId === workerId);
  if (!isHere && !(action === 'resume' && workers.isDraining(workerId))) {
    throw notFound('No worker of this id is connected.');
  }
  await transact(async () => {
    await audit({ action: `${action}-worker`, userId: null, targetId: workerId, detail: workerId });
    if (action !== 'remove') await workers.keepDrain(workerId, action === 'drain');
  });
  if (action === 'remove') workers.remove(workerId);
  else workers.drain(workerId, action === 'drain');
}
