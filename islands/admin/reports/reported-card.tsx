import type { ReportedDream } from '../../../modules/admin/contract/reports.ts';
import { REPORT_REASONS } from '../../../modules/dreams/contract/report-reasons.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';
import { localTime } from '../format.ts';
import { dreamAddress, personAddress } from '../use-asked.ts';
import { DecisionForm } from './decision-form.tsx';
import { SeenButton } from './seen-button.tsx';

interface ReportedCardProps {
  dream: ReportedDream;
  /** true if the link to this page names it */
  isAsked: boolean;
  onChange: () => void;
}

export function ReportedCard({ dream, isAsked, onChange }: ReportedCardProps) {
  const {
    session_id: id,
    taken_down: down,
    removed,
    report_count: count,
    new_count: fresh,
    due_at: due,
    copies,
    holds,
    reports,
  } = dream;
  const name = nameOf(dream) || 'untitled';
  const address = `/session?session_id=${encodeURIComponent(id)}`;
  return (
    <li className={isAsked ? 'admin-card reported asked' : 'admin-card reported'} id={id}>
      <a href={address} target="_blank" rel="noopener" className="reported-picture">
        {dream.thumbnail_url ? (
          <img src={dream.thumbnail_url} alt={name} loading="lazy" />
        ) : (
          <span>No picture</span>
        )}
      </a>
      <div>
        <h3 dir="auto">{name}</h3>
        <p>
          <a href={personAddress(dream.user_id)}>{dream.user_email ?? 'Unknown'}</a> ·{' '}
          <a href={dreamAddress(id)}>Its whole life</a> ·{' '}
          {removed
            ? 'Removed'
            : down
              ? 'Link closed'
              : holds.length > 0
                ? 'Link closed for now'
                : dream.shared
                  ? 'Link open'
                  : 'Link closed by its owner'}
        </p>
        {down && (
          <p className="notice">
            Closed {localTime(down.at)}: {down.reason}
          </p>
        )}
        {holds.map(({ reason, at }) => (
          <p className="notice" key={reason}>
            Closed for now, {localTime(at)}: {reason}
          </p>
        ))}
        {removed && (
          <p className="notice">
            Removed {localTime(removed.at)}: {removed.reason}
          </p>
        )}
        <p className="numbers">
          {countText(count)}
          {count > 0 && (fresh === 0 ? ', looked at' : fresh < count ? `, ${fresh} since you looked` : '')}
        </p>
        {due && <DueText due={due} />}
        {copies.length > 0 && (
          <p>
            The same file, watermark or start image:{' '}
            {copies.map((copy, index) => (
              <a key={copy} href={dreamAddress(copy)}>
                {index > 0 && ', '}copy {index + 1}
              </a>
            ))}
          </p>
        )}
        <ul className="reported-reasons">
          {reports.map(({ reason, message, at, decision }) => (
            <li key={`${at} ${reason}`}>
              <strong>{REPORT_REASONS[reason].text()}</strong> {localTime(at)}
              {decision && `, ${DECIDED[decision]}`}
              {message && <q dir="auto">{message}</q>}
            </li>
          ))}
        </ul>
        {(fresh > 0 || holds.length > 0) && (
          <SeenButton id={id} name={name} isHeld={holds.length > 0} onChange={onChange} />
        )}
        <DecisionForm
          id={id}
          name={name}
          isDown={down !== null}
          isRemoved={removed !== null}
          copies={copies.length}
          onChange={onChange}
        />
      </div>
    </li>
  );
}

const DECIDED = {
  closed: 'link closed',
  removed: 'dream removed',
  kept: 'nothing wrong',
  gone: 'deleted before',
} as const;

const HOUR_MS = 3600_000;

/** Time left to decide, or that it is overdue. */
function DueText({ due }: { due: string }) {
  const hours = (Date.parse(`${due}Z`) - Date.now()) / HOUR_MS;
  const text =
    hours >= 1
      ? `Decide within ${Math.floor(hours)} hours`
      : hours > 0
        ? 'Decide within this hour'
        : `Overdue by ${Math.max(1, Math.floor(-hours))} hours`;
  return (
    <p className={hours < 24 ? 'reported-due late' : 'reported-due'}>
      {text}, due <time dateTime={`${due}Z`}>{localTime(due)}</time>
    </p>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Not reported';
  return count === 1 ? 'Reported once' : `Reported ${count} times`;
}
