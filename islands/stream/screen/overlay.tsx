import { type ReactNode, useEffect, useState } from 'react';
import { formatTimeLeft, type StreamState } from '../machine.ts';

interface OverlayProps {
  state: StreamState;
  /** true if this site sells plans to link to */
  sellsPlans: boolean;
  onReopen: () => void;
}

/** Text in place of the stream before it starts and after it has ended. */
export function Overlay({ state, sellsPlans, onReopen }: OverlayProps) {
  switch (state.phase) {
    case 'connecting':
      return <Opening state={state} />;
    case 'ready':
      if (state.hasFrame) return state.blurred === null ? null : <Blurred why={state.blurred} />;
      return state.receipts.length > 0 ? <Waiting state={state} /> : <Opening state={state} />;
    case 'ended':
      return (
        <Panel title="Session ended" live>
          {state.message && <p>{state.message}</p>}
          <p>Redirecting to dreamboard...</p>
        </Panel>
      );
    case 'limit':
      return (
        <Panel title="Limit Reached" alert>
          <p>{state.message}</p>
          {sellsPlans ? (
            <a className="button button-primary" href="/checkout">
              Upgrade Account
            </a>
          ) : (
            <a className="button button-primary" href="/dreamboard">
              Back to Dreamboard
            </a>
          )}
        </Panel>
      );
    case 'error':
      return (
        <Panel title="Connection Error" alert>
          <p>{state.message}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            Refresh Page
          </button>
        </Panel>
      );
    case 'failed':
      return (
        <Panel title="Session Failed" alert>
          <p>{state.message}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            Try Again
          </button>
        </Panel>
      );
    case 'taken-over':
      return (
        <Panel title="Your dream is open in another window" live>
          <p>It goes on there. You can bring it back here.</p>
          <button type="button" className="button button-primary" onClick={onReopen}>
            Watch here
          </button>
        </Panel>
      );
  }
}

/** Shown before the first frame. One paragraph, already part of the server's HTML. */
function Opening({ state }: { state: StreamState }) {
  const connecting = state.phase === 'connecting';
  const begun = state.waiting || state.hasFrame || state.receipts.length > 0;
  return (
    <Panel title={connecting ? 'Connecting to stream...' : 'What will you dream?'} live>
      {!(connecting && begun) && (
        <p>
          Describe a place, a mood, a moment.
          {!connecting && ' Your time starts with the first picture.'}
        </p>
      )}
      {connecting && state.waiting && <WaitingLines state={state} />}
      {connecting && <progress className="progress" aria-label="Connecting" />}
      {!connecting && state.loading?.text && <LoadingText text={state.loading.text} />}
    </Panel>
  );
}

function Waiting({ state }: { state: StreamState }) {
  const progress = state.loading?.progress;
  return (
    <Panel title="Waiting for generator..." live>
      <p>Initializing video. This may take a minute.</p>
      {state.loading?.text && <LoadingText text={state.loading.text} />}
      <progress
        className="progress"
        aria-label="Loading"
        {...(typeof progress === 'number' && { value: progress, max: 1 })}
      />
    </Panel>
  );
}

function WaitingLines({ state }: { state: StreamState }) {
  const seconds = useSecondsSince();
  return (
    <>
      <p>Waiting for generator... Initializing video. This may take a minute.</p>
      {state.queuePosition !== null && (
        <p>
          {state.queuePosition === 1
            ? 'You are next in line.'
            : `You are number ${state.queuePosition} in line.`}{' '}
          {state.queueNote}
        </p>
      )}
      {/* A running clock is hidden from screen readers, which would never stop reading it. */}
      <p className="numbers" aria-hidden="true">
        Waiting {formatTimeLeft(seconds)}
      </p>
    </>
  );
}

function useSecondsSince(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

function Blurred({ why }: { why: string }) {
  return (
    <Panel title="Blurred" live>
      <p>{why}</p>
    </Panel>
  );
}

/** The percentage in a progress text. Hidden from screen readers, which would read out every step. */
const SHARE = /(:? ?\d{1,3}(?:\.\d{1,3})? ?%(?: \([^()]{1,60}\))?)/;

function LoadingText({ text }: { text: string }) {
  const [before, share, after] = text.split(SHARE, 3);
  return (
    <p>
      {before}
      {share && <span aria-hidden="true">{share}</span>}
      {after}
    </p>
  );
}

interface PanelProps {
  title: string;
  children: ReactNode;
  live?: boolean;
  alert?: boolean;
}

function Panel({ title, children, live, alert }: PanelProps) {
  return (
    <div className="overlay" role={alert ? 'alert' : live ? 'status' : undefined}>
      <div className="overlay-content">
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
