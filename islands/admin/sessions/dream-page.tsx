import type { DreamAnswer, GiveBackAnswer } from '../../../modules/admin/contract/dream.ts';
import type { FpsStats } from '../../../modules/admin/contract/sessions.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { figure, localTime } from '../format.ts';
import { Facts, Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { DecisionForm } from '../reports/decision-form.tsx';
import { personAddress } from '../use-asked.ts';
import { useLive } from '../use-live.ts';
import { LiveWatch } from './live-watch.tsx';
import { stopSession } from './stop-session.ts';

const POLL_MS = 10_000;

/** A dream's full history, and what an operator can do about it. */
export function DreamPage({ sessionId }: { sessionId: string }) {
  const { data, error, mutate } = useLive<DreamAnswer, string>(
    `dream ${sessionId}`,
    () => adminApi('dream-data', { action: 'getDream', sessionId }),
    { everyMs: POLL_MS, what: 'dream not read' },
  );
  const name = (data && nameOf(data)) || 'untitled';
  return (
    <section className="admin-view" aria-labelledby="dream-title">
      <h2 id="dream-title">
        <a href="/admin?view=sessions#">Sessions</a> › {data ? name : 'One dream'}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_dream} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          Loading the dream...
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
        <span className="badge">{dream.job_status}</span>
        {dream.deleted_at && !dream.removed && (
          <p className="notice">Deleted {localTime(dream.deleted_at)}</p>
        )}
      </header>
      <div className="admin-parts">
        <section aria-labelledby="dream-course">
          <h3 id="dream-course">How it went</h3>
          <Facts
            facts={[
              [
                'Person',
                <a key="person" href={personAddress(dream.user_id)}>
                  {dream.user_email ?? dream.user_id}
                </a>,
              ],
              ['Ended', end?.reason],
              ['They read', end?.text],
              ['Its generator says', end?.detail],
              ['Plan', dream.counted_text],
              ['Waited', seconds(dream.start_delay_seconds)],
              ['GPU', seconds(dream.gpu_seconds)],
              ['Frames', dream.frames],
              ['Drawn', rateText(dream.server_fps)],
              ['Seen', rateText(dream.client_fps)],
            ]}
          />
        </section>
        <section aria-labelledby="dream-where">
          <h3 id="dream-where">Where</h3>
          <Facts
            facts={[
              ['Session', <code key="id">{id}</code>],
              ['Job', <code key="job">{dream.rp_job_id}</code>],
              ['Worker', dream.worker_id && <code key="worker">{dream.worker_id}</code>],
              ['Server', dream.node && <code key="node">{dream.node}</code>],
              ['Generator', dream.generator],
              ['Model', dream.model],
              ['Recording', dream.server_status ?? 'none'],
              ['Length', seconds(recording.seconds)],
              ['Size', recording.bytes && `${(recording.bytes / 1e6).toFixed(1)} MB`],
              ['Tries', recording.attempts],
              ['Last fault', recording.error],
            ]}
          />
          <p>
            <a href={`/session?session_id=${encodeURIComponent(id)}`} target="_blank" rel="noopener">
              Its own page
            </a>
          </p>
        </section>
        <section aria-labelledby="dream-link">
          <h3 id="dream-link">Who can watch it</h3>
          <p>{watchText(dream)}</p>
          {isLive ? (
            <>
              <LiveWatch id={id} name={name} />
              <p>It is still live: stop it before you remove it.</p>
              <button
                type="button"
                className="admin-button admin-button-danger"
                aria-label={`Stop ${name}`}
                onClick={() => void stopSession(id, onChange)}
              >
                Stop
              </button>
            </>
          ) : (
            <>
              <p>
                Closed, its link is dead for all but its owner. Removed, it is gone for its owner too, and
                deleted for good after the days of the trash.
              </p>
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
          <h3 id="dream-plan">Give the stream back</h3>
          {dream.counted && !isLive ? (
            <ReasonForm
              actions={[{ text: 'Give back', label: `Give back the stream of ${name}` }]}
              onDecide={async ({ reason }) => {
                try {
                  await adminApi<GiveBackAnswer>('dream-data', { action: 'giveBack', sessionId: id, reason });
                } finally {
                  onChange();
                }
              }}
            />
          ) : (
            <p>{isLive ? 'It is still live: a dream that is stopped is not counted.' : dream.counted_text}</p>
          )}
        </section>
      </div>
      <section aria-labelledby="dream-life">
        <h3 id="dream-life">Its life</h3>
        <Lines label="Its life" nothing="Nothing is known of it." lines={dream.life} hasSeconds />
      </section>
    </article>
  );
}

const seconds = (value: number | null) => (value === null ? null : `${value.toFixed(1)} s`);

const rateText = (stats: FpsStats | null) =>
  stats?.overall == null
    ? null
    : `${figure(stats.overall, 1)} frames a second, at least ${figure(stats.min, 1)}`;

function watchText({ taken_down: down, holds, removed, shared, views }: DreamAnswer): string {
  if (removed) return `Nobody: removed ${localTime(removed.at)}: ${removed.reason}`;
  if (down) return `Its owner: link closed ${localTime(down.at)}: ${down.reason}`;
  if (holds[0]) return `Its owner: link closed for now, ${localTime(holds[0].at)}: ${holds[0].reason}`;
  return shared
    ? `Whoever has its link, opened by ${views || 'nobody'} so far`
    : 'Its owner, who has closed its link';
}
