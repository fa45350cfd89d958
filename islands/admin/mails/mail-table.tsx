import type { MailState } from '../../../modules/admin/contract/limits.ts';
import type { MailRow } from '../../../modules/admin/contract/mails.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { personAddress } from '../use-asked.ts';

interface MailTableProps {
  mails: MailRow[];
  states: Record<MailState, () => string>;
  onAgain: (mailId: string) => void;
}

export function MailTable({ mails, states, onAgain }: MailTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label={m.admin_mails_table_label()} tabIndex={0}>
      <table className="lines-table audit">
        <thead>
          <tr>
            <th scope="col">{m.admin_mails_table_time()}</th>
            <th scope="col">{m.admin_mails_table_state()}</th>
            <th scope="col">{m.admin_mails_table_subject()}</th>
            <th scope="col">{m.admin_mails_table_to()}</th>
            <th scope="col">{m.admin_mails_table_again()}</th>
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
                  {states[mail.state]()}
                </span>
              </td>
              <td dir="auto">
                {mail.subject}
                <small>{kindText(mail)}</small>
              </td>
              <td>{mail.user_id ? <a href={personAddress(mail.user_id)}>{mail.to}</a> : mail.to}</td>
              <td>
                {mail.can_be_sent_again && (
                  <button
                    type="button"
                    className="admin-button"
                    aria-label={m.admin_mails_table_send_again_label({
                      subject: mail.subject,
                      address: mail.to,
                    })}
                    onClick={() => onAgain(mail.id)}
                  >
                    {m.admin_mails_table_send_again()}
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

function kindText({ kind, error }: MailRow): string {
  const words = kind.replaceAll('-', ' ');
  return error ? m.admin_mails_table_kind_error({ kind: words, error }) : words;
}
