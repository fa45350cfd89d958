import useSWR from 'swr';
import type { SessionDetail } from '../../../modules/dreams/contract/schemas.ts';
import { api } from '../../../modules/kit/browser/api.ts';

const WHILE_COMPILING_MS = 1000;

/** True while the dream's film may still come. */
export const isAwaited = (dream: SessionDetail | undefined): boolean =>
  dream !== undefined &&
  !dream.video_url &&
  (dream.server_status === null || dream.server_status === 'PROCESSING');

/** The dream that has just ended, fetched until its film is ready. Undefined until then, and if it can't be read. */
export function useEndedDream(sessionId: string): SessionDetail | undefined {
  const { data } = useSWR(
    `/api/sessions/${encodeURIComponent(sessionId)}`,
    (address: string) => api<SessionDetail>('GET', address),
    { refreshInterval: (latest) => (isAwaited(latest) ? WHILE_COMPILING_MS : 0), revalidateOnFocus: false },
  );
  return data;
}
