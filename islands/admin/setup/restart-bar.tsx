import { useEffect, useState } from 'react';
import type { RestartState, SetupAnswer } from '../../../modules/admin/contract/setup.ts';
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
      setFault(faultedBy(error, 'The restart did not begin. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  const dreams = liveDreams === 1 ? 'one live dream' : `${liveDreams} live dreams`;

  let text = '';
  if (isWaiting)
    text = liveDreams > 0 ? `Waiting for ${dreams} to end. New dreams are paused.` : 'Restarting…';
  else if (isAway) text = 'Restarting…';
  else if (isBack) text = 'The program is back, with the new settings.';
  else if (pending.length > 0) text = `Saved, and in use after a restart: ${pending.join(', ')}.`;
  const asks = isPossible && (isWaiting || (!isAway && pending.length > 0));

  return (
    <div className="setup-restart" data-shown={text !== '' || undefined}>
      <p role="status">
        {text}
        {/* Visual only: a screen reader would announce a running clock forever. */}
        {!isWaiting && isAway && isLost && <span aria-hidden="true"> ({seconds} s)</span>}
        {pending.length > 0 && !isPossible && !isAway && ' Start the program again by hand.'}
        {isBack && (
          <>
            {' '}
            <a href="/admin?view=setup">Reload the page</a> to see them everywhere.
          </>
        )}
      </p>
      {asks && (
        <div className="setup-actions">
          {liveDreams > 0 && !isWaiting && (
            <button type="button" className="admin-button" disabled={busy} onClick={() => void begin(true)}>
              Restart after {dreams}
            </button>
          )}
          {(!isWaiting || liveDreams > 0) && (
            <button
              type="button"
              className="admin-button admin-button-strong"
              disabled={busy}
              onClick={() => void begin(false)}
            >
              {liveDreams > 0 ? `End ${dreams} and restart now` : 'Restart now'}
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
