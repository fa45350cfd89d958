import { dateOf, nameOf } from '../../modules/dreams/contract/names.ts';
import { FILTERS, type Filter, RECENT_MS } from '../../modules/dreams/contract/narrowing.ts';
import type { Session } from '../../modules/dreams/contract/schemas.ts';
import { parseUtc } from '../../modules/kit/shared/dates.ts';
import { m } from '../../modules/kit/texts/m.ts';

export const FILTER_KEY = 'dreamboard-filter';
export const FILTER_LABELS: Record<Exclude<Filter, 'all'>, () => string> = {
  recent: m.dreams_filter_recent,
  named: m.dreams_filter_named,
};

/** Parses a saved choice; unknown values mean the default. */
export function readFilter(value: string | null): Filter {
  return FILTERS.find((filter) => filter === value) ?? 'all';
}

export function filterSessions(sessions: Session[], filter: Filter, now: number): Session[] {
  if (filter === 'named') return sessions.filter((session) => nameOf(session) !== '');
  if (filter === 'recent') {
    return sessions.filter((session) => now - (parseUtc(dateOf(session))?.getTime() ?? 0) < RECENT_MS);
  }
  return sessions;
}
