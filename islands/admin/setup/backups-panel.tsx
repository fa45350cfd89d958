import { useState } from 'react';
import type { BackupsAnswer } from '../../../modules/admin/contract/backups.ts';
import { formatBytes } from '../../../modules/kit/texts/formats.ts';
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
      setFault(faultedBy(failure, 'No answer came. Please look again before you repeat it.'));
    }
  };
  const remove = async (name: string) => {
    if (await confirmed(`Remove ${name}? It can’t be brought back.`)) await ask({ action: 'remove', name });
  };
  if (!data)
    return error ? <p className="field-fault">The backups could not be read: {error.message}</p> : null;

  const { copies, progress, fault: failed, isFresh, restored } = data;
  return (
    <div className="setup-backups">
      {restored && (
        <div role="status">
          <p>
            {restored.fault === null
              ? `A backup was restored here (${localTime(restored.at)}).`
              : `The backup could not be restored, and all is as before: ${restored.fault}`}
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
        {progress !== null && (
          <>
            Making a backup<span aria-hidden="true">: {progress}</span>
          </>
        )}
      </p>
      {failed !== null && progress === null && (
        <p className="field-fault" role="alert">
          The last backup failed: {failed}
        </p>
      )}
      {fault && <FaultNote fault={fault} />}
      {copies.length > 0 && (
        <ul className="admin-lines" aria-label="Backups">
          {copies.map(({ name, at, bytes, isInBucket }) => (
            <li key={name}>
              <a href={`/api/admin/backups/${name}`} download>
                {localTime(at)}
              </a>
              <button
                type="button"
                className="admin-button"
                aria-label={`Remove ${name}`}
                onClick={() => void remove(name)}
              >
                Remove
              </button>
              <small className="numbers">
                {formatBytes(bytes)}
                {isInBucket && ', in the bucket, too'}
              </small>
            </li>
          ))}
        </ul>
      )}
      <div className="setup-actions">
        <button
          type="button"
          className="admin-button"
          disabled={progress !== null}
          onClick={() => void ask({ action: 'make' })}
        >
          Make one now
        </button>
      </div>
      {isFresh && <RestoreUpload />}
    </div>
  );
}
