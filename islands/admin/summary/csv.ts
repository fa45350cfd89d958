import type { FpsRow } from '../../../modules/admin/schemas/summary.ts';
import { zonedTime } from '../format.ts';
import { FPS_COLUMNS, type FpsColumn } from './fps-columns.ts';
import { dayText } from './period.ts';

/** The chosen sessions as the text of a CSV file. */
export function toCsv(rows: readonly FpsRow[]): string {
  const lines = rows.map((row) => FPS_COLUMNS.map((column) => cell(textOf(column, row))));
  return [FPS_COLUMNS.map(({ title }) => title), ...lines].map((line) => line.join(',')).join('\r\n');
}

function textOf(column: FpsColumn, row: FpsRow): string {
  switch (column.kind) {
    case 'copied':
      return column.text(row) ?? 'N/A';
    case 'moment':
      return zonedTime(column.date(row));
    case 'figure':
      return column.value(row)?.toFixed(2) ?? '';
  }
}

export const csvName = (now: number): string => `fps_sessions_${dayText(now)}.csv`;

/** A field that a spreadsheet would run as a formula gets a quote before it, which shows it as text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
