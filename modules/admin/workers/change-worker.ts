import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { WorkerChange } from '../contract/workers.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

/**
 * Drains a worker (no new dreams, even after a restart), resumes it, or disconnects it along with its dream.
 * @throws AppError 404 if it isn't connected, unless its drain ends
 */
export async function changeWorker(
  { stream: { workers }, transact }: Pick<AdminDeps, 'stream' | 'transact'>,
  audit: Audit,
  { action, workerId }: WorkerChange,
): Promise<void> {
  const isHere = (await workers.look()).workers.some((one) => one.workerId === workerId);
  if (!isHere && !(action === 'resume' && workers.isDraining(workerId))) {
    throw notFound(m.admin_workers_error_not_connected());
  }
  await transact(async () => {
    await audit({ action: `${action}-worker`, userId: null, targetId: workerId, detail: workerId });
    if (action !== 'remove') await workers.keepDrain(workerId, action === 'drain');
  });
  if (action === 'remove') workers.remove(workerId);
  else workers.drain(workerId, action === 'drain');
}
