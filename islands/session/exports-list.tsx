import { useState } from 'react';
import { failureText } from '../../modules/kit/browser/api.ts';
import { formatBytes, formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { ExportFormat } from '../../modules/recordings/contract/export-kinds.ts';
import type { ExportAnswer } from '../../modules/recordings/contract/exports.ts';
import { clockText } from '../ui/clock-text.ts';
import { CloseIcon, DownloadIcon, RepeatIcon, TrashIcon } from '../ui/icons.tsx';
import type { NewExport } from './use-exports.ts';

export const FORMAT_NAMES: Record<ExportFormat, () => string> = {
  gif: m.recordings_export_gif,
  webp: m.recordings_export_webp,
  vertical: m.recordings_export_vertical,
  mp4: m.recordings_export_mp4,
  png: m.recordings_export_png,
  jpeg: m.recordings_export_jpeg,
};

interface ExportsListProps {
  /** null until they are loaded */
  exports: readonly ExportAnswer[] | null;
  onRemove(id: string): Promise<void>;
  onRetry(again: NewExport): Promise<void>;
  report: (text: string) => void;
}

export function ExportsList({ exports, ...actions }: ExportsListProps) {
  if (!exports || exports.length === 0) return null;
  return (
    <ul className="exports-list" aria-label={m.recordings_export_list()}>
      {exports.map((one) => (
        <Item key={one.export_id} made={one} {...actions} />
      ))}
    </ul>
  );
}

function Item({
  made,
  onRemove,
  onRetry,
  report,
}: Omit<ExportsListProps, 'exports'> & { made: ExportAnswer }) {
  const [busy, setBusy] = useState(false);
  const name = nameOf(made);
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      report(failureText(error, m.recordings_export_failed()));
    }
    setBusy(false);
  };
  const { export_id: id, state, format, from, seconds, captions } = made;
  const isMade = state === 'ready' || state === 'failed';
  const again = { format, from, seconds: seconds === 0 ? null : seconds, captions };
  const removing = isMade ? m.recordings_export_delete({ name }) : m.recordings_export_cancel({ name });
  return (
    <li data-state={state}>
      <p className="exports-name">{name}</p>
      <p className="exports-state" role="status">
        {stateText(made)}
      </p>
      {state === 'running' && (
        <progress
          className="progress"
          value={made.progress ?? undefined}
          aria-label={m.recordings_export_progress({ name })}
        />
      )}
      <div className="exports-actions">
        {made.file_url && (
          <a
            className="icon-button"
            href={made.file_url}
            download
            aria-label={m.recordings_export_download({ name })}
          >
            <DownloadIcon />
          </a>
        )}
        {state === 'failed' && (
          <button
            type="button"
            className="icon-button"
            aria-label={m.recordings_export_retry({ name })}
            aria-disabled={busy}
            onClick={() => void run(() => onRetry(again))}
          >
            <RepeatIcon />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={removing}
          aria-disabled={busy}
          onClick={() => void run(() => onRemove(id))}
        >
          {isMade ? <TrashIcon /> : <CloseIcon />}
        </button>
      </div>
    </li>
  );
}

function nameOf({ format, from, seconds, captions }: ExportAnswer): string {
  const what = {
    format: FORMAT_NAMES[format](),
    from: clockText(from),
    to: clockText(from + seconds),
  };
  if (seconds === 0) return m.recordings_export_name_still(what);
  return captions ? m.recordings_export_name_captions(what) : m.recordings_export_name(what);
}

function stateText({ state, progress, fault, bytes }: ExportAnswer): string {
  if (state === 'waiting') return m.recordings_export_waiting();
  if (state === 'running')
    return m.recordings_export_running({ share: formatNumber(progress ?? 0, { style: 'percent' }) });
  return state === 'failed' ? (fault ?? '') : formatBytes(bytes ?? 0);
}
