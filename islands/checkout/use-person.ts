import { useEffect, useState, useSyncExternalStore } from 'react';
import { hasBest, planOfPerson } from '../../modules/billing/contract/plans.ts';
import type { SessionUser } from '../../modules/web/contract/person.ts';
import { sessionStore } from '../browser/session-store.ts';

/**
 * The current person. A page restored from the back-forward cache, usually after visiting the payment page, waits for
 * fresh data because the plan may have changed.
 */
export function usePerson(initial: SessionUser): { person: SessionUser; loading: boolean } {
  const known = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => initial);
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    const onShow = async (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setLoading(true);
      await sessionStore.refresh();
      const person = sessionStore.get();
      if (person && hasBest(planOfPerson(person))) location.replace('/settings');
      else setLoading(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return { person: known ?? initial, loading };
}
