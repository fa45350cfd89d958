import type { ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  /** stands in the header instead of the title */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** names the row */
  isHeading?: boolean;
  /** in words that no browser should translate */
  isLiteral?: boolean;
  /** marks its value as a fault */
  isBad?: (row: Row) => boolean;
  /** shows the title where rows are cards, too */
  isLabelled?: boolean;
}

export const figureColumn = <Row,>(title: string, cell: Column<Row>['cell']): Column<Row> => ({
  title,
  cell,
  isNumeric: true,
  isLabelled: true,
});

interface ListTableProps<Row> {
  label: string;
  /** class for the look of its columns */
  className: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  isSelected?: (row: Row) => boolean;
  isGone?: (row: Row) => boolean;
}

/** Rows of a list. On phones, each is a card. */
export function ListTable<Row>({ label, className, columns, rows, keyOf, ...on }: ListTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label={label} tabIndex={0}>
      <table className={`lines-table ${className}`}>
        <thead>
          <tr>
            {columns.map(({ title, head = title, isLabelled }) => (
              <th key={title} scope="col" data-label={isLabelled ? title : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              data-selected={on.isSelected?.(row) || undefined}
              data-gone={on.isGone?.(row) || undefined}
            >
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, cell, isNumeric, isHeading, isLiteral, isBad, isLabelled } = column;
  const className = isNumeric ? 'numbers' : undefined;
  if (isHeading) {
    return (
      <th scope="row" className={className}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td
      className={className}
      translate={isLiteral ? 'no' : undefined}
      data-label={isLabelled ? title : undefined}
      data-bad={isBad?.(row) || undefined}
    >
      {cell(row)}
    </td>
  );
}
