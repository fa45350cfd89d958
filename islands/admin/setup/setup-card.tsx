import { Fragment, useState } from 'react';
import type { SetupPart, SetupPartId, SetupTestAnswer } from '../../../modules/admin/schemas/setup.ts';
import { adminApi } from '../../browser/api.ts';
import { DrawnPicture } from './drawn-picture.tsx';
import { SetupCommand } from './setup-command.tsx';

type Findings = SetupTestAnswer['findings'];
const LEVELS = { ok: 'Works', warning: 'Look at this', error: 'Does not work' } as const;

/** Page that a part leads to. */
const LINKS: Partial<Record<SetupPartId, { href: string; text: string }>> = {
  engine: { href: '/connect-gpu', text: 'Connect a GPU worker' },
};

/** One part: how it stands, what is missing, and a button that tries it. */
export function SetupCard({ part }: { part: SetupPart }) {
  const { id, title, isSet, facts, missing, command } = part;
  const [busy, setBusy] = useState(false);
  const [findings, setFindings] = useState<Findings | null>(null);
  const link = LINKS[id];

  async function look(asked: object) {
    setBusy(true);
    setFindings(null);
    try {
      setFindings((await adminApi<SetupTestAnswer>('setup-data', asked)).findings);
    } catch (failure) {
      const text = failure instanceof Error && failure.message ? failure.message : 'no answer came';
      setFindings([{ level: 'error', text, cure: 'Try again in a moment.' }]);
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="setup-part" data-set={isSet || undefined}>
      <h3>
        {title}
        <span className="setup-state">{isSet ? 'Set up' : 'Something is missing'}</span>
      </h3>
      <ul className="setup-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {missing.length > 0 && (
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
      {command && <SetupCommand text={command} />}
      <div className="setup-actions">
        <button
          type="button"
          className="admin-button"
          disabled={busy}
          aria-label={`Test: ${title}`}
          onClick={() => void look({ action: 'test', part: id })}
        >
          {busy ? 'Testing…' : 'Test'}
        </button>
        {id === 'mail' && (
          <button
            type="button"
            className="admin-button"
            disabled={busy}
            onClick={() => void look({ action: 'sendTestMail' })}
          >
            Send me a test mail
          </button>
        )}
        {link && <a href={link.href}>{link.text}</a>}
      </div>
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
    </li>
  );
}
