import { fpsStats } from '../../../modules/admin/contract/fps-stats.ts';
import type { FpsStats, SessionCard } from '../../../modules/admin/contract/sessions.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { figure, localDay, localTime } from '../format.ts';
import { dreamAddress, personAddress } from '../use-asked.ts';

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
        <span className="badge">{session.job_status}</span>
      </header>
      <dl className="session-facts">
        <dt>User</dt>
        <dd>
          <a href={personAddress(session.user_id)}>{session.user_email || 'Unknown'}</a>
        </dd>
        <dt>User ID</dt>
        <dd>
          <code>{session.user_id}</code>
        </dd>
        <dt>Worker ID</dt>
        <dd>
          <code>{session.rp_worker_id || 'N/A'}</code>
        </dd>
        {!live && session.stream_start_time && !session.counted && (
          <>
            <dt>Plan</dt>
            <dd>Given back: not counted</dd>
          </>
        )}
        <dt>User messages</dt>
        <dd className="numbers">{countUserMessages(session.conversation_history)}</dd>
        <dt>Start</dt>
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
          SESSION LINK
        </a>
        {session.video_url && (
          <a href={session.video_url} target="_blank" rel="noopener">
            VIDEO LINK
          </a>
        )}
        {session.voice_recording_url && (
          <a
            href={session.voice_recording_url}
            target="_blank"
            rel="noopener"
            title={`Recorded at ${localTime(session.voice_recording_timestamp)}`}
          >
            VOICE RECORDING
          </a>
        )}
        {session.server_status === 'FAILED' && (
          <button type="button" className="admin-button" onClick={onCompileAgain}>
            Compile again
          </button>
        )}
        {live && (
          <button type="button" className="admin-button admin-button-danger" onClick={onStop}>
            Stop
          </button>
        )}
      </footer>
    </li>
  );
}

function FpsTable({ session }: { session: SessionCard }) {
  const rows: [string, FpsStats | null][] = [
    ['Server', withOwnVariance(session.server_fps_stats, session.fps_data)],
    ['Client', withOwnVariance(session.client_fps_stats, session.client_fps_data)],
  ];
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">FPS</th>
          <th scope="col">AVG</th>
          <th scope="col">MIN</th>
          <th scope="col">MAX</th>
          <th scope="col">VAR</th>
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
          <th scope="col">PCIe</th>
          <th scope="col">H2D</th>
          <th scope="col">D2H</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Overall</th>
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
        <span className="numbers">({stars}/5)</span>
        <time className="numbers">{localDay(session.feedback_created_at)}</time>
      </figcaption>
      {session.feedback_message && <blockquote>{session.feedback_message}</blockquote>}
    </figure>
  );
}

/** Number of times that the user spoke; N/A if the history can't be read. */
function countUserMessages(history: unknown): string {
  try {
    const entries: unknown = typeof history === 'string' && history ? JSON.parse(history) : (history ?? []);
    if (entries === '') return '0';
    if (!Array.isArray(entries)) throw new TypeError('the history is not a list');
    return String(entries.filter((entry) => entry?.isUser === true).length);
  } catch (error) {
    console.error('A conversation that cannot be read', error);
    return 'N/A';
  }
}
