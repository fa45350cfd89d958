import { useEffect, useState } from 'react';
import type { RestartState, SetupAnswer } from '../../../modules/admin/contract/setup.ts';
import { formatList } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';

interface RestartBarProps {
  restart: RestartState;
  /** id of the run that was asked to restart; null if none was */
  leaving: string | null;
  /** the server isn't answering */
  isLost: boolean;
  onLeave: (answer: SetupAnswer) => void;
}

/** Settings that are saved but not yet active, and the restart that applies them. */
export function RestartBar({ restart, leaving, isLost, onLeave }: RestartBarProps) {
  const { run, pending, isPossible, liveDreams, isWaiting } = restart;
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Faulted | null>(null);
  const isAway = leaving === run;
  const isBack = leaving !== null && !isAway && pending.length === 0;
  const seconds = useSeconds(isAway);
  const begin = async (waits: boolean) => {
    setBusy(true);
    setFault(null);
    try {
      onLeave(await adminApi<SetupAnswer>('setup-data', { action: 'restart', waits }));
    } catch (error) {
      setFault(faultedBy(error, m.admin_setup_restart_failed()));
    } finally {
      setBusy(false);
    }
  };

  let text = '';
  if (isWaiting)
    text =
      liveDreams > 0
        ? m.admin_setup_restart_waiting({ count: liveDreams })
        : m.admin_setup_restart_now_running();
  else if (isAway) text = m.admin_setup_restart_now_running();
  else if (isBack) text = m.admin_setup_restart_back();
  else if (pending.length > 0) text = m.admin_setup_restart_pending({ names: formatList(pending, 'unit') });
  const asks = isPossible && (isWaiting || (!isAway && pending.length > 0));

  return (
    <div className="setup-restart" data-shown={text !== '' || undefined}>
      <p role="status">
        {text}
        {/* Visual only: a screen reader would announce a running clock forever. */}
        {!isWaiting && isAway && isLost && (
          <span aria-hidden="true"> {m.admin_setup_restart_seconds({ seconds })}</span>
        )}
        {pending.length > 0 &&
          !isPossible &&
          !isAway &&
          `${m.kit_sentence_gap()}${m.admin_setup_restart_by_hand()}`}
        {isBack && (
          <>
            {m.kit_sentence_gap()}
            {m.admin_setup_restart_reload({ link: (words) => <a href="/admin?view=setup">{words}</a> })}
          </>
        )}
      </p>
      {asks && (
        <div className="setup-actions">
          {liveDreams > 0 && !isWaiting && (
            <button
              type="button"
              className="button button-quiet"
              disabled={busy}
              onClick={() => void begin(true)}
            >
              {m.admin_setup_restart_after({ count: liveDreams })}
            </button>
          )}
          {(!isWaiting || liveDreams > 0) && (
            <button
              type="button"
              className="button button-primary"
              disabled={busy}
              onClick={() => void begin(false)}
            >
              {liveDreams > 0
                ? m.admin_setup_restart_ending({ count: liveDreams })
                : m.admin_setup_restart_now()}
            </button>
          )}
        </div>
      )}
      {fault && <FaultNote fault={fault} />}
    </div>
  );
}

/** Seconds since a condition became true. */
function useSeconds(holds: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!holds) return;
    setSeconds(0);
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, [holds]);
  return seconds;
}
