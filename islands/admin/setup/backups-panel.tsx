import { useState } from 'react';
import type { BackupsAnswer } from '../../../modules/admin/contract/backups.ts';
import { formatBytes } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed } from '../../ui/dialogs.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';
import { localTime } from '../format.ts';
import { useLive } from '../use-live.ts';
import { RestoreUpload } from './restore-upload.tsx';

const POLL_MS = 60_000;
/** While a backup is being made. */
const MAKING_POLL_MS = 1_000;

/**
 * Existing backups, a running one, and restoring on a new installation.
 * @param onChanged called when the card's text about backups is out of date
 */
export function BackupsPanel({ onChanged }: { onChanged: () => void }) {
  const [isMaking, setMaking] = useState(false);
  const [fault, setFault] = useState<Faulted | null>(null);
  const { data, error, mutate } = useLive<BackupsAnswer, string>(
    'backup-data',
    (path) => adminApi<BackupsAnswer>(path, { action: 'getBackups' }),
    {
      everyMs: isMaking ? MAKING_POLL_MS : POLL_MS,
      what: 'backups not read',
      onAnswer: ({ progress }) => {
        if (isMaking && progress === null) onChanged();
        setMaking(progress !== null);
      },
    },
  );
  const ask = async (body: object) => {
    setFault(null);
    try {
      const answer = await adminApi<BackupsAnswer>('backup-data', body);
      setMaking(answer.progress !== null);
      await mutate(answer, { revalidate: false });
      if (answer.progress === null) onChanged();
    } catch (failure) {
      setFault(faultedBy(failure, m.admin_forms_no_answer()));
    }
  };
  const remove = async (name: string) => {
    if (await confirmed(m.admin_setup_backups_delete_confirm({ name })))
      await ask({ action: 'remove', name });
  };
  if (!data)
    return error ? (
      <p className="field-fault">{m.admin_setup_backups_load_failed({ reason: error.message })}</p>
    ) : null;

  const { copies, progress, fault: failed, isFresh, restored } = data;
  return (
    <div className="setup-backups">
      {restored && (
        <div role="status">
          <p>
            {restored.fault === null
              ? m.admin_setup_backups_restored({ time: localTime(restored.at) })
              : m.admin_setup_backups_restore_failed({ reason: restored.fault })}
          </p>
          {restored.notes.length > 0 && (
            <ul className="setup-facts">
              {restored.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      <p role="status" className="numbers">
        {progress !== null &&
          m.admin_setup_backups_making({
            file: progress,
            progress: (words) => <span aria-hidden="true">{words}</span>,
          })}
      </p>
      {failed !== null && progress === null && (
        <p className="field-fault" role="alert">
          {m.admin_setup_backups_failed({ reason: failed })}
        </p>
      )}
      {fault && <FaultNote fault={fault} />}
      {copies.length > 0 && (
        <ul className="admin-lines" aria-label={m.admin_setup_backups_label()}>
          {copies.map(({ name, at, bytes, isInBucket }) => (
            <li key={name}>
              <a href={`/api/admin/backups/${name}`} download>
                {localTime(at)}
              </a>
              <button
                type="button"
                className="button button-quiet"
                aria-label={m.admin_setup_backups_delete_label({ name })}
                onClick={() => void remove(name)}
              >
                {m.admin_setup_backups_delete()}
              </button>
              <small className="numbers">
                {isInBucket
                  ? m.admin_setup_backups_in_bucket({ size: formatBytes(bytes) })
                  : formatBytes(bytes)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <div className="setup-actions">
        <button
          type="button"
          className="button button-quiet"
          disabled={progress !== null}
          onClick={() => void ask({ action: 'make' })}
        >
          {m.admin_setup_backups_make()}
        </button>
      </div>
      {isFresh && <RestoreUpload />}
    </div>
  );
}
