import { useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { DownloadIcon, EyeIcon, LinkIcon } from '../ui/icons.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { useLater } from '../ui/use-later.ts';
import { EmbedCode } from './embed-code.tsx';
import { SessionSwitch } from './session-switch.tsx';

const loadExports = () => import('./exports-panel.tsx');

interface SharePanelProps {
  session: SessionDetail;
  /** the player's position in seconds */
  time: number;
  publicUrl: string;
  /** HTML by which other sites show the dream. */
  embed: string;
  onChange: (to: Partial<SessionDetail>) => void;
  report: (text: string) => void;
}

export function SharePanel({ session, time, publicUrl, embed, onChange, report }: SharePanelProps) {
  const id = encodeURIComponent(session.session_id);
  const link = `${publicUrl}/api/d/${id}`;
  const jobId = session.rp_job_id ?? session.session_id;
  const { shared } = session;
  return (
    <section className="card share" aria-labelledby="share-title">
      <div className="share-main">
        <div className="share-head">
          <h2 id="share-title">{m.dreams_share_title()}</h2>
          {session.is_owner && (
            <SessionSwitch
              {...{ session, onChange, report }}
              name="shared"
              call="sharing"
              label={m.dreams_share_switch()}
              hint={shared ? m.dreams_share_switch_on() : m.dreams_share_switch_off()}
              failed={m.dreams_share_failed()}
            />
          )}
        </div>
        <label className="label" htmlFor="share-link">
          {m.dreams_share_link()}
        </label>
        <div className="share-row">
          <input className="field" id="share-link" value={link} dir="ltr" readOnly disabled={!shared} />
          <CopyButton text={link} disabled={!shared} />
          <a className="button" href={`/download?job_id=${encodeURIComponent(jobId)}`}>
            <DownloadIcon />
            {m.dreams_share_download()}
          </a>
          <a className="button button-quiet" href={`/api/sessions/${id}/captions`} download="dream.vtt">
            {m.recordings_export_vtt()}
          </a>
        </div>
        {shared && session.video_url && <EmbedCode code={embed} />}
        {session.view_count !== undefined && <Views count={session.view_count} />}
      </div>
      <figure className="share-code" data-off={!shared || undefined}>
        <img src={`/api/sessions/${id}/qr`} width={200} height={200} alt={m.dreams_share_code()} />
        <figcaption>{shared ? m.dreams_share_scan() : m.dreams_share_off()}</figcaption>
      </figure>
      {session.is_owner && <Exports dreamId={session.session_id} time={time} report={report} />}
    </section>
  );
}

/** The film in other formats; loaded when it is opened. */
function Exports(props: { dreamId: string; time: number; report: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const Panel = useLater(isOpen, loadExports);
  return (
    <details className="share-exports" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.recordings_export_title()}</summary>
      {Panel && <Panel {...props} />}
    </details>
  );
}

function Views({ count }: { count: number }) {
  return (
    <p className="share-views">
      <EyeIcon />
      <span>
        {m.dreams_share_views({ count })}
        {count > 0 && <small>{m.dreams_share_views_note()}</small>}
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
      <span aria-live="polite">{copied ? m.dreams_share_copied() : m.dreams_share_copy()}</span>
    </button>
  );
}
