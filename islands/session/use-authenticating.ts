import { useEffect, useState } from 'react';
import { api, Refusal } from '../../modules/kit/browser/api.ts';

/**
 * True while we must check that the reader is still signed in. The server checks before rendering, but a page restored
 * from the back-forward cache must check again before it shows anything.
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
