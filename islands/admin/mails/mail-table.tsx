import type { MailState } from '../../../modules/admin/contract/limits.ts';
import type { MailRow } from '../../../modules/admin/contract/mails.ts';
import { localTime } from '../format.ts';
import { personAddress } from '../use-asked.ts';

interface MailTableProps {
  mails: MailRow[];
  states: Record<MailState, string>;
  onAgain: (mailId: string) => void;
}

export function MailTable({ mails, states, onAgain }: MailTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label="Mails" tabIndex={0}>
      <table className="lines-table audit">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">State</th>
            <th scope="col">Subject</th>
            <th scope="col">To</th>
            <th scope="col">Again</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <td className="numbers">
                <time>{localTime(mail.at)}</time>
              </td>
              <td>
                <span className="audit-kind" data-refusal={mail.state === 'failed' || undefined}>
                  {states[mail.state]}
                </span>
              </td>
              <td dir="auto">
                {mail.subject}
                <small>{[mail.kind.replaceAll('-', ' '), mail.error].filter(Boolean).join(': ')}</small>
              </td>
              <td>{mail.user_id ? <a href={personAddress(mail.user_id)}>{mail.to}</a> : mail.to}</td>
              <td>
                {mail.can_be_sent_again && (
                  <button
                    type="button"
                    className="admin-button"
                    aria-label={`Send again: ${mail.subject} to ${mail.to}`}
                    onClick={() => onAgain(mail.id)}
                  >
                    Send again
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
