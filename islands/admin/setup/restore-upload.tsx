import { useRef, useState } from 'react';
import type { BackupsAnswer, UploadAnswer } from '../../../modules/admin/contract/backups.ts';
import { UPLOAD_PIECE_BYTES } from '../../../modules/admin/contract/limits.ts';
import { api, Refusal } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';

/** Attempts to send one piece without getting an answer. */
const TRIES = 5;
const BACK_POLL_MS = 1_000;
/** Shows the outcome of the restore. */
const SET_UP = '/admin?view=setup';
const SIGN_IN = `/auth/signin?restored&next=${encodeURIComponent(SET_UP)}`;

/** Restores a backup from another installation before the first dream. Uploads in pieces that can be repeated. */
export function RestoreUpload() {
  const [share, setShare] = useState<number | null>(null);
  const [doing, setDoing] = useState<'uploads' | 'restores' | null>(null);
  const [fault, setFault] = useState<Faulted | null>(null);
  const input = useRef<HTMLInputElement>(null);

  async function restore(file: File) {
    setFault(null);
    setDoing('uploads');
    try {
      for (let at = 0; at < file.size; ) {
        setShare(at / file.size);
        at = await sendPiece(file, at);
      }
      await adminApi<BackupsAnswer>('backup-data', { action: 'restore', bytes: file.size });
      setDoing('restores');
      location.assign((await untilAnotherAnswers()) === 'restored' ? SIGN_IN : SET_UP);
    } catch (failure) {
      setFault(faultedBy(failure, m.admin_setup_restore_broke_off()));
      setDoing(null);
    }
  }

  return (
    <details className="setup-restore">
      <summary>{m.admin_setup_restore_title()}</summary>
      <p>{m.admin_setup_restore_text()}</p>
      <label htmlFor="restore-file">{m.admin_setup_restore_file()}</label>
      <input
        ref={input}
        id="restore-file"
        className="field"
        type="file"
        accept=".tar,application/x-tar"
        disabled={doing !== null}
      />
      {doing === 'uploads' && (
        <progress className="progress" value={share ?? 0} aria-label={m.admin_setup_restore_progress()} />
      )}
      <p role="status">{doing === 'restores' && m.admin_setup_restore_running()}</p>
      {fault && <FaultNote fault={fault} />}
      <button
        type="button"
        className="button button-danger"
        disabled={doing !== null}
        onClick={() => {
          const file = input.current?.files?.[0];
          if (file) void restore(file);
          else setFault({ text: m.admin_setup_restore_no_file(), needsProof: false });
        }}
      >
        {m.admin_setup_restore_button()}
      </button>
    </details>
  );
}

/** @returns the offset at which the upload continues */
async function sendPiece(file: File, at: number): Promise<number> {
  const piece = file.slice(at, at + UPLOAD_PIECE_BYTES);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (
        await api<UploadAnswer>('POST', `/api/admin/restore-upload?at=${at}`, piece, { timeoutMs: null })
      ).at;
    } catch (error) {
      const here = error instanceof Refusal && (error.body as { at?: unknown } | null)?.at;
      if (typeof here === 'number') return here;
      if ((error instanceof Refusal && !error.busy) || attempt === TRIES) throw error;
    }
  }
}

/** A new run has other logins: either this page is signed out, or a failed restore left everything as it was. */
async function untilAnotherAnswers(): Promise<'restored' | 'as before'> {
  for (let wasAway = false; ; ) {
    await new Promise((resolve) => setTimeout(resolve, BACK_POLL_MS));
    try {
      await api('GET', '/healthz');
      // Not through adminApi, which would reload this page and end up at the home page.
      const { restored } = await api<BackupsAnswer>('POST', '/api/admin/backup-data', {
        action: 'getBackups',
      });
      if (restored || wasAway) return 'as before';
    } catch (error) {
      if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return 'restored';
      wasAway = true;
    }
  }
}
