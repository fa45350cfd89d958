import type { MailState } from '../../../modules/admin/contract/mail-filter.ts';
import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { Lines } from '../lines.tsx';

interface PersonMailsProps extends Pick<PersonAnswer, 'mails'> {
  onAgain: (mailId: string) => Promise<void>;
}

/** Mails to a user; those that were kept can be read and sent again. */
export function PersonMails({ mails, onAgain }: PersonMailsProps) {
  const sendAgain = async (mailId: string) => {
    const done = await onAgain(mailId).then(
      () => m.admin_people_person_mail_again_done(),
      (fault: unknown) => failureText(fault, m.admin_people_person_mail_again_failed()),
    );
    await showAlert(done);
  };
  return (
    <section aria-labelledby="person-mails">
      <h3 id="person-mails">{m.admin_people_person_mails()}</h3>
      <Lines
        label={m.admin_people_person_mails()}
        nothing={m.admin_people_person_mails_empty()}
        lines={mails.map(({ id, at, subject, state, error, text }) => ({
          at,
          what: subject,
          detail: (
            <>
              {error
                ? m.admin_people_person_mail_error({ state: MAIL_STATES[state](), error })
                : MAIL_STATES[state]()}
              {text !== null && (
                <details className="person-mail">
                  <summary>{m.admin_people_person_mail_read()}</summary>
                  <p dir="auto">{text}</p>
                  <button
                    type="button"
                    className="button button-quiet"
                    aria-label={m.admin_people_person_mail_again_label({ subject })}
                    onClick={() => void sendAgain(id)}
                  >
                    {m.admin_people_person_mail_again()}
                  </button>
                </details>
              )}
            </>
          ),
        }))}
      />
    </section>
  );
}

const MAIL_STATES: Record<MailState, () => string> = {
  sending: m.admin_people_person_mail_sending,
  waiting: m.admin_people_person_mail_waiting,
  sent: m.admin_people_person_mail_sent,
  failed: m.admin_people_person_mail_failed,
};
