import type { Exported } from '../../modules/admin/contract/exports.ts';

/** All that a list's filter lets through, as a CSV file. @param request the list's own, whose page does not matter */
export function CsvLink({ what, request }: { what: Exported; request: Record<string, unknown> }) {
  const { action: _, page: __, limit: ___, ...filter } = request;
  const query = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <a className="admin-button" href={`/api/admin/export/${what}?${query}`} download>
      Download CSV
    </a>
  );
}
