import { notFound } from '../../src/kit/errors.ts';
import type { AdminDeps } from './deps.ts';
import type { Audit } from './operator.ts';
import type { WorkerChange } from './schemas/workers.ts';

/**
 * Drains a worker (it takes no new dream), has it go on, or sends it away with the dream that it draws.
 * @throws AppError 404 when it is not connected
 */
export async function changeWorker(
  { stream: { workers } }: Pick<AdminDeps, 'stream'>,
  audit: Audit,
  { action, workerId }: WorkerChange,
): Promise<void> {
  if (!(await workers.look()).workers.some((one) => one.workerId === workerId)) {
    throw notFound('No worker of this id is connected.');
  }
  await audit({ action: `${action}-worker`, userId: null, targetId: workerId, detail: workerId });
  if (action === 'remove') workers.remove(workerId);
  else workers.drain(workerId, action === 'drain');
}
