import type { StopAnswer } from '../../../modules/admin/contract/sessions.ts';
import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';

/** Stops a live dream after a confirmation. @param refresh called after the call, whatever its outcome */
export async function stopSession(sessionId: string, refresh: () => void): Promise<void> {
  if (!(await confirmed(m.admin_dreams_stop_confirm()))) return;
  try {
    const { stopped, job_status } = await adminApi<StopAnswer>('stop-session', { sessionId });
    if (!stopped) await showAlert(whyNotStopped(job_status));
  } catch (error) {
    const reason = failureText(error, m.admin_forms_no_answer(), m.admin_forms_unknown_error());
    await showAlert(m.admin_dreams_stop_failed({ reason }));
  } finally {
    refresh();
  }
}

/** Why a stop did nothing: the session had changed since the page was loaded. */
const whyNotStopped = (status: StopAnswer['job_status']): string =>
  isActive(status)
    ? m.admin_dreams_stop_elsewhere({ status: STATUS_TEXTS[status]() })
    : m.admin_dreams_stop_ended({ status: STATUS_TEXTS[status]() });
