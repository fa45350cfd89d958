import { useCallback, useState } from 'react';
import useSWR from 'swr';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { retryAfterFailure } from '../browser/retry-after-failure.ts';

const WHILE_COMPILING_MS = 3000;

/** The dream as rendered by the server, refetched when the page loads and while its video is being compiled. */
export function useSession(initial: SessionDetail) {
  const address = `/api/sessions/${encodeURIComponent(initial.session_id)}`;
  const { data, error, mutate } = useSWR(address, read, {
    fallbackData: initial,
    revalidateOnMount: true,
    revalidateOnFocus: true,
    refreshInterval: (latest) => (latest?.server_status === 'PROCESSING' ? WHILE_COMPILING_MS : 0),
    onErrorRetry: retryAfterFailure(initial.server_status === 'PROCESSING' ? WHILE_COMPILING_MS : null),
  });
  const [dismissed, setDismissed] = useState<unknown>(null);
  const change = useCallback(
    (to: Partial<SessionDetail>) => {
      void mutate((known) => ({ ...(known ?? initial), ...to }), { revalidate: false });
    },
    [mutate, initial],
  );
  return {
    session: data,
    fault: error && error !== dismissed ? errorText(error) : null,
    dismissFault: () => setDismissed(error),
    change,
  };
}

async function read(address: string): Promise<SessionDetail> {
  try {
    return await api<SessionDetail>('GET', address);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) location.assign('/unauthorized');
    if (error instanceof Refusal && error.status === 404) location.assign('/404');
    throw error;
  }
}

const errorText = (error: unknown) =>
  error instanceof Refusal && error.message ? error.message : m.dreams_session_failed();
