import type { FormEvent } from 'react';
import { MailPreview } from './mail-preview.tsx';
import { NOBODY_GETS } from './mail-results.tsx';
import { countOf, type Recipients } from './recipients.ts';
import { templatesFor } from './templates.ts';

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
