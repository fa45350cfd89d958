import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { MailJobAnswer } from '../../../modules/admin/schemas.ts';
import { previewOf } from '../../../modules/mail/shared/compose.ts';
import { showAlert } from '../../dialogs.ts';
import { Modal } from '../../modal.tsx';
import { countOf, objectionToSending, type Recipients } from './recipients.ts';
import { templatesFor } from './templates.ts';
import { useMail } from './use-mail.ts';

/** names in the list of recipients; more are a number */
const NAMED = 100;

interface MailModalProps {
  appName: string;
  /** null shows a job that runs already */
  to: Recipients | null;
  job: MailJobAnswer | null;
  /** a bulk mail has come to its end */
  onSent: () => void;
  onClose: () => void;
}

export function MailModal({ appName, to, job, onSent, onClose }: MailModalProps) {
  const { outcome, send, cancel, clear } = useMail(job);
  const [subject, setSubject] = useState('');
  const [content, setContent] = useState('');
  const [busy, setBusy] = useState(false);
  const isBulk = to?.kind !== 'one';
  const over = outcome !== null && outcome.state !== 'running';

  const told = useRef(false);
  useEffect(() => {
    if (!over || told.current) return;
    told.current = true;
    if (isBulk) onSent();
  }, [over, isBulk, onSent]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const objection = objectionToSending(to, subject, content);
    if (!to || objection) return showAlert(objection ?? '');
    told.current = false;
    setBusy(true);
    try {
      await send(to, subject.trim(), content);
    } catch (error) {
      await showAlert(error instanceof Error ? error.message : 'Unknown error');
    }
    setBusy(false);
  }

  if (over) {
    return (
      <Modal title="Email Results" className="mail" onClose={onClose}>
        <Results outcome={outcome} />
        <div className="dialog-actions">
          {to && (
            <button
              type="button"
              className="button"
              onClick={() => {
                setSubject('');
                setContent('');
                clear();
              }}
            >
              Send Another Email
            </button>
          )}
          <button type="button" className="button button-primary" onClick={onClose}>
            Close
          </button>
        </div>
      </Modal>
    );
  }
  if (outcome) {
    const done = outcome.sent + outcome.failed + outcome.skipped;
    return (
      <Modal title={titleOf(to, outcome.total)} className="mail" onClose={onClose}>
        <div className="mail-progress" role="status">
          <progress className="progress" value={done} max={outcome.total} aria-label="Sending" />
          <p className="numbers">
            {done} / {outcome.total}
          </p>
          <p className="numbers">
            ✅ {outcome.sent} sent ❌ {outcome.failed} failed
            {outcome.skipped > 0 && ` · ${outcome.skipped} unsubscribed`}
          </p>
          {isBulk && <p>You can close this window: the server goes on sending.</p>}
        </div>
        <div className="dialog-actions">
          {isBulk && (
            <button type="button" className="button" onClick={cancel}>
              Cancel
            </button>
          )}
        </div>
      </Modal>
    );
  }
  if (!to) return null;
  const total = countOf(to);
  return (
    <Modal title={titleOf(to, total)} className="mail" onClose={onClose}>
      <form className="mail-form" onSubmit={submit}>
        <RecipientList to={to} />
        <fieldset className="mail-templates">
          <legend className="label">Quick Templates</legend>
          {templatesFor(appName, location.origin).map((template) => (
            <button
              key={template.label}
              type="button"
              className="admin-button"
              onClick={() => {
                setSubject(template.subject);
                setContent(template.content);
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
            onChange={(event) => setSubject(event.target.value)}
          />
        </label>
        <label>
          <span className="label">Message (plain text or HTML)</span>
          <textarea
            className="admin-area"
            rows={8}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        </label>
        <p className="mail-hint">{'{name}'} in the message is replaced per recipient.</p>
        {content.trim() && <Preview content={content} name={firstNameOf(to)} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="button button-primary"
            disabled={busy || !subject.trim() || !content.trim()}
          >
            {isBulk ? `Send ${total} Emails` : 'Send'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function titleOf(to: Recipients | null, total: number): string {
  return to?.kind === 'one' ? `Send Email to ${to.user.name}` : `Send Email to ${total} Users`;
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

/** As the first recipient will read it. HTML is shown in a frame that may do nothing. */
function Preview({ content, name }: { content: string; name: string }) {
  const { html, text } = previewOf(content, name);
  return (
    <div className="mail-preview">
      <span className="label">Preview</span>
      {html ? <iframe title="Preview" sandbox="" srcDoc={text} /> : <p>{text}</p>}
    </div>
  );
}

function Results({ outcome }: { outcome: Pick<MailJobAnswer, 'results' | 'skipped' | 'state'> }) {
  const { successful, failed } = outcome.results;
  return (
    <div className="mail-results">
      {outcome.state === 'cancelled' && <p>Cancelled before everybody was reached.</p>}
      <h3 className="numbers">Successful: {successful.length}</h3>
      <ul>
        {successful.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      <h3 className="numbers">Failed: {failed.length}</h3>
      <ul>
        {failed.map(({ email, error }) => (
          <li key={email}>
            {email}: {error}
          </li>
        ))}
      </ul>
      {outcome.skipped > 0 && <p className="numbers">Unsubscribed, not mailed: {outcome.skipped}</p>}
    </div>
  );
}
