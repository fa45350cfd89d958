import type { KeptEvidence } from '../../../modules/admin/contract/reports.ts';
import { REPORT_REASONS } from '../../../modules/dreams/contract/report-reasons.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';
import { localTime } from '../format.ts';

/** Removed dreams, preserved for a year as required by law. */
export function EvidenceList({ kept }: { kept: KeptEvidence[] }) {
  return (
    <section className="admin-card" aria-labelledby="evidence-title">
      <h3 id="evidence-title">Kept for authorities</h3>
      <p>
        Apart from their owners and the public, and erased by themselves. Hand them to authorities that are
        entitled to ask; each look is in the audit.
      </p>
      <ul className="reported-reasons">
        {kept.map((one) => (
          <li key={one.session_id}>
            <strong dir="auto">{nameOf(one) || 'untitled'}</strong>{' '}
            {one.reasons.map((reason) => REPORT_REASONS[reason].text()).join(', ')}. Until{' '}
            {localTime(one.kept_until)}.{' '}
            <a href={`/api/admin/evidence/${encodeURIComponent(one.session_id)}`}>Download</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
