import { useEffect, useState } from 'react';
import { type CustomDays, DEFAULT_PERIOD, PERIODS, type Period, rangeOf, readDay } from './period.ts';

interface Asked {
  period: Period;
  custom: CustomDays;
}

const USUAL: Asked = { period: DEFAULT_PERIOD, custom: { from: '', to: '' } };

/** The period in the URL. Choosing another updates the URL, so reload and back show the same. */
export function usePeriod() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const onTravel = () => setAsked(readAddress(location.search));
    onTravel();
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, []);

  const { period, custom } = asked ?? USUAL;
  function choose(next: Asked) {
    // No history entry, since no one wants to go back through periods.
    history.replaceState(null, '', addressOf(next));
    setAsked(next);
  }
  return {
    period,
    custom,
    /** false until the URL has been read */
    known: asked !== null,
    choosePeriod: (chosen: Period) => choose({ period: chosen, custom }),
    chooseDay: (day: Partial<CustomDays>) => choose({ period: 'custom', custom: { ...custom, ...day } }),
  };
}

function readAddress(search: string): Asked {
  const params = new URLSearchParams(search);
  const period = params.get('period') ?? '';
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return readDay(value) ? value : '';
  };
  const custom = { from: day('from'), to: day('to') };
  const isWhole = period !== 'custom' || rangeOf('custom', 0, custom) !== null;
  return { period: period in PERIODS && isWhole ? (period as Period) : DEFAULT_PERIOD, custom };
}

function addressOf({ period, custom }: Asked): string {
  const params = new URLSearchParams({ view: 'summary' });
  if (period !== DEFAULT_PERIOD) params.set('period', period);
  if (custom.from) params.set('from', custom.from);
  if (custom.to) params.set('to', custom.to);
  return `${location.pathname}?${params}`;
}
