import type { Exported } from '../../modules/admin/contract/exports.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** Downloads everything that matches a list's filter as CSV. @param request of the list; page and order are ignored */
export function CsvLink({ what, request }: { what: Exported; request: Record<string, unknown> }) {
  const { action: _, page: __, limit: ___, sort: ____, ...filter } = request;
  const query = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <a className="admin-button" href={`/api/admin/export/${what}?${query}`} download>
      {m.admin_forms_download_csv()}
    </a>
  );
}
