import type { View } from '../../modules/admin/contract/limits.ts';
import type { PresenceAnswer } from '../../modules/admin/contract/presence.ts';
import { adminApi } from '../browser/admin-api.ts';
import { useLive } from './use-live.ts';

const EVERY_MS = 20_000;

interface OthersHereProps {
  view: View;
  /** the view's open item; empty if none */
  item: string;
  labels: Record<View, string>;
}

/** Other operators who are in the dashboard now, and whether one of them views the same item. */
export function OthersHere({ view, item, labels }: OthersHereProps) {
  const { data } = useLive<PresenceAnswer, string>(
    `presence ${view} ${item}`,
    () => adminApi<PresenceAnswer>('presence', { view, item }),
    { everyMs: EVERY_MS, what: 'others not read' },
  );
  const others = data?.others ?? [];
  if (others.length === 0) return null;
  const isSame = (one: PresenceAnswer['others'][number]) => one.view === view && one.item === item;
  const words = others.map((one) => {
    if (isSame(one)) return `${one.name} is looking at the same`;
    return `${one.name} is at ${Object.hasOwn(labels, one.view) ? labels[one.view as View] : one.view}`;
  });
  return (
    <p className="others-here" data-same={others.some((one) => isSame(one) && item !== '') || undefined}>
      {words.join(' · ')}
    </p>
  );
}
