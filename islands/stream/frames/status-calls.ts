import { api } from '../../../modules/kit/browser/api.ts';
import type { StatusAnswer } from '../../../modules/stream/contract/schemas.ts';
import type { ClientFpsData } from './worker-messages.ts';

/** @returns null if the status couldn't be read this time */
export function readStatus(sessionId: string): Promise<StatusAnswer | null> {
  const address = `/api/stream/status?sessionId=${encodeURIComponent(sessionId)}`;
  return api<StatusAnswer | null>('GET', address).catch(() => null);
}

export function reportFps(sessionId: string, clientFpsData: ClientFpsData) {
  // keepalive, because the last report is sent while the page unloads.
  const options = { keepalive: true };
  api('POST', '/api/sessions/update-client-fps', { sessionId, clientFpsData }, options).catch(() => {});
}
