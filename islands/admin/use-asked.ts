import { useEffect, useState } from 'react';
import type { View } from '../../modules/admin/contract/limits.ts';

/** The item after the # in the URL. Null on the server, which can't see it; empty if there is none. */
export function useAsked(view: View): string | null {
  const [asked, setAsked] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has another address
  useEffect(() => {
    const read = () => setAsked(decodeURIComponent(location.hash.slice(1)));
    read();
    addEventListener('hashchange', read);
    addEventListener('popstate', read);
    return () => {
      removeEventListener('hashchange', read);
      removeEventListener('popstate', read);
    };
  }, [view]);
  return asked;
}

export const personAddress = (userId: string) => `/admin?view=users#${encodeURIComponent(userId)}`;
export const workerAddress = (workerId: string) => `/admin?view=workers#${encodeURIComponent(workerId)}`;
export const dreamAddress = (sessionId: string) => `/admin?view=sessions#${encodeURIComponent(sessionId)}`;
