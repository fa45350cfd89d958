interface ChartTableProps {
  caption: string;
  head: string[];
  rows: (string | number)[][];
}

/** A chart's values, for screen readers. */
export function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    // A table ignores a width that its cells don't fit; a box doesn't.
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={index}>
              <th scope="row">{first}</th>
              {rest.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
