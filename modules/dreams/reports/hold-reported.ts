import type { Log } from '../../kit/log.ts';
import type { Hold } from '../contract/held.ts';
import type { DreamsConfig } from '../contract/settings.ts';
import type { DreamRepository } from '../repository.ts';
import type { DreamsStore } from '../store.ts';

interface HoldDeps {
  config: Pick<DreamsConfig, 'REPORTS_HIDE'>;
  log: Log;
  store: Pick<DreamsStore, 'countReporters'>;
  repository: Pick<DreamRepository, 'hold'>;
  mailOwner(dreamId: string, hold: Hold): Promise<void>;
}

/** Closes the link of a dream that REPORTS_HIDE people have reported, until an operator has looked at it. */
export async function holdReported(
  { config: { REPORTS_HIDE: most }, log, store, repository, mailOwner }: HoldDeps,
  dreamId: string,
): Promise<void> {
  if (!most || (await store.countReporters(dreamId)) < most) return;
  if (!(await repository.hold(dreamId, 'reports'))) return;
  await mailOwner(dreamId, 'reports');
  log.info('security', { kind: 'reports-hide', dream: dreamId, reporters: most });
}
