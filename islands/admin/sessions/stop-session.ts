import type { StopAnswer } from '../../../modules/admin/contract/sessions.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';

/** Stops a live dream after a confirmation. @param refresh called after the call, whatever its outcome */
export async function stopSession(sessionId: string, refresh: () => void): Promise<void> {
  const sure = await confirmed(
    'Stop this session? The person’s dream ends now, and doesn’t count against their plan. What was recorded is kept.',
  );
  if (!sure) return;
  try {
    const { stopped, job_status } = await adminApi<StopAnswer>('stop-session', { sessionId });
    if (!stopped) await showAlert(whyNotStopped(job_status));
  } catch (error) {
    await showAlert(
      `Failed to stop the session: ${error instanceof Error ? error.message : 'Unknown error'}`,
    );
  } finally {
    refresh();
  }
}

/** Why a stop did nothing: the session had changed since the page was loaded. */
const whyNotStopped = (status: StopAnswer['job_status']): string =>
  isActive(status)
    ? `Nothing was stopped: the session is ${status}, but not on this server.`
    : `Nothing was stopped: the session had ended already (${status}).`;
