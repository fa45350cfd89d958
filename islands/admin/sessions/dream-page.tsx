import type { ReactNode } from 'react';
import type { DreamAnswer, GiveBackAnswer } from '../../../modules/admin/contract/dream.ts';
import type { FpsStats } from '../../../modules/admin/contract/sessions.ts';
import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { formatBytes, formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { decimal, figure, localTime } from '../format.ts';
import { Facts, Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { DecisionForm } from '../reports/decision-form.tsx';
import { useLive } from '../use-live.ts';
import { LiveWatch } from './live-watch.tsx';
import { OwnerLink } from './owner-link.tsx';
import { recordingText } from './recording-text.ts';
import { stopSession } from './stop-session.ts';

const POLL_MS = 10_000;

/** A dream's full history, and what an operator can do about it. */
export function DreamPage({ sessionId }: { sessionId: string }) {
  const { data, error, mutate } = useLive<DreamAnswer, string>(
    `dream ${sessionId}`,
    () => adminApi('dream-data', { action: 'getDream', sessionId }),
    { everyMs: POLL_MS, what: 'dream not read' },
  );
  const name = (data && nameOf(data)) || m.dreams_untitled();
  const link = (words: ReactNode) => <a href="/admin?view=sessions#">{words}</a>;
  return (
    <section className="admin-view" aria-labelledby="dream-title">
      <h2 id="dream-title">
        {data
          ? m.admin_dreams_page_title({ link, name: () => <bdi>{name}</bdi> })
          : m.admin_dreams_page_title_loading({ link })}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_dream} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_dreams_page_loading()}
        </p>
      )}
      {data && <Dream dream={data} name={name} onChange={() => void mutate()} />}
    </section>
  );
}

function Dream({ dream, name, onChange }: { dream: DreamAnswer; name: string; onChange: () => void }) {
  const { session_id: id, end, recording } = dream;
  const isLive = isActive(dream.job_status);
  return (
    <article className="admin-item" data-status={dream.job_status}>
      <header>
        {dream.thumbnail_url && <img src={dream.thumbnail_url} alt="" />}
        <span className="badge">{STATUS_TEXTS[dream.job_status]()}</span>
        {dream.deleted_at && !dream.removed && (
          <p className="notice">{m.admin_dreams_page_deleted({ time: localTime(dream.deleted_at) })}</p>
        )}
      </header>
      <div className="admin-parts">
        <section aria-labelledby="dream-overview">
          <h3 id="dream-overview">{m.admin_dreams_page_overview()}</h3>
          <Facts
            facts={[
              [
                m.admin_dreams_page_person(),
                <OwnerLink key="person" dream={dream} nameless={dream.user_id} />,
              ],
              [m.admin_dreams_page_end(), end?.reason],
              [m.admin_dreams_page_end_text(), end?.text],
              [m.admin_dreams_page_end_detail(), end?.detail],
              [m.admin_dreams_page_plan(), dream.counted_text],
              [m.admin_dreams_page_start_delay(), seconds(dream.start_delay_seconds)],
              [m.admin_dreams_page_gpu(), seconds(dream.gpu_seconds)],
              [m.admin_dreams_page_frames(), dream.frames && formatNumber(dream.frames)],
              [m.admin_dreams_page_fps_drawn(), rateText(dream.server_fps)],
              [m.admin_dreams_page_fps_seen(), rateText(dream.client_fps)],
            ]}
          />
        </section>
        <section aria-labelledby="dream-details">
          <h3 id="dream-details">{m.admin_dreams_page_details()}</h3>
          <Facts
            facts={[
              [m.admin_dreams_page_session(), <code key="id">{id}</code>],
              [m.admin_dreams_page_job(), <code key="job">{dream.rp_job_id}</code>],
              [m.admin_dreams_page_worker(), dream.worker_id && <code key="worker">{dream.worker_id}</code>],
              [m.admin_dreams_page_node(), dream.node && <code key="node">{dream.node}</code>],
              [m.admin_dreams_page_generator(), dream.generator && <bdi key="engine">{dream.generator}</bdi>],
              [m.admin_dreams_page_model(), dream.model && <bdi key="model">{dream.model}</bdi>],
              [m.admin_dreams_page_recording(), recordingText(dream.server_status)],
              [m.admin_dreams_page_length(), seconds(recording.seconds)],
              [m.admin_dreams_page_size(), recording.bytes && formatBytes(recording.bytes)],
              [m.admin_dreams_page_tries(), recording.attempts && formatNumber(recording.attempts)],
              [m.admin_dreams_page_error(), recording.error],
            ]}
          />
          <p>
            <a href={`/session?session_id=${encodeURIComponent(id)}`} target="_blank" rel="noopener">
              {m.admin_dreams_page_link()}
            </a>
          </p>
        </section>
        <section aria-labelledby="dream-link">
          <h3 id="dream-link">{m.admin_dreams_page_access()}</h3>
          <p>{watchText(dream)}</p>
          {isLive ? (
            <>
              <LiveWatch id={id} name={name} />
              <Audience dream={dream} name={name} onChange={onChange} />
              <p>{m.admin_dreams_page_live()}</p>
              <button
                type="button"
                className="button button-danger"
                aria-label={m.admin_dreams_page_stop_label({ name })}
                onClick={() => void stopSession(id, onChange)}
              >
                {m.admin_dreams_page_stop()}
              </button>
            </>
          ) : (
            <>
              <p>{m.admin_dreams_page_decide_text()}</p>
              <DecisionForm
                id={id}
                name={name}
                isDown={dream.taken_down !== null}
                isRemoved={dream.removed !== null}
                onChange={onChange}
              />
            </>
          )}
        </section>
        <section aria-labelledby="dream-plan">
          <h3 id="dream-plan">{m.admin_dreams_page_give_back()}</h3>
          {dream.counted && !isLive ? (
            <ReasonForm
              actions={[
                {
                  text: m.admin_dreams_page_give_back_button(),
                  label: m.admin_dreams_page_give_back_label({ name }),
                },
              ]}
              onDecide={async ({ reason }) => {
                try {
                  await adminApi<GiveBackAnswer>('dream-data', { action: 'giveBack', sessionId: id, reason });
                } finally {
                  onChange();
                }
              }}
            />
          ) : (
            <p>{isLive ? m.admin_dreams_page_give_back_live() : dream.counted_text}</p>
          )}
        </section>
      </div>
      <section aria-labelledby="dream-history">
        <h3 id="dream-history">{m.admin_dreams_page_history()}</h3>
        <Lines
          label={m.admin_dreams_page_history()}
          nothing={m.admin_dreams_page_history_empty()}
          lines={dream.life}
          hasSeconds
        />
      </section>
    </article>
  );
}

interface AudienceProps {
  dream: DreamAnswer;
  name: string;
  onChange: () => void;
}

/** The audience of a live dream, and the way to close its link. */
function Audience({ dream: { session_id: sessionId, watching }, name, onChange }: AudienceProps) {
  if (watching === null) return <p>{m.admin_dreams_audience_closed()}</p>;
  return (
    <>
      <p className="numbers">{m.admin_dreams_audience_open({ count: watching })}</p>
      <ReasonForm
        actions={[
          { text: m.admin_dreams_audience_close(), label: m.admin_dreams_audience_close_label({ name }) },
        ]}
        label={m.admin_forms_reason_operators()}
        onDecide={async ({ reason }) => {
          try {
            await adminApi('dream-data', { action: 'closeAudience', sessionId, reason });
          } finally {
            onChange();
          }
        }}
      />
    </>
  );
}

const seconds = (value: number | null) =>
  value === null ? null : m.admin_seconds({ seconds: decimal(value, 1) });

const rateText = (stats: FpsStats | null) =>
  stats?.overall == null
    ? null
    : m.admin_dreams_page_fps({ overall: decimal(stats.overall, 1), min: figure(stats.min, 1) });

function watchText({ taken_down: down, holds, removed, shared, views }: DreamAnswer): string {
  const [held] = holds;
  if (removed) return m.admin_dreams_page_access_removed({ ...removed, time: localTime(removed.at) });
  if (down) return m.admin_dreams_page_access_down({ ...down, time: localTime(down.at) });
  if (held) return m.admin_dreams_page_access_held({ ...held, time: localTime(held.at) });
  return shared ? m.admin_dreams_page_access_shared({ views }) : m.admin_dreams_page_access_closed();
}
