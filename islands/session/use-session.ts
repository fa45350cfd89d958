import { useCallback, useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { useFetched } from '../ui/use-fetched.ts';

const WHILE_COMPILING_MS = 3000;

/** The dream as rendered by the server, refetched when the page loads and while its video is being compiled. */
export function useSession(initial: SessionDetail) {
  const address = `/api/sessions/${encodeURIComponent(initial.session_id)}`;
  const {
    data = initial,
    error,
    change,
  } = useFetched<SessionDetail, string>(address, read, {
    initial,
    everyMs: (latest) => (latest?.server_status === 'PROCESSING' ? WHILE_COMPILING_MS : 0),
  });
  const [dismissed, setDismissed] = useState<unknown>(null);
  return {
    session: data,
    fault: error && error !== dismissed ? errorText(error) : null,
    dismissFault: () => setDismissed(error),
    change: useCallback((to: Partial<SessionDetail>) => change((known) => ({ ...known, ...to })), [change]),
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
