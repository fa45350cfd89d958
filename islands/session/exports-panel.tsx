import { useId, useState } from 'react';
import { failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import {
  EXPORT_FORMATS,
  EXPORT_KEPT_DAYS,
  EXPORT_KINDS,
  type ExportFormat,
  isMoving,
} from '../../modules/recordings/contract/export-kinds.ts';
import { clockText } from '../ui/clock-text.ts';
import { ExportsList, FORMAT_NAMES } from './exports-list.tsx';
import { useExports } from './use-exports.ts';

/** Lengths to choose from, in seconds. */
const LENGTHS = [3, 5, 8, 10, 15, 30, 60];
const WHOLE = 0;

const HINTS: Record<ExportFormat, () => string> = {
  gif: () => m.recordings_export_gif_hint({ max: EXPORT_KINDS.gif.maxSeconds }),
  webp: () => m.recordings_export_webp_hint({ max: EXPORT_KINDS.webp.maxSeconds }),
  vertical: m.recordings_export_vertical_hint,
  mp4: m.recordings_export_mp4_hint,
  png: m.recordings_export_png_hint,
  jpeg: m.recordings_export_jpeg_hint,
};

export interface ExportsPanelProps {
  dreamId: string;
  /** the player's position in seconds */
  time: number;
  report: (text: string) => void;
}

/** Makes the film in other formats, and lists those made. */
export default function ExportsPanel({ dreamId, time, report }: ExportsPanelProps) {
  const { exports, add, remove } = useExports(dreamId, report);
  const [format, setFormat] = useState<ExportFormat>('gif');
  const [length, setLength] = useState(5);
  const [captions, setCaptions] = useState(true);
  const [busy, setBusy] = useState(false);
  const hint = useId();
  const { maxSeconds } = EXPORT_KINDS[format];
  const lengths = lengthsOf(format);
  const chosen = lengths.includes(length) ? length : (lengths.at(-1) ?? WHOLE);
  const isWhole = isMoving(format) && chosen === WHOLE;

  const make = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await add({
        format,
        from: isWhole ? 0 : time,
        seconds: isWhole || maxSeconds === 0 ? null : chosen,
        captions: captions && isMoving(format),
      });
    } catch (error) {
      report(failureText(error, m.recordings_export_failed()));
    }
    setBusy(false);
  };
  return (
    <div className="exports">
      <form
        className="exports-form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <fieldset className="exports-formats" aria-describedby={hint}>
          <legend className="label">{m.recordings_export_format()}</legend>
          {EXPORT_FORMATS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="format"
                checked={format === one}
                onChange={() => {
                  setFormat(one);
                  setLength(lengthsOf(one).includes(WHOLE) ? WHOLE : 5);
                }}
              />
              {FORMAT_NAMES[one]()}
            </label>
          ))}
        </fieldset>
        <p id={hint} className="exports-note">
          {HINTS[format]()}
        </p>
        <div className="exports-options">
          {isMoving(format) && (
            <label>
              {m.recordings_export_length()}
              <select
                className="field"
                value={chosen}
                onChange={({ target }) => setLength(Number(target.value))}
              >
                {lengths.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {seconds === WHOLE
                      ? m.recordings_export_whole()
                      : m.recordings_export_seconds({ seconds })}
                  </option>
                ))}
              </select>
            </label>
          )}
          {isMoving(format) && (
            <label className="check-line">
              <input
                type="checkbox"
                checked={captions}
                onChange={({ target }) => setCaptions(target.checked)}
              />
              {m.recordings_export_captions()}
            </label>
          )}
          <button type="submit" className="button" aria-disabled={busy}>
            {startText(format, isWhole, time)}
          </button>
        </div>
      </form>
      <ExportsList exports={exports} onRemove={remove} onRetry={add} report={report} />
      <p className="exports-note">{m.recordings_export_kept({ days: EXPORT_KEPT_DAYS })}</p>
    </div>
  );
}

/** Whole films first, where the format allows them. */
function lengthsOf(format: ExportFormat): number[] {
  const { maxSeconds } = EXPORT_KINDS[format];
  const parts = LENGTHS.filter((seconds) => seconds <= maxSeconds);
  return maxSeconds > 60 ? [WHOLE, ...parts] : parts;
}

function startText(format: ExportFormat, isWhole: boolean, time: number): string {
  if (isWhole) return m.recordings_export_make_whole();
  const at = { time: clockText(time) };
  return isMoving(format) ? m.recordings_export_make_from(at) : m.recordings_export_make_at(at);
}
