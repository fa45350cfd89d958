import { useCallback, useState } from 'react';
import type { MailJobAnswer, SendEmailRequest } from '../../../modules/admin/schemas.ts';
import { mailBody, personalSubject } from '../../../modules/mail/shared/compose.ts';
import { adminApi, api, Refusal } from '../../api.ts';
import { useLive } from '../use-live.ts';
import type { Recipients } from './recipients.ts';

const WATCH_MS = 700;

type Outcome = Pick<MailJobAnswer, 'total' | 'sent' | 'failed' | 'skipped' | 'results'> & {
  id: string | null;
  state: 'running' | 'completed' | 'cancelled';
};

/** Sending: one mail by its call, many by a job on the server that this only watches. */
export function useMail(job: MailJobAnswer | null) {
  const [outcome, setOutcome] = useState<Outcome | null>(job);
  const running = outcome?.state === 'running' ? outcome.id : null;

  useLive(running && `mail-jobs/${running}`, (asked) => adminApi<MailJobAnswer>(asked), {
    everyMs: WATCH_MS,
    whenHidden: true,
    what: 'Failed to read the mail job',
    onAnswer: setOutcome,
  });

  const send = useCallback(async (to: Recipients, subject: string, content: string) => {
    if (to.kind === 'one') {
      setOutcome({ ...NOTHING, total: 1 });
      setOutcome(await sendOne(to.user, subject, content));
      return;
    }
    const whom =
      to.kind === 'selected' ? { userIds: to.users.map(({ id }) => id) } : { audience: to.audience };
    const { id } = await adminApi<{ id: string }>('mail-jobs', {
      kind: 'marketing',
      subject,
      content,
      ...whom,
    });
    setOutcome(await adminApi<MailJobAnswer>(`mail-jobs/${id}`));
  }, []);

  return {
    outcome,
    send,
    cancel: async () => {
      if (running) setOutcome(await adminApi<MailJobAnswer>(`mail-jobs/${running}/cancel`, {}));
    },
    clear: () => setOutcome(null),
  };
}

const NOTHING: Outcome = {
  id: null,
  state: 'running',
  total: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  results: { successful: [], failed: [] },
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
      html: mailBody(content, user.name),
    };
    // Uncut: nobody could tell whether it was sent.
    await api('POST', '/api/admin/send-email', mail, { timeoutMs: null });
    return {
      ...NOTHING,
      state: 'completed',
      total: 1,
      sent: 1,
      results: { successful: [user.email], failed: [] },
    };
  } catch (fault) {
    const error = mailFault(fault, user.email);
    return {
      ...NOTHING,
      state: 'completed',
      total: 1,
      failed: 1,
      results: { successful: [], failed: [{ email: user.email, error }] },
    };
  }
}

function mailFault(fault: unknown, email: string): string {
  if (!(fault instanceof Refusal)) return fault instanceof Error ? fault.message : 'Unknown error';
  const { details } = (fault.body ?? {}) as { details?: string };
  return `Failed to send email to ${email}: ${fault.status} - ${details || fault.message || 'Unknown error'}`;
}
