import type { View } from '../../modules/admin/contract/limits.ts';
import type { PresenceAnswer } from '../../modules/admin/contract/presence.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { adminApi } from '../browser/admin-api.ts';
import { VIEW_LABELS } from './places.ts';
import { useLive } from './use-live.ts';

const EVERY_MS = 20_000;

interface OtherAdminsProps {
  view: View;
  /** the view's open item; empty if none */
  item: string;
}

/** Other admins who are in the dashboard now, and whether one of them views the same item. */
export function OtherAdmins({ view, item }: OtherAdminsProps) {
  const { data } = useLive<PresenceAnswer, string>(
    `presence ${view} ${item}`,
    () => adminApi<PresenceAnswer>('presence', { view, item }),
    { everyMs: EVERY_MS, what: 'other admins not read' },
  );
  const others = data?.others ?? [];
  if (others.length === 0) return null;
  const isSame = (one: PresenceAnswer['others'][number]) => one.view === view && one.item === item;
  return (
    <ul className="other-admins">
      {others.map((one, index) => {
        const who = () => <bdi>{one.name}</bdi>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
          <li key={index} data-same={(isSame(one) && item !== '') || undefined}>
            {isSame(one)
              ? m.admin_other_same({ who })
              : m.admin_other_view({ who, view: VIEW_LABELS[one.view]() })}
          </li>
        );
      })}
    </ul>
  );
}
