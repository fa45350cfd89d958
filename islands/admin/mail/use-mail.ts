import { useCallback, useState } from 'react';
import type { MailedAnswer, MailJobAnswer, SendEmailRequest } from '../../../modules/admin/contract/mail.ts';
import { api, Refusal } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { letterTo, personalSubject } from '../../../modules/mail/contract/compose.ts';
import { bodyHtml } from '../../../modules/mail/contract/mail-html.ts';
import type { BulkKind } from '../../../modules/mail/contract/mail-kinds.ts';
import { adminApi, unansweredText } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { useLive } from '../use-live.ts';
import { countOf, type Recipients } from './recipients.ts';
import type { AllTexts } from './use-written.ts';

const WATCH_MS = 700;

/** State of a mail. A mail to one person has no id, and needs no subject to identify it. */
export type Outcome = Omit<MailJobAnswer, 'id' | 'subject'> & { id: string | null; subject: string | null };

/** Sends a mail: a single one directly, a bulk mail as a job on the server, which this hook only watches. */
export function useMail(job: MailJobAnswer | null) {
  const [outcome, setOutcome] = useState<Outcome | null>(job);
  // Keeps polling a cancelled job: the mail being sent gets its result a moment later.
  const watched = outcome?.state === 'completed' ? null : outcome?.id;

  useLive(watched ? `mail-jobs/${watched}` : null, (asked) => adminApi<MailJobAnswer>(asked), {
    everyMs: WATCH_MS,
    whenHidden: true,
    what: 'Failed to read the mail job',
    onAnswer: setOutcome,
  });

  const send = useCallback(async (to: Recipients, kind: BulkKind, texts: AllTexts) => {
    const { subject, content, translations } = texts;
    if (to.kind === 'one') {
      setOutcome({ ...NOTHING, total: 1 });
      setOutcome(await sendOne(to.user, subject, content));
      return;
    }
    const whom = to.kind === 'selected' ? { userIds: to.users.map(({ id }) => id) } : { filter: to.filter };
    const { id } = await adminApi<{ id: string }>('mail-jobs', {
      kind,
      subject,
      content,
      ...(translations.length > 0 && { translations }),
      ...whom,
    });
    // The mail is being sent. If its progress can't be loaded just now, it must not look unsent.
    setOutcome({ ...NOTHING, id, subject, total: countOf(to, kind) });
  }, []);

  return {
    outcome,
    send,
    cancel: async () => {
      if (!watched) return;
      try {
        setOutcome(await adminApi<MailJobAnswer>(`mail-jobs/${watched}/cancel`, {}));
      } catch (error) {
        const reason = error instanceof Error ? error.message : m.admin_forms_unknown_error();
        await showAlert(m.admin_mails_job_cancel_failed({ reason }));
      }
    },
    /** Resumes a stopped mail. */
    goOn: async () => {
      if (!watched) return;
      try {
        await adminApi('mail-data', { action: 'sendRest', jobId: watched });
        setOutcome(await adminApi<MailJobAnswer>(`mail-jobs/${watched}`));
      } catch (error) {
        await showAlert(error instanceof Error ? error.message : m.admin_forms_unknown_error());
      }
    },
    clear: () => setOutcome(null),
  };
}

const NOTHING: Outcome = {
  id: null,
  subject: null,
  state: 'running',
  total: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  waiting: 0,
  results: { successful: [], failed: [], waiting: [] },
  unreached: [],
};

async function sendOne(
  user: { email: string; name: string },
  subject: string,
  content: string,
): Promise<Outcome> {
  try {
    const mail: SendEmailRequest = {
      to: user.email,
      subject: personalSubject(subject, user.name),
      html: bodyHtml(letterTo(content, user.name)),
    };
    // No timeout, because after one it would be unknown whether the mail was sent.
    const { waiting } = await api<MailedAnswer>('POST', '/api/admin/send-email', mail, { timeoutMs: null });
    if (waiting) return { ...NOTHING, state: 'completed', total: 1, waiting: 1 };
    return {
      ...NOTHING,
      state: 'completed',
      total: 1,
      sent: 1,
      results: { successful: [user.email], failed: [], waiting: [] },
    };
  } catch (fault) {
    const error = mailFault(fault, user.email);
    return {
      ...NOTHING,
      state: 'completed',
      total: 1,
      failed: 1,
      results: { successful: [], failed: [{ email: user.email, error }], waiting: [] },
    };
  }
}

function mailFault(fault: unknown, email: string): string {
  if (!(fault instanceof Refusal)) return unansweredText(fault);
  const { details } = (fault.body ?? {}) as { details?: string };
  const reason = details || fault.message || m.admin_forms_unknown_error();
  return m.admin_mails_send_failed({ email, status: String(fault.status), reason });
}
