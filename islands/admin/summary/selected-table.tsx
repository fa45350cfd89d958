import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { figure, localTime } from '../format.ts';
import { type Column, ListTable } from '../list/list-table.tsx';
import { saveText } from '../save-text.ts';
import { csvName, toCsv } from './csv.ts';
import { FPS_COLUMNS, type FpsColumn } from './fps-columns.ts';

interface SelectedTableProps {
  rows: FpsRow[];
  onRemove: (row: FpsRow) => void;
  onClear: () => void;
}

export function SelectedTable({ rows, onRemove, onClear }: SelectedTableProps) {
  const columns: Column<FpsRow>[] = [
    ...FPS_COLUMNS.map((column) => ({
      title: column.title(),
      isNumeric: column.kind !== 'copied',
      cell: (row: FpsRow) => cellOf(column, row),
    })),
    {
      title: m.admin_figures_selected_action(),
      cell: (row) => (
        <button
          type="button"
          className="button button-quiet user-icon"
          aria-label={m.admin_figures_selected_remove_label({ id: row.session_id })}
          title={m.admin_figures_selected_remove()}
          onClick={() => onRemove(row)}
        >
          <CloseIcon />
        </button>
      ),
    },
  ];
  return (
    <section className="admin-card selected" aria-labelledby="selected-title">
      <header>
        <h2 id="selected-title" className="numbers">
          {m.admin_figures_selected_title({ count: rows.length })}
        </h2>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => saveText(toCsv(rows), csvName(Date.now()))}
        >
          {m.admin_figures_selected_export()}
        </button>
        <button type="button" className="button button-quiet" onClick={onClear}>
          {m.admin_figures_selected_clear()}
        </button>
      </header>
      <ListTable
        label={m.admin_figures_selected_label()}
        className="users"
        columns={columns}
        rows={rows}
        keyOf={({ session_id }) => session_id}
      />
    </section>
  );
}

function cellOf(column: FpsColumn, row: FpsRow) {
  switch (column.kind) {
    case 'copied':
      return <CopyValue value={column.text(row)} copyText={column.copy} />;
    case 'moment':
      return localTime(column.date(row));
    case 'figure':
      return figure(column.value(row), 2);
  }
}

interface CopyValueProps {
  value: string | null;
  copyText: (slots: { value: string }) => string;
}

function CopyValue({ value, copyText }: CopyValueProps) {
  const { copied, copy } = useCopy();
  if (!value) return m.admin_figures_selected_none();
  return (
    <button type="button" className="copy-cell" title={copyText({ value })} onClick={() => copy(value)}>
      <code>{copied ? m.admin_figures_selected_copied() : value}</code>
    </button>
  );
}
