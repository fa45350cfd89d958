import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { csvLine } from '../../../modules/kit/shared/csv.ts';
import { zonedTime } from '../format.ts';
import { FPS_COLUMNS, type FpsColumn } from './fps-columns.ts';
import { dayText } from './period.ts';

/** The selected sessions as CSV text. */
export function toCsv(rows: readonly FpsRow[]): string {
  const lines = rows.map((row) => FPS_COLUMNS.map((column) => textOf(column, row)));
  return [FPS_COLUMNS.map(({ name }) => name), ...lines].map(csvLine).join('\r\n');
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
