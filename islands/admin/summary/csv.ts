import type { FpsRow } from '../../../modules/admin/schemas.ts';
import { zonedTime } from '../format.ts';
import { dayText } from './period.ts';

export const CSV_COLUMNS = [
  'Session ID',
  'RP Job ID',
  'Worker ID',
  'User ID',
  'Request Time',
  'Server FPS',
  'Client FPS',
  'PCIe Data',
];

/** The chosen sessions as the text of a CSV file. */
export function toCsv(rows: readonly FpsRow[]): string {
  const lines = rows.map((row) =>
    [
      row.session_id,
      row.rp_job_id ?? 'N/A',
      row.rp_worker_id ?? 'N/A',
      row.user_id ?? 'N/A',
      zonedTime(row.date),
      row.fps?.toFixed(2) ?? '',
      row.client_fps?.toFixed(2) ?? '',
      pcieText(row) ?? 'N/A',
    ].map(cell),
  );
  return [CSV_COLUMNS, ...lines].map((line) => line.join(',')).join('\r\n');
}

export const csvName = (now: number): string => `fps_sessions_${dayText(now)}.csv`;

export const pcieText = ({ pcie_data }: FpsRow): string | null =>
  pcie_data ? JSON.stringify(pcie_data) : null;

/** A field that a spreadsheet would run as a formula gets a quote before it, which shows it as text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
