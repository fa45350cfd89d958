import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SessionUser } from '../../modules/auth/schemas.ts';
import { hasBest, planOfPerson } from '../../modules/billing/shared/plans.ts';
import { sessionStore } from '../browser/session-store.ts';

/**
 * The paying person, as of now. A page that comes back out of the browser's cache, most often from the payment page,
 * waits until it knows: the plan may be another one by then.
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
