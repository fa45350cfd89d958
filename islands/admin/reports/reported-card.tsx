import { Fragment, type ReactNode } from 'react';
import type { ReportedDream } from '../../../modules/admin/contract/reports.ts';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { REPORT_REASONS, type ReportReason } from '../../../modules/dreams/contract/report-reasons.ts';
import { m } from '../../../modules/kit/texts/m.ts';
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
  const name = nameOf(dream) || m.dreams_untitled();
  const address = `/session?session_id=${encodeURIComponent(id)}`;
  return (
    <li className={isAsked ? 'admin-card reported asked' : 'admin-card reported'} id={id}>
      <a href={address} target="_blank" rel="noopener" className="thumbnail thumbnail-dark">
        {dream.thumbnail_url ? (
          <img src={dream.thumbnail_url} alt={name} loading="lazy" />
        ) : (
          <span>{m.admin_dreams_report_no_image()}</span>
        )}
      </a>
      <div>
        <h3 dir="auto">{name}</h3>
        <p>
          <a href={personAddress(dream.user_id)}>{dream.user_email ?? m.admin_dreams_report_unknown()}</a> ·{' '}
          <a href={dreamAddress(id)}>{m.admin_dreams_report_details()}</a> · {linkText(dream)}
        </p>
        {down && (
          <p className="notice">{m.admin_dreams_report_closed({ ...down, time: localTime(down.at) })}</p>
        )}
        {holds.map(({ reason, at }) => (
          <p className="notice" key={reason}>
            {m.admin_dreams_report_held({ reason, time: localTime(at) })}
          </p>
        ))}
        {removed && (
          <p className="notice">
            {m.admin_dreams_report_removed_reason({ ...removed, time: localTime(removed.at) })}
          </p>
        )}
        <p>{countText(count, fresh)}</p>
        {due && <DueText due={due} />}
        {copies.length > 0 && (
          <p>
            {m.admin_dreams_report_copies({
              copies: () =>
                copies.map((copy, index) => (
                  <Fragment key={copy}>
                    {index > 0 && ' · '}
                    <a href={dreamAddress(copy)}>{m.admin_dreams_report_copy({ number: index + 1 })}</a>
                  </Fragment>
                )),
            })}
          </p>
        )}
        <ul className="reported-reasons">
          {reports.map(({ reason, message, at, decision }) => (
            <li key={`${at} ${reason}`}>
              {decision
                ? m.admin_dreams_report_line_decided({
                    ...lineSlots(reason, at),
                    decision: DECIDED[decision](),
                  })
                : m.admin_dreams_report_line(lineSlots(reason, at))}
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
  closed: m.admin_dreams_report_decided_closed,
  removed: m.admin_dreams_report_decided_removed,
  kept: m.admin_dreams_report_decided_kept,
  gone: m.admin_dreams_report_decided_gone,
} as const;

const HOUR_MS = 3600_000;

/** Time left to decide, or that it is overdue. */
function DueText({ due }: { due: string }) {
  const hours = (Date.parse(`${due}Z`) - Date.now()) / HOUR_MS;
  const time = () => <time dateTime={`${due}Z`}>{localTime(due)}</time>;
  return (
    <p className={hours < 24 ? 'reported-due late' : 'reported-due'}>
      {hours > 0
        ? m.admin_dreams_report_due({ hours: Math.floor(hours), time })
        : m.admin_dreams_report_late({ hours: Math.floor(-hours), time })}
    </p>
  );
}

const lineSlots = (reason: ReportReason, at: string) => ({
  reason: REPORT_REASONS[reason].text(),
  time: localTime(at),
  strong: (words: ReactNode) => <strong>{words}</strong>,
});

/** @param fresh reports since an operator last looked */
function countText(count: number, fresh: number): string {
  if (count === 0 || fresh === count) return m.admin_dreams_report_count({ count });
  return fresh === 0
    ? m.admin_dreams_report_count_reviewed({ count })
    : m.admin_dreams_report_count_new({ count, fresh });
}

function linkText({ removed, taken_down: down, holds, shared }: ReportedDream): string {
  if (removed) return m.admin_dreams_report_removed();
  if (down) return m.admin_dreams_report_link_closed();
  if (holds.length > 0) return m.admin_dreams_report_link_held();
  return shared ? m.admin_dreams_report_link_open() : m.admin_dreams_report_link_off();
}
