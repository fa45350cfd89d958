import { utcText } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

type EvidenceDeps = Pick<AdminDeps, 'dreams' | 'auth'>;

/** Everything preserved of a dream for authorities, with the URLs of its files. @throws AppError 404 */
export async function readEvidence(
  { dreams: { evidence }, auth }: EvidenceDeps,
  { audit }: Pick<Operator, 'audit'>,
  dreamId: string,
) {
  const kept = await evidence.read(dreamId);
  if (!kept) throw notFound(m.admin_dreams_error_evidence());
  // The audit must not name an erased owner again.
  const owner = kept.facts.owner && (await auth.findUser(kept.facts.owner.id));
  await audit({ action: 'evidence', userId: owner?.id ?? null, targetId: dreamId, detail: null });
  const { facts, createdAt, keptUntil, files } = kept;
  return {
    dream: dreamId,
    since: utcText(createdAt),
    until: utcText(keptUntil),
    ...facts,
    files: files.map((name) => `/api/admin/evidence/${dreamId}/${name}`),
  };
}

/** Opens one of the evidence files. @throws AppError 404 */
export async function openEvidence(
  { dreams: { evidence } }: Pick<AdminDeps, 'dreams'>,
  dreamId: string,
  name: string,
) {
  const kept = await evidence.read(dreamId);
  const file = kept?.files.includes(name) ? await evidence.openFile(dreamId, name) : null;
  if (!file) throw notFound(m.admin_dreams_error_evidence());
  return file;
}
