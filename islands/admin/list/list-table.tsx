import type { ReactNode } from 'react';

export interface Column<Row> {
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** name of the value where rows are cards */
  label?: string;
}

interface ListTableProps<Row> {
  label: string;
  /** class for the look of its columns */
  className: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isSelected?: (row: Row) => boolean;
}

/** Rows of a list. On phones, each is a card. */
export function ListTable<Row extends { id: string }>({
  label,
  className,
  columns,
  rows,
  ...on
}: ListTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label={label} tabIndex={0}>
      <table className={`lines-table ${className}`}>
        <thead>
          <tr>
            {columns.map(({ title, label: name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
              <th key={index} scope="col" data-label={name}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-selected={on.isSelected?.(row) || undefined}>
              {columns.map(({ cell, isNumeric, label: name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
                <td key={index} className={isNumeric ? 'numbers' : undefined} data-label={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
