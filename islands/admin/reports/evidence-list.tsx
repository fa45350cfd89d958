import type { KeptEvidence } from '../../../modules/admin/contract/reports.ts';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { REPORT_REASONS } from '../../../modules/dreams/contract/report-reasons.ts';
import { formatList } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';

/** Removed dreams, preserved for a year as required by law. */
export function EvidenceList({ kept }: { kept: KeptEvidence[] }) {
  return (
    <section className="admin-card" aria-labelledby="evidence-title">
      <h3 id="evidence-title">{m.admin_dreams_evidence_title()}</h3>
      <p>{m.admin_dreams_evidence_text()}</p>
      <ul className="reported-reasons">
        {kept.map((one) => (
          <li key={one.session_id}>
            {m.admin_dreams_evidence_line({
              name: () => <strong dir="auto">{nameOf(one) || m.dreams_untitled()}</strong>,
              reasons: formatList(
                one.reasons.map((reason) => REPORT_REASONS[reason].text()),
                'unit',
              ),
              time: localTime(one.kept_until),
            })}{' '}
            <a href={`/api/admin/evidence/${encodeURIComponent(one.session_id)}`} download>
              {m.admin_dreams_evidence_download()}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
