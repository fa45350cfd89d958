import type { HistoryEntry } from '../../../modules/admin/contract/people/people.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** The operator of an action and their network address, as far as known; empty for the program itself. */
export function originText({ by, from }: Pick<HistoryEntry, 'by' | 'from'>): string {
  if (by && from) return m.admin_people_history_by_from({ operator: by, address: from });
  if (by) return m.admin_people_history_by({ operator: by });
  return from ? m.admin_people_history_from({ address: from }) : '';
}
