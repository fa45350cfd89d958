import { type FormEvent, useState } from 'react';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { WrittenMail } from '../../../modules/mail/contract/compose.ts';
import { BULK_KINDS, type BulkKind, NEWS } from '../../../modules/mail/contract/mail-kinds.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { TestMail } from '../test-mail.tsx';
import { MailPreview } from './mail-preview.tsx';
import { countOf, type Recipients, whomText } from './recipients.ts';
import { templatesFor } from './templates.ts';
import { type Language, ORIGINAL, type Written } from './use-written.ts';

/** maximum names in the list of recipients; the rest are a number */
const NAMED = 100;

interface WriteMailProps {
  appName: string;
  delivers: boolean;
  basicPrice: string;
  to: Recipients;
  kind: BulkKind;
  /** offered languages */
  languages: Language[];
  written: Written;
  busy: boolean;
  onKind: (kind: BulkKind) => void;
  onSend: () => void;
  onCancel: () => void;
}

export function WriteMail({ to, kind, languages, written, busy, ...props }: WriteMailProps) {
  const { subject, content } = written.shown;
  const original = written.all;
  function submit(event: FormEvent) {
    event.preventDefault();
    props.onSend();
  }
  return (
    <form className="mail-form" onSubmit={submit}>
      <RecipientList to={to} kind={kind} />
      {to.kind !== 'one' && <KindChoice to={to} kind={kind} onKind={props.onKind} />}
      {!props.delivers && <p className="mail-warning">{m.admin_mails_outbox_warning()}</p>}
      <fieldset className="mail-templates">
        <legend className="label">{m.admin_mails_write_templates()}</legend>
        {templatesFor(props.appName, props.basicPrice, location.origin).map((template) => (
          <button
            key={template.label}
            type="button"
            className="button button-quiet"
            onClick={() => written.change({ subject: template.subject, content: template.content })}
          >
            {template.label}
          </button>
        ))}
      </fieldset>
      {to.kind !== 'one' && languages.length > 1 && (
        <LanguageChoice languages={languages} written={written} />
      )}
      <label>
        <span className="label">{m.admin_mails_write_subject()}</span>
        <input
          className="field"
          value={subject}
          maxLength={300}
          lang={written.language || undefined}
          placeholder=" "
          dir="auto"
          onChange={(event) => written.change({ subject: event.target.value })}
        />
      </label>
      <label>
        <span className="label">{m.admin_mails_write_message()}</span>
        <textarea
          className="field"
          rows={8}
          value={content}
          lang={written.language || undefined}
          placeholder=" "
          dir="auto"
          onChange={(event) => written.change({ content: event.target.value })}
        />
      </label>
      <p className="mail-hint">{m.admin_mails_write_hint()}</p>
      {content.trim() && <MailPreview appName={props.appName} content={content} name={firstNameOf(to)} />}
      {to.kind !== 'one' && subject.trim() && content.trim() && (
        <Trial kind={kind} subject={subject} content={content} />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onCancel}>
          {m.admin_mails_write_cancel()}
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={busy || countOf(to, kind) === 0 || !original.subject || !original.content.trim()}
        >
          {to.kind === 'one'
            ? m.admin_mails_write_send()
            : m.admin_mails_write_send_many({ count: countOf(to, kind) })}
        </button>
      </div>
    </form>
  );
}

/** Sends the mail to the operator first, or to an address they enter. */
function Trial({ kind, subject, content }: { kind: BulkKind } & WrittenMail) {
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState('');
  async function send(to: string | undefined) {
    setBusy(true);
    setStatus('');
    const letter = { kind, subject: subject.trim(), content };
    setStatus(
      await adminApi<{ to: string }>('mail-data', { action: 'sendTest', ...letter, ...(to && { to }) }).then(
        (sent) => m.admin_mails_write_test_done({ address: sent.to }),
        (fault: unknown) => failureText(fault, m.admin_mails_write_test_unanswered()),
      ),
    );
    setBusy(false);
  }
  return (
    <div>
      <TestMail busy={busy} onSend={(to) => void send(to)} />
      <p className="mail-hint" role="status">
        {status}
      </p>
    </div>
  );
}

/** Chooses the language whose text is in the form. A check mark shows that a language has one. */
function LanguageChoice({ languages, written }: Pick<WriteMailProps, 'languages' | 'written'>) {
  const translated = new Set(written.all.translations.map(({ locale }) => locale));
  return (
    <div>
      <label>
        <span className="label">{m.admin_mails_write_language()}</span>
        <select
          className="field"
          value={written.language}
          onChange={(event) => written.setLanguage(event.target.value)}
        >
          <option value={ORIGINAL}>
            {translated.size > 0 ? m.admin_mails_write_language_others() : m.admin_mails_write_language_all()}
          </option>
          {languages.map(({ locale, name }) => (
            <option key={locale} value={locale}>
              {translated.has(locale) ? m.admin_mails_write_language_written({ language: name }) : name}
            </option>
          ))}
        </select>
      </label>
      <p className="mail-hint">{m.admin_mails_write_language_hint()}</p>
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
    service: m.admin_mails_kind_service({ count: all }),
    marketing: m.admin_mails_kind_news({ readers, count: all }),
  };
  return (
    <fieldset className="mail-kind">
      <legend className="label">{m.admin_mails_kind_label()}</legend>
      {BULK_KINDS.map((one) => (
        <label key={one} className="check">
          <input type="radio" name="kind" checked={kind === one} onChange={() => onKind(one)} />
          {choices[one]}
        </label>
      ))}
      <p className="mail-hint">{m.admin_mails_kind_hint()}</p>
    </fieldset>
  );
}

function RecipientList({ to, kind }: { to: Recipients; kind: BulkKind }) {
  if (to.kind === 'one') {
    const { name, email } = to.user;
    return <p className="mail-to">{m.admin_mails_write_to({ name, email })}</p>;
  }
  const named = (kind === 'service' ? to.users : to.users.filter(({ news }) => news)).slice(0, NAMED);
  const more = countOf(to, kind) - named.length;
  return (
    <div>
      <p className="mail-to">{m.admin_mails_write_to_many({ whom: whomText(to, kind) })}</p>
      <ul className="mail-recipients">
        {named.map(({ id, name, email }) => (
          <li key={id}>{m.admin_mails_write_recipient({ name, email })}</li>
        ))}
        {more > 0 && <li>{m.admin_mails_write_more({ count: more })}</li>}
      </ul>
      <p className="mail-hint">{m.admin_mails_write_separate()}</p>
    </div>
  );
}
