import type { Exported } from '../../modules/admin/contract/exports.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** Downloads everything that matches a list's filter as CSV. Its order is ignored. */
export function CsvLink({ what, filter }: { what: Exported; filter: Record<string, unknown> }) {
  const { sort: _, ...matched } = filter;
  const query = new URLSearchParams({ filter: JSON.stringify(matched) });
  return (
    <a className="button button-quiet" href={`/api/admin/export/${what}?${query}`} download>
      {m.admin_forms_download_csv()}
    </a>
  );
}
