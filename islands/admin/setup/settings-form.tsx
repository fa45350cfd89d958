import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import type {
  SettingChanges,
  SetupAnswer,
  SetupField,
  SetupPart,
  SetupTestAnswer,
} from '../../../modules/admin/contract/setup.ts';
import { Refusal } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';
import { TestMail } from '../test-mail.tsx';
import { MailServerFields } from './mail-server-fields.tsx';
import { SettingField } from './setting-field.tsx';
import { StripeFields } from './stripe-fields.tsx';

type Findings = SetupTestAnswer['findings'];

interface SettingsFormProps {
  part: SetupPart;
  proposal: SetupPart['proposal'];
  /** version of the settings that the change is based on */
  basis: string;
  /** shows its findings; @throws Refusal for invalid settings */
  onTest: (changes: SettingChanges) => Promise<Findings>;
  onTestMail: (changes: SettingChanges, to: string | undefined) => Promise<Findings>;
  onSaved: (answer: SetupAnswer) => void;
  onCancel: () => void;
}

type Faults = Readonly<Record<string, string>>;

/**
 * The settings of one part. They are tested before they are saved; settings that fail are saved only on a second
 * request.
 */
export function SettingsForm(props: SettingsFormProps) {
  const { part, proposal, basis, onTest, onTestMail, onSaved, onCancel } = props;
  const [changes, setChanges] = useState<SettingChanges>({});
  const [faults, setFaults] = useState<Faults>({});
  const [fault, setFault] = useState<Faulted | null>(null);
  const [doing, setDoing] = useState<'test' | 'mail' | 'save' | null>(null);
  /** changes that failed the test */
  const [failed, setFailed] = useState<SettingChanges | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input:enabled, select:enabled')?.focus(), []);

  const change = (name: string, text: string | null | undefined) =>
    setChanges(({ [name]: _, ...others }) => (text === undefined ? others : { ...others, [name]: text }));

  async function run(what: NonNullable<typeof doing>, task: () => Promise<void>) {
    setDoing(what);
    setFaults({});
    setFault(null);
    try {
      await task();
    } catch (error) {
      const found = error instanceof Refusal ? faultsOf(error.body) : {};
      setFaults(found);
      if (Object.keys(found).length === 0) setFault(faultedBy(error, m.admin_setup_form_unanswered()));
    } finally {
      setDoing(null);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (doing !== null) return;
    void run('save', async () => {
      if (failed !== changes) {
        const findings = await onTest(changes);
        if (findings.some(({ level }) => level === 'error')) return setFailed(changes);
      }
      onSaved(await adminApi<SetupAnswer>('setup-data', { action: 'save', part: part.id, changes, basis }));
    });
  };

  const field = (one: SetupField) => (
    <SettingField
      key={one.name}
      field={one}
      change={changes[one.name]}
      fault={faults[one.name]}
      why={part.missing.find(({ names }) => names.includes(one.name))?.why}
      onChange={(text) => change(one.name, text)}
    />
  );
  const usual = part.fields.filter(({ isRare }) => !isRare);
  const rare = part.fields.filter(({ isRare }) => isRare);
  const key = part.fields.find(({ name }) => name === 'STRIPE_SECRET_KEY');
  const isLockedKey = usual.some(({ name, isLocked }) => name.startsWith('STRIPE_') && isLocked);
  const hasKey = Boolean(changes.STRIPE_SECRET_KEY ?? (key?.isSet && changes.STRIPE_SECRET_KEY !== null));
  const isUntouched = Object.keys(changes).length === 0;

  return (
    <form
      ref={form}
      className="setup-form"
      onSubmit={submit}
      aria-label={m.admin_setup_form_label({ part: part.title })}
    >
      {proposal && (
        <p className="setup-proposal">
          <button
            type="button"
            className="button button-quiet"
            onClick={() => setChanges((before) => ({ ...before, ...proposal.settings }))}
          >
            {m.admin_setup_form_proposal({ proposal: proposal.text })}
          </button>{' '}
          <a href={proposal.licence.url} target="_blank" rel="noreferrer">
            {m.admin_setup_form_licence({ name: proposal.licence.name })}
          </a>
        </p>
      )}
      {usual.map((one) =>
        one.name === 'SMTP_URL' && !one.isLocked ? (
          <MailServerFields
            key={one.name}
            field={one}
            isRemoved={changes.SMTP_URL === null}
            fault={faults.SMTP_URL}
            onChange={(text) => change('SMTP_URL', text)}
          />
        ) : (
          <Fragment key={one.name}>
            {field(one)}
            {one.name === 'STRIPE_PUBLISHABLE_KEY' && !isLockedKey && (
              <StripeFields changes={changes} basis={basis} hasKey={hasKey} onSaved={onSaved} />
            )}
          </Fragment>
        ),
      )}
      {rare.length > 0 && (
        <details open={rare.some(({ name, isSet }) => isSet || name in faults) || undefined}>
          <summary>{m.admin_setup_form_more()}</summary>
          <div className="setup-form">{rare.map(field)}</div>
        </details>
      )}
      {fault && <FaultNote fault={fault} />}
      {Object.keys(faults).length > 0 && (
        <p className="field-fault" role="alert">
          {m.admin_setup_form_faults({ count: Object.keys(faults).length })}
        </p>
      )}
      {failed === changes && (
        <p className="field-fault" role="alert">
          {m.admin_setup_form_failed()}
        </p>
      )}
      {part.id === 'mail' && (
        <TestMail
          busy={doing !== null}
          onSend={(to) => void run('mail', async () => void (await onTestMail(changes, to)))}
        />
      )}
      <div className="setup-actions">
        <button type="submit" className="button button-primary" disabled={doing !== null || isUntouched}>
          {doing === 'save'
            ? m.admin_setup_form_saving()
            : failed === changes
              ? m.admin_setup_form_save_anyway()
              : m.admin_setup_form_save()}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={doing !== null}
          onClick={() => void run('test', async () => void (await onTest(changes)))}
        >
          {doing === 'test' ? m.admin_setup_testing() : m.admin_setup_test()}
        </button>
        <button type="button" className="button button-quiet" disabled={doing !== null} onClick={onCancel}>
          {m.admin_setup_form_cancel()}
        </button>
      </div>
    </form>
  );
}

/** The server's faults, by setting. */
function faultsOf(body: unknown): Faults {
  const { faults } = (body ?? {}) as { faults?: unknown };
  if (!Array.isArray(faults)) return {};
  return Object.fromEntries(faults.map(({ name, text }) => [String(name), String(text)]));
}
