import { type FormEvent, useState } from 'react';
import { adminApi } from '../../browser/admin-api.ts';
import { failureText } from '../../browser/api.ts';
import { TestMail } from '../test-mail.tsx';
import { MailPreview } from './mail-preview.tsx';
import { NOBODY_GETS } from './mail-results.tsx';
import { countOf, type Recipients, whomText } from './recipients.ts';
import { templatesFor } from './templates.ts';
import { BULK_KIND } from './use-mail.ts';

/** names in the list of recipients; more are a number */
const NAMED = 100;

interface WriteMailProps {
  appName: string;
  delivers: boolean;
  basicPrice: string;
  to: Recipients;
  subject: string;
  content: string;
  busy: boolean;
  onSubject: (subject: string) => void;
  onContent: (content: string) => void;
  onSend: () => void;
  onCancel: () => void;
}

export function WriteMail({ to, subject, content, busy, onSubject, onContent, ...props }: WriteMailProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    props.onSend();
  }
  return (
    <form className="mail-form" onSubmit={submit}>
      <RecipientList to={to} />
      {!props.delivers && <p className="mail-warning">{NOBODY_GETS}</p>}
      <fieldset className="mail-templates">
        <legend className="label">Quick Templates</legend>
        {templatesFor(props.appName, props.basicPrice, location.origin).map((template) => (
          <button
            key={template.label}
            type="button"
            className="admin-button"
            onClick={() => {
              onSubject(template.subject);
              onContent(template.content);
            }}
          >
            {template.label}
          </button>
        ))}
      </fieldset>
      <label>
        <span className="label">Subject</span>
        <input
          className="admin-input"
          value={subject}
          maxLength={300}
          onChange={(event) => onSubject(event.target.value)}
        />
      </label>
      <label>
        <span className="label">Message (plain text or HTML)</span>
        <textarea
          className="admin-area"
          rows={8}
          value={content}
          onChange={(event) => onContent(event.target.value)}
        />
      </label>
      <p className="mail-hint">{'{name}'} in the message is replaced per recipient.</p>
      {content.trim() && <MailPreview appName={props.appName} content={content} name={firstNameOf(to)} />}
      {to.kind !== 'one' && subject.trim() && content.trim() && <Trial subject={subject} content={content} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={busy || !subject.trim() || !content.trim()}
        >
          {to.kind === 'one' ? 'Send' : `Send ${countOf(to)} Emails`}
        </button>
      </div>
    </form>
  );
}

/** Sends the mail to the operator first, or to an address that they type. */
function Trial({ subject, content }: { subject: string; content: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  async function send(to: string | undefined) {
    setBusy(true);
    setSaid('');
    const letter = { kind: BULK_KIND, subject: subject.trim(), content };
    setSaid(
      await adminApi<{ to: string }>('mail-data', { action: 'sendTest', ...letter, ...(to && { to }) }).then(
        (sent) => `A test mail was sent to ${sent.to}.`,
        (fault: unknown) => failureText(fault, 'No answer came. The test mail may have been sent.'),
      ),
    );
    setBusy(false);
  }
  return (
    <div>
      <TestMail busy={busy} onSend={(to) => void send(to)} />
      <p className="mail-hint" role="status">
        {said}
      </p>
    </div>
  );
}

const firstNameOf = (to: Recipients): string =>
  to.kind === 'one' ? to.user.name : (to.users[0]?.name ?? '');

function RecipientList({ to }: { to: Recipients }) {
  if (to.kind === 'one') {
    return (
      <p className="mail-to">
        To: {to.user.name} &lt;{to.user.email}&gt;
      </p>
    );
  }
  const more = countOf(to) - Math.min(to.users.length, NAMED);
  return (
    <div>
      <p className="mail-to">To {whomText(to)}.</p>
      <ul className="mail-recipients">
        {to.users.slice(0, NAMED).map(({ id, name, email }) => (
          <li key={id}>
            {name} &lt;{email}&gt;
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <p className="mail-hint">Each user will receive a separate, personalized email.</p>
    </div>
  );
}
