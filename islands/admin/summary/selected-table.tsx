import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { figure, localTime } from '../format.ts';
import { saveText } from '../save-text.ts';
import { csvName, toCsv } from './csv.ts';
import { FPS_COLUMNS, type FpsColumn } from './fps-columns.ts';

interface SelectedTableProps {
  rows: FpsRow[];
  onRemove: (row: FpsRow) => void;
  onClear: () => void;
}

export function SelectedTable({ rows, onRemove, onClear }: SelectedTableProps) {
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="user-scroll" aria-label={m.admin_figures_selected_label()} tabIndex={0}>
        <table className="users">
          <thead>
            <tr>
              {FPS_COLUMNS.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title()}
                </th>
              ))}
              <th scope="col">{m.admin_figures_selected_action()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.session_id}>
                {FPS_COLUMNS.map((column) => (
                  <Cell key={column.name} column={column} row={row} />
                ))}
                <td>
                  <button
                    type="button"
                    className="button button-quiet user-icon"
                    aria-label={m.admin_figures_selected_remove_label({ id: row.session_id })}
                    title={m.admin_figures_selected_remove()}
                    onClick={() => onRemove(row)}
                  >
                    <CloseIcon />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({ column, row }: { column: FpsColumn; row: FpsRow }) {
  switch (column.kind) {
    case 'copied':
      return <CopyCell value={column.text(row)} copyText={column.copy} />;
    case 'moment':
      return <td className="numbers">{localTime(column.date(row))}</td>;
    case 'figure':
      return <td className="numbers">{figure(column.value(row), 2)}</td>;
  }
}

interface CopyCellProps {
  value: string | null;
  copyText: (slots: { value: string }) => string;
}

function CopyCell({ value, copyText }: CopyCellProps) {
  const { copied, copy } = useCopy();
  if (!value) return <td>{m.admin_figures_selected_none()}</td>;
  return (
    <td>
      <button type="button" className="copy-cell" title={copyText({ value })} onClick={() => copy(value)}>
        <code>{copied ? m.admin_figures_selected_copied() : value}</code>
      </button>
    </td>
  );
}
