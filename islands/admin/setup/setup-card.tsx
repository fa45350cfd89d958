import { Fragment, useState } from 'react';
import type {
  SettingChanges,
  SetupAnswer,
  SetupPart,
  SetupPartId,
  SetupTestAnswer,
} from '../../../modules/admin/contract/setup.ts';
import { formatList } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { CardTable } from '../../ui/card-table.tsx';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';
import { TestMail } from '../test-mail.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { ClassifyForm } from './classify-form.tsx';
import { Comparison } from './comparison.tsx';
import { DrawnPicture } from './drawn-picture.tsx';
import { SettingsForm } from './settings-form.tsx';

type Findings = SetupTestAnswer['findings'];
const LEVELS = {
  ok: m.admin_setup_finding_ok,
  warning: m.admin_setup_finding_warning,
  error: m.admin_setup_finding_error,
} as const;

/** With and without saved settings that wait for a restart. */
const STATES = {
  set: { current: m.admin_setup_state_set, pending: m.admin_setup_state_set_pending },
  missing: { current: m.admin_setup_state_missing, pending: m.admin_setup_state_missing_pending },
} as const;

/** Page for the given part. */
const LINKS: Partial<Record<SetupPartId, { href: string; text: () => string }>> = {
  engine: { href: '/connect-gpu', text: m.admin_setup_link_engine },
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
  const state = STATES[isSet ? 'set' : 'missing'][pending.length > 0 ? 'pending' : 'current'];

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
      const fault = faultedBy(failure, m.admin_setup_unanswered());
      if (fault.needsProof) return setUnproven(fault);
      setFindings([
        {
          level: 'error',
          text: m.admin_setup_untested(),
          quote: fault.text,
          cure: m.admin_setup_unanswered_cure(),
        },
      ]);
    });

  return (
    <li className="setup-part" data-set={isSet || undefined} data-open={isOpen || undefined}>
      <h3>
        {title}
        <span className="setup-state">{state()}</span>
      </h3>
      <ul className="setup-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {pending.length > 0 && !isOpen && (
        <p className="setup-pending">{m.admin_setup_pending({ names: formatList(pending, 'unit') })}</p>
      )}
      {missing.length > 0 && !isOpen && (
        <dl className="setup-missing">
          {missing.map(({ names, why }) => (
            <div key={names.join()}>
              <dt>
                {names.map((name) => (
                  <code key={name}>{name}</code>
                ))}
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
        {findings?.map(({ level, text, quote, cure, picture }) => (
          <Fragment key={text}>
            <p data-level={level}>
              {LEVELS[level]({ text, level: (words) => <strong>{words}</strong> })}
              {quote && <span dir="auto">{quote}</span>}
              {cure && <span>{cure}</span>}
            </p>
            {picture && <DrawnPicture jpeg={picture} label={m.admin_setup_finding_picture()} />}
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
      {id === 'engine' && !isOpen && <Comparison />}
      {id === 'engine' && (
        <details>
          <summary>{m.stream_gpu_card_title()}</summary>
          <CardTable />
        </details>
      )}
      {id === 'backups' && !isOpen && <BackupsPanel onChanged={onChanged} />}
      {!isOpen && (
        <div className="setup-actions">
          {!isLocked && (
            <button
              type="button"
              className="button button-quiet"
              aria-label={m.admin_setup_change_label({ part: title })}
              onClick={() => {
                setFindings(null);
                setUnproven(null);
                setOpen(true);
              }}
            >
              {m.admin_setup_change()}
            </button>
          )}
          <button
            type="button"
            className="button button-quiet"
            disabled={busy}
            aria-label={m.admin_setup_test_label({ part: title })}
            onClick={() => void lookAgain({ action: 'test', part: id })}
          >
            {busy ? m.admin_setup_testing() : m.admin_setup_test()}
          </button>
          {link && <a href={link.href}>{link.text()}</a>}
        </div>
      )}
    </li>
  );
}
