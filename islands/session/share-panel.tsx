import { useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { api, failureText } from '../browser/api.ts';
import { DownloadIcon, EyeIcon, LinkIcon } from '../ui/icons.tsx';
import { useCopy } from '../ui/use-copy.ts';

interface SharePanelProps {
  session: SessionDetail;
  publicUrl: string;
  onChange: (to: Partial<SessionDetail>) => void;
  report: (text: string) => void;
}

export function SharePanel({ session, publicUrl, onChange, report }: SharePanelProps) {
  const id = encodeURIComponent(session.session_id);
  const link = `${publicUrl}/api/d/${id}`;
  const jobId = session.rp_job_id ?? session.session_id;
  const { shared } = session;
  return (
    <section className="card share" aria-labelledby="share-title">
      <div className="share-main">
        <h2 id="share-title">Share &amp; Export</h2>
        {session.is_owner && <SharingSwitch session={session} onChange={onChange} report={report} />}
        <label className="label" htmlFor="share-link">
          Public link
        </label>
        <div className="share-row">
          <input className="field" id="share-link" value={link} readOnly disabled={!shared} />
          <CopyButton text={link} disabled={!shared} />
        </div>
        {session.view_count !== undefined && <Views count={session.view_count} />}
        <a className="button share-download" href={`/download?job_id=${encodeURIComponent(jobId)}`}>
          <DownloadIcon />
          Download
        </a>
      </div>
      <figure className="share-code" data-off={!shared || undefined}>
        <img src={`/api/sessions/${id}/qr`} width={200} height={200} alt="QR code of the public link" />
        <figcaption>{shared ? 'Scan to watch' : 'Sharing is off'}</figcaption>
      </figure>
    </section>
  );
}

function Views({ count }: { count: number }) {
  return (
    <p className="share-views">
      <EyeIcon />
      <span>
        {count === 0 ? 'No views yet' : count === 1 ? '1 view' : `${count.toLocaleString('en-US')} views`}
        {count > 0 && <small>Every visitor counts once a day, you never do.</small>}
      </span>
    </p>
  );
}

function CopyButton({ text, disabled }: { text: string; disabled: boolean }) {
  const { copied, copy } = useCopy();
  const copyOrSelect = async () => {
    if (await copy(text)) return;
    // Copying failed; with the text selected, one key press copies it.
    const field = document.getElementById('share-link');
    if (field instanceof HTMLInputElement) field.select();
  };
  return (
    <button type="button" className="button" disabled={disabled} onClick={copyOrSelect}>
      <LinkIcon />
      <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
    </button>
  );
}

/** Switches optimistically and reverts if the server rejects the change. */
function SharingSwitch({ session, onChange, report }: Omit<SharePanelProps, 'publicUrl'>) {
  const { shared } = session;
  const [busy, setBusy] = useState(false);
  const flip = async () => {
    if (busy) return;
    setBusy(true);
    onChange({ shared: !shared });
    try {
      const address = `/api/sessions/${encodeURIComponent(session.session_id)}/sharing`;
      await api('PATCH', address, { shared: !shared });
    } catch (error) {
      onChange({ shared });
      report(failureText(error, 'Failed to change sharing. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="switch-line">
      <button
        type="button"
        className="icon-button"
        role="switch"
        aria-checked={shared}
        // `disabled` would lose the focus.
        aria-disabled={busy}
        aria-labelledby="share-switch-label"
        onClick={flip}
      >
        <span className="switch" aria-hidden="true" />
      </button>
      <p>
        <span id="share-switch-label">Public sharing</span>
        <small>
          {shared ? 'Anybody with the link can watch.' : 'The link is closed. Only you can watch.'}
        </small>
      </p>
    </div>
  );
}
