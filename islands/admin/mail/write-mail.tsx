import { type FormEvent, useState } from 'react';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { BULK_KINDS, type BulkKind, NEWS } from '../../../modules/mail/contract/mail-kinds.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { TestMail } from '../test-mail.tsx';
import { MailPreview } from './mail-preview.tsx';
import { NOBODY_GETS } from './mail-results.tsx';
import { countOf, type Recipients, whomText } from './recipients.ts';
import { templatesFor } from './templates.ts';

/** maximum names in the list of recipients; the rest are a number */
const NAMED = 100;

interface WriteMailProps {
  appName: string;
  delivers: boolean;
  basicPrice: string;
  to: Recipients;
  kind: BulkKind;
  subject: string;
  content: string;
  busy: boolean;
  onKind: (kind: BulkKind) => void;
  onSubject: (subject: string) => void;
  onContent: (content: string) => void;
  onSend: () => void;
  onCancel: () => void;
}

export function WriteMail({
  to,
  kind,
  subject,
  content,
  busy,
  onSubject,
  onContent,
  ...props
}: WriteMailProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    props.onSend();
  }
  return (
    <form className="mail-form" onSubmit={submit}>
      <RecipientList to={to} kind={kind} />
      {to.kind !== 'one' && <KindChoice to={to} kind={kind} onKind={props.onKind} />}
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
      {to.kind !== 'one' && subject.trim() && content.trim() && (
        <Trial kind={kind} subject={subject} content={content} />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={busy || countOf(to, kind) === 0 || !subject.trim() || !content.trim()}
        >
          {to.kind === 'one' ? 'Send' : `Send ${countOf(to, kind)} Emails`}
        </button>
      </div>
    </form>
  );
}

/** Sends the mail to the operator first, or to an address they enter. */
function Trial({ kind, subject, content }: Pick<WriteMailProps, 'kind' | 'subject' | 'content'>) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  async function send(to: string | undefined) {
    setBusy(true);
    setSaid('');
    const letter = { kind, subject: subject.trim(), content };
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

/** News goes only to users who asked for it; important notices about accounts go to everyone. */
function KindChoice({ to, kind, onKind }: { to: Recipients } & Pick<WriteMailProps, 'kind' | 'onKind'>) {
  const readers = countOf(to, NEWS);
  const all = countOf(to, 'service');
  const choices = {
    service: `Service notice, to all ${all}: what they must know about their account or this place`,
    marketing: `News, to the ${readers} of ${all} who asked for them, with a way to unsubscribe`,
  };
  return (
    <fieldset className="mail-kind">
      <legend className="label">Kind of mail</legend>
      {BULK_KINDS.map((one) => (
        <label key={one} className="check">
          <input type="radio" name="kind" checked={kind === one} onChange={() => onKind(one)} />
          {choices[one]}
        </label>
      ))}
      <p className="mail-hint">
        Offers and invitations are news. People ask for news when they sign up and in Settings; without an
        answer they get none.
      </p>
    </fieldset>
  );
}

function RecipientList({ to, kind }: { to: Recipients; kind: BulkKind }) {
  if (to.kind === 'one') {
    return (
      <p className="mail-to">
        To: {to.user.name} &lt;{to.user.email}&gt;
      </p>
    );
  }
  const named = (kind === 'service' ? to.users : to.users.filter(({ news }) => news)).slice(0, NAMED);
  const more = countOf(to, kind) - named.length;
  return (
    <div>
      <p className="mail-to">To {whomText(to, kind)}.</p>
      <ul className="mail-recipients">
        {named.map(({ id, name, email }) => (
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
