import { type ReactNode, useEffect, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { joinSentences } from '../../../modules/kit/texts/sentences.ts';
import { awaitsCamera, type StreamState } from '../machine.ts';
import { KeepButton } from './keep-link.tsx';
import { formatTimeLeft } from './time-left.ts';

interface OverlayProps {
  state: StreamState;
  /** true if this site sells plans to link to */
  sellsPlans: boolean;
  /** has no account, and one dream */
  guest: boolean;
  /** stays after the end */
  staying: boolean;
  onReopen: () => void;
}

/** Text in place of the stream before it starts and after it has ended. */
export function Overlay({ state, sellsPlans, guest, staying, onReopen }: OverlayProps) {
  switch (state.phase) {
    case 'connecting':
      return <Opening state={state} />;
    case 'ready':
      if (state.hasFrame) return state.blurred === null ? null : <Blurred why={state.blurred} />;
      if (awaitsCamera(state)) return <NoCamera guest={guest} />;
      return state.receipts.length > 0 ? <Waiting state={state} /> : <Opening state={state} />;
    case 'ended':
      return (
        <Panel title={m.stream_overlay_ended_title()} live>
          {state.message && <p>{state.message}</p>}
          {guest && <p>{m.stream_guest_kept_until()}</p>}
          {guest && <KeepButton sessionId={state.sessionId} />}
          {!staying && <p>{m.stream_overlay_ended_redirecting()}</p>}
        </Panel>
      );
    case 'limit':
      return (
        <Panel title={m.stream_overlay_limit_title()} alert>
          <p>{state.message}</p>
          {guest ? (
            <KeepButton sessionId={state.sessionId} />
          ) : sellsPlans ? (
            <a className="button button-primary" href="/checkout">
              {m.stream_overlay_limit_upgrade()}
            </a>
          ) : (
            <a className="button button-primary" href="/dreamboard">
              {m.stream_overlay_limit_back()}
            </a>
          )}
        </Panel>
      );
    case 'error':
      return (
        <Panel title={m.stream_overlay_error_title()} alert>
          <p>{state.message}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {m.stream_overlay_error_refresh()}
          </button>
        </Panel>
      );
    case 'failed':
      return (
        <Panel title={m.stream_overlay_failed_title()} alert>
          <p>{state.message}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {m.stream_overlay_failed_retry()}
          </button>
        </Panel>
      );
    case 'taken-over':
      return (
        <Panel title={m.stream_overlay_elsewhere_title()} live>
          <p>{m.stream_overlay_elsewhere_about()}</p>
          <button type="button" className="button button-primary" onClick={onReopen}>
            {m.stream_overlay_elsewhere_reopen()}
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
    <Panel title={connecting ? m.stream_overlay_connecting_title() : m.stream_overlay_prompt_title()} live>
      {!(connecting && begun) && (
        <p>{connecting ? m.stream_overlay_prompt_about() : m.stream_overlay_prompt_about_ready()}</p>
      )}
      {connecting && state.waiting && <WaitingLines state={state} />}
      {connecting && <progress className="progress" aria-label={m.stream_overlay_connecting_progress()} />}
      {!connecting && state.loading?.text && <LoadingText text={state.loading.text} />}
    </Panel>
  );
}

function Waiting({ state }: { state: StreamState }) {
  const progress = state.loading?.progress;
  return (
    <Panel title={m.stream_overlay_waiting_title()} live>
      <p>{m.stream_overlay_waiting_about()}</p>
      {state.loading?.text && <LoadingText text={state.loading.text} />}
      <progress
        className="progress"
        aria-label={m.stream_overlay_waiting_progress()}
        {...(typeof progress === 'number' && { value: progress, max: 1 })}
      />
    </Panel>
  );
}

/** The generator has nothing to draw from until the person acts. */
function NoCamera({ guest }: Pick<OverlayProps, 'guest'>) {
  return (
    <Panel title={m.stream_overlay_camera_title()} live>
      <p>{guest ? m.stream_video_no_guest() : m.stream_overlay_camera_about()}</p>
    </Panel>
  );
}

function WaitingLines({ state }: { state: StreamState }) {
  const seconds = useSecondsSince();
  return (
    <>
      <p>{m.stream_overlay_waiting()}</p>
      {state.queuePosition !== null && (
        <p>
          {joinSentences([
            m.stream_overlay_queue_position({ position: state.queuePosition }),
            state.queueNote,
          ])}
        </p>
      )}
      {/* A running clock is hidden from screen readers, which would never stop reading it. */}
      <p className="numbers" aria-hidden="true">
        {m.stream_overlay_waiting_time({ time: formatTimeLeft(seconds) })}
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
    <Panel title={m.stream_overlay_blurred_title()} live>
      <p>{why}</p>
    </Panel>
  );
}

/** The percentage in a progress text. Hidden from screen readers, which would read out every step. */
const SHARE = /(:? ?\d{1,3}(?:\.\d{1,3})? ?%(?: \([^()]{1,60}\))?)/;

function LoadingText({ text }: { text: string }) {
  const [before, share, after] = text.split(SHARE, 3);
  return (
    <p dir="auto">
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
