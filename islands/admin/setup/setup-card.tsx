import { Fragment, useState } from 'react';
import type {
  SettingChanges,
  SetupAnswer,
  SetupPart,
  SetupPartId,
  SetupTestAnswer,
} from '../../../modules/admin/contract/setup.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';
import { TestMail } from '../test-mail.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { ClassifyForm } from './classify-form.tsx';
import { DrawnPicture } from './drawn-picture.tsx';
import { SettingsForm } from './settings-form.tsx';

type Findings = SetupTestAnswer['findings'];
const LEVELS = { ok: 'Works', warning: 'Look at this', error: 'Does not work' } as const;

/** Page for the given part. */
const LINKS: Partial<Record<SetupPartId, { href: string; text: string }>> = {
  engine: { href: '/connect-gpu', text: 'Connect a GPU worker' },
};

interface SetupCardProps {
  part: SetupPart;
  /** version of the settings that changes are based on */
  basis: string;
  isLocked: boolean;
  onSaved: (answer: SetupAnswer) => void;
  /** another card may be out of date */
  onChanged: () => void;
}

/** A part of the setup: its state, what is missing, its settings, and a test button. */
export function SetupCard({ part, basis, isLocked, onSaved, onChanged }: SetupCardProps) {
  const { id, title, isSet, facts, missing, proposal } = part;
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [findings, setFindings] = useState<Findings | null>(null);
  const [unproven, setUnproven] = useState<Faulted | null>(null);
  const link = LINKS[id];
  const pending = part.fields.filter(({ isPending }) => isPending).map(({ name }) => name);
  const state = isSet ? 'Set up' : 'Something is missing';

  async function look(asked: object): Promise<Findings> {
    setBusy(true);
    setFindings(null);
    setUnproven(null);
    try {
      const { findings: found } = await adminApi<SetupTestAnswer>('setup-data', asked);
      setFindings(found);
      return found;
    } finally {
      setBusy(false);
    }
  }
  const lookAgain = (asked: object) =>
    look(asked).catch((failure: unknown) => {
      const fault = faultedBy(failure, 'no answer came');
      if (fault.needsProof) return setUnproven(fault);
      const text = fault.text.replace(/\.$/, '');
      setFindings([{ level: 'error', text, cure: 'Try again in a moment.' }]);
    });

  return (
    <li className="setup-part" data-set={isSet || undefined} data-open={isOpen || undefined}>
      <h3>
        {title}
        <span className="setup-state">{pending.length > 0 ? `${state}, restart pending` : state}</span>
      </h3>
      <ul className="setup-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {pending.length > 0 && !isOpen && (
        <p className="setup-pending">Saved, and in use after a restart: {pending.join(', ')}</p>
      )}
      {missing.length > 0 && !isOpen && (
        <dl className="setup-missing">
          {missing.map(({ name, why }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      )}
      {isOpen && (
        <SettingsForm
          part={part}
          proposal={proposal}
          basis={basis}
          onTest={(changes: SettingChanges) => look({ action: 'test', part: id, changes })}
          onTestMail={(changes, to) => look({ action: 'sendTestMail', changes, to })}
          onSaved={(answer) => {
            onSaved(answer);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      )}
      <div className="setup-findings" role="status">
        {findings?.map(({ level, text, cure, picture }) => (
          <Fragment key={text}>
            <p data-level={level}>
              <strong>{LEVELS[level]}:</strong> {text}.{cure && <span>{cure}</span>}
            </p>
            {picture && <DrawnPicture jpeg={picture} label="What was drawn for this test" />}
          </Fragment>
        ))}
      </div>
      {unproven && <FaultNote fault={unproven} />}
      {id === 'safety' && !isOpen && (
        <ClassifyForm busy={busy} onClassify={(text) => void lookAgain({ action: 'classify', text })} />
      )}
      {id === 'mail' && !isOpen && (
        <TestMail busy={busy} onSend={(to) => void lookAgain({ action: 'sendTestMail', to })} />
      )}
      {id === 'backups' && !isOpen && <BackupsPanel onChanged={onChanged} />}
      {!isOpen && (
        <div className="setup-actions">
          {!isLocked && (
            <button
              type="button"
              className="admin-button"
              aria-label={`Change: ${title}`}
              onClick={() => {
                setFindings(null);
                setUnproven(null);
                setOpen(true);
              }}
            >
              Change
            </button>
          )}
          <button
            type="button"
            className="admin-button"
            disabled={busy}
            aria-label={`Test: ${title}`}
            onClick={() => void lookAgain({ action: 'test', part: id })}
          >
            {busy ? 'Testing…' : 'Test'}
          </button>
          {link && <a href={link.href}>{link.text}</a>}
        </div>
      )}
    </li>
  );
}
