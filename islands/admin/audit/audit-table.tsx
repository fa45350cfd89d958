import type { AuditEntry } from '../../../modules/admin/contract/audit.ts';
import { REFUSALS } from '../../../modules/security-log/contract/schemas.ts';
import { localTime } from '../format.ts';
import { dreamAddress } from '../use-asked.ts';
import { KIND_LABELS } from './kinds.ts';

const isRefusal = (kind: string) => REFUSALS.some((one) => one === kind);

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label="Audit" tabIndex={0}>
      <table className="lines-table audit">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Kind</th>
            <th scope="col">What</th>
            <th scope="col">Account</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="numbers">
                <time>{localTime(entry.at)}</time>
              </td>
              <td>
                <span className="audit-kind" data-refusal={isRefusal(entry.kind) || undefined}>
                  {KIND_LABELS[entry.kind]}
                </span>
              </td>
              <td>
                {entry.count > 1 && <strong className="numbers">{entry.count}× </strong>}
                {entry.dream ? <a href={dreamAddress(entry.dream)}>{entry.what}</a> : entry.what}
              </td>
              <td>
                {entry.person}
                {entry.by && <small>by {entry.by}</small>}
              </td>
              <td className="numbers">
                {entry.address}
                {entry.device && <small>{entry.device}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
