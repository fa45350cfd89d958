import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
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
          Selected Sessions ({rows.length})
        </h2>
        <button
          type="button"
          className="admin-button"
          onClick={() => saveText(toCsv(rows), csvName(Date.now()))}
        >
          Export CSV
        </button>
        <button type="button" className="admin-button" onClick={onClear}>
          Clear All
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="user-scroll" aria-label="Selected sessions" tabIndex={0}>
        <table className="users">
          <thead>
            <tr>
              {FPS_COLUMNS.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.session_id}>
                {FPS_COLUMNS.map((column) => (
                  <Cell key={column.title} column={column} row={row} />
                ))}
                <td>
                  <button
                    type="button"
                    className="admin-button user-icon"
                    aria-label={`Remove session ${row.session_id}`}
                    title="Remove"
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
      return <CopyCell value={column.text(row)} what={column.what} />;
    case 'moment':
      return <td className="numbers">{localTime(column.date(row))}</td>;
    case 'figure':
      return <td className="numbers">{figure(column.value(row), 2)}</td>;
  }
}

function CopyCell({ value, what }: { value: string | null; what: string }) {
  const { copied, copy } = useCopy();
  if (!value) return <td>N/A</td>;
  return (
    <td>
      <button
        type="button"
        className="copy-cell"
        title={`Copy ${what}: ${value}`}
        onClick={() => copy(value)}
      >
        <code>{copied ? 'Copied!' : value}</code>
      </button>
    </td>
  );
}
