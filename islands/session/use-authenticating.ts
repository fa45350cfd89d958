import { useEffect, useState } from 'react';
import { api, Refusal } from '../browser/api.ts';

/**
 * True while the page's reader is not known to be signed in. The server answered that when it rendered it; one that
 * comes back out of the browser's own cache has to ask again before it shows anything.
 */
export function useAuthenticating(): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    const onShow = async (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setWaiting(true);
      const failure: unknown = await api('GET', '/api/session').then(
        () => null,
        (error) => error,
      );
      if (failure instanceof Refusal && failure.status === 401) location.replace('/unauthorized');
      else setWaiting(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return waiting;
}
