import { fpsStats } from '../../../modules/admin/contract/fps-stats.ts';
import type { FpsStats, SessionCard } from '../../../modules/admin/contract/sessions.ts';
import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { figure, localDay, localTime } from '../format.ts';
import { dreamAddress } from '../use-asked.ts';
import { OwnerLink } from './owner-link.tsx';

interface SessionCardProps {
  session: SessionCard;
  onStop: () => void;
  onCompileAgain: () => void;
}

export function SessionCardView({ session, onStop, onCompileAgain }: SessionCardProps) {
  const live = isActive(session.job_status);
  return (
    <li className="session-card" data-status={session.job_status}>
      <header>
        <a href={dreamAddress(session.session_id)}>
          <code title={session.session_id}>{session.session_id}</code>
        </a>
        <span className="badge">{STATUS_TEXTS[session.job_status]()}</span>
      </header>
      <div className="session-still">
        {session.thumbnail_url ? (
          <img src={session.thumbnail_url} alt="" loading="lazy" decoding="async" />
        ) : (
          m.admin_dreams_report_no_image()
        )}
      </div>
      <dl className="session-facts">
        <dt>{m.admin_dreams_card_user()}</dt>
        <dd>
          <OwnerLink dream={session} nameless={m.admin_dreams_card_unknown()} />
        </dd>
        <dt>{m.admin_dreams_card_user_id()}</dt>
        <dd>
          <code>{session.user_id}</code>
        </dd>
        <dt>{m.admin_dreams_card_worker()}</dt>
        <dd>{session.rp_worker_id ? <code>{session.rp_worker_id}</code> : m.admin_dreams_card_none()}</dd>
        {session.watching !== null && (
          <>
            <dt>{m.admin_dreams_card_audience()}</dt>
            <dd className="numbers">{m.admin_dreams_card_watching({ count: session.watching })}</dd>
          </>
        )}
        {!live && session.stream_start_time && !session.counted && (
          <>
            <dt>{m.admin_dreams_card_plan()}</dt>
            <dd>{m.admin_dreams_card_not_counted()}</dd>
          </>
        )}
        <dt>{m.admin_dreams_card_messages()}</dt>
        <dd className="numbers">{countUserMessages(session.conversation_history)}</dd>
        <dt>{m.admin_dreams_card_start()}</dt>
        <dd className="numbers">{localTime(session.stream_start_time || session.initial_request_time)}</dd>
      </dl>
      <div className="session-tables">
        <FpsTable session={session} />
        <PcieTable pcie={session.pcie_stats} />
      </div>
      {session.feedback_stars !== null && <Feedback session={session} />}
      <footer>
        <a
          href={`/session?session_id=${encodeURIComponent(session.session_id)}`}
          target="_blank"
          rel="noopener"
        >
          {m.admin_dreams_card_session_link()}
        </a>
        {session.video_url && (
          <a href={session.video_url} target="_blank" rel="noopener">
            {m.admin_dreams_card_video_link()}
          </a>
        )}
        {session.voice_recording_url && (
          <a
            href={session.voice_recording_url}
            target="_blank"
            rel="noopener"
            title={m.admin_dreams_card_voice_title({ time: localTime(session.voice_recording_timestamp) })}
          >
            {m.admin_dreams_card_voice_link()}
          </a>
        )}
        {session.server_status === 'FAILED' && (
          <button type="button" className="button button-quiet" onClick={onCompileAgain}>
            {m.admin_dreams_card_compile()}
          </button>
        )}
        {live && (
          <button type="button" className="button button-danger" onClick={onStop}>
            {m.admin_dreams_card_stop()}
          </button>
        )}
      </footer>
    </li>
  );
}

function FpsTable({ session }: { session: SessionCard }) {
  const rows: [string, FpsStats | null][] = [
    [m.admin_dreams_card_figures_server(), withOwnVariance(session.server_fps_stats, session.fps_data)],
    [
      m.admin_dreams_card_figures_client(),
      withOwnVariance(session.client_fps_stats, session.client_fps_data),
    ],
  ];
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{m.admin_dreams_card_figures_fps()}</th>
          <th scope="col">{m.admin_dreams_card_figures_average()}</th>
          <th scope="col">{m.admin_dreams_card_figures_min()}</th>
          <th scope="col">{m.admin_dreams_card_figures_max()}</th>
          <th scope="col">{m.admin_dreams_card_figures_variance()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, stats]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{figure(stats?.overall, 1)}</td>
            <td>{figure(stats?.min, 1)}</td>
            <td>{figure(stats?.max, 1)}</td>
            <td>{figure(stats?.variance, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Computes the variance from the parts. The server's value is used only if the parts are missing. */
function withOwnVariance(stats: FpsStats | null, data: SessionCard['fps_data']): FpsStats | null {
  const own = fpsStats(data);
  if (!own) return stats;
  return stats ? { ...stats, variance: own.variance } : own;
}

function PcieTable({ pcie }: { pcie: SessionCard['pcie_stats'] }) {
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{m.admin_dreams_card_pcie()}</th>
          <th scope="col">{m.admin_dreams_card_pcie_h2d()}</th>
          <th scope="col">{m.admin_dreams_card_pcie_d2h()}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{m.admin_dreams_card_pcie_overall()}</th>
          <td>{figure(pcie?.h2d, 0)}</td>
          <td>{figure(pcie?.d2h, 0)}</td>
        </tr>
      </tbody>
    </table>
  );
}

const STARS = [1, 2, 3, 4, 5];

function Feedback({ session }: { session: SessionCard }) {
  const stars = session.feedback_stars ?? 0;
  return (
    <figure className="session-feedback">
      <figcaption>
        <span className="stars" aria-hidden="true">
          {STARS.map((star) => (star <= stars ? '★' : '☆')).join('')}
        </span>
        <span className="numbers">{m.admin_dreams_card_stars({ stars })}</span>
        <time className="numbers">{localDay(session.feedback_created_at)}</time>
      </figcaption>
      {session.feedback_message && <blockquote dir="auto">{session.feedback_message}</blockquote>}
    </figure>
  );
}

/** Number of times that the user spoke; N/A if the history can't be read. */
function countUserMessages(history: unknown): string {
  try {
    const entries: unknown = typeof history === 'string' && history ? JSON.parse(history) : (history ?? []);
    if (entries === '') return formatNumber(0);
    if (!Array.isArray(entries)) throw new TypeError('the history is not a list');
    return formatNumber(entries.filter((entry) => entry?.isUser === true).length);
  } catch (error) {
    console.error('A conversation that cannot be read', error);
    return m.admin_dreams_card_none();
  }
}
