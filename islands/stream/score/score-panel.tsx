import { useEffect, useRef, useState } from 'react';
import { api, failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { ScoreEvent } from '../../../modules/protocol/viewer-messages.ts';
import type { ScoreAnswer } from '../../../modules/scores/contract/schemas.ts';
import { ScoreEditor } from '../../score/score-editor.tsx';
import { ScoreFiles } from '../../score/score-files.tsx';
import { type EditedScore, EMPTY, finished, timeText, withIds } from '../../score/shots.ts';
import { PauseIcon, PlayIcon, SkipIcon } from '../../ui/icons.tsx';
import type { StreamController } from '../controller.ts';
import type { StreamState } from '../machine.ts';
import { SidePanel } from '../settings/side-panel.tsx';

/** Quiet time after an edit before it is sent. */
const SEND_AFTER_MS = 600;
/** A person who edits is busy with the dream, which waits for its first prompt. */
const ACTIVE_INTERVAL_MS = 20_000;

export interface ScorePanelProps {
  open: boolean;
  onClose: () => void;
  state: StreamState;
  controller: StreamController | null;
  /** the server has a language model */
  agent: boolean;
  operator: boolean;
}

/** The score of the live dream, next to the stream without covering it. */
export default function ScorePanel({ open, onClose, state, controller, agent, operator }: ScorePanelProps) {
  const { score, fault, edit, play } = useLiveScore(state);
  const { phase, running } = state;
  useEffect(() => {
    if (!open || running || phase !== 'ready') return;
    controller?.stayActive();
    const timer = setInterval(() => controller?.stayActive(), ACTIVE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [open, running, phase, controller]);
  return (
    <SidePanel
      title={m.scores_title()}
      closeLabel={m.scores_close()}
      className="score-panel"
      open={open}
      onClose={onClose}
    >
      <ScoreBar
        event={state.score}
        canPlay={phase === 'ready' && finished(score).shots.length > 0}
        onPlay={play}
        onAct={(act) => controller?.playScore(act)}
      />
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      <ScoreEditor
        score={score}
        onChange={edit}
        soft={state.score?.soft ?? null}
        agent={agent}
        played={state.score ?? undefined}
      >
        <ScoreFiles score={score} onOpen={edit} operator={operator} />
      </ScoreEditor>
    </SidePanel>
  );
}

/** The score being edited. Once it plays, the dream gets every change. */
function useLiveScore({ sessionId, score: event }: StreamState) {
  const [score, setScore] = useState<EditedScore>(EMPTY);
  const [fault, setFault] = useState<string | null>(null);
  const isPlayed = event !== null;
  const isOwn = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A reloaded page, or a dream that came with a score.
  useEffect(() => {
    if (!isPlayed || isOwn.current || sessionId === null) return;
    isOwn.current = true;
    api<ScoreAnswer>('GET', `/api/stream/score?session_id=${encodeURIComponent(sessionId)}`).then(
      ({ score: stored }) => setScore(withIds(stored)),
      (error) => setFault(failureText(error, m.scores_failed())),
    );
  }, [isPlayed, sessionId]);

  async function send(next: EditedScore, restart: boolean): Promise<void> {
    isOwn.current = true;
    try {
      await api('POST', '/api/stream/score', { session_id: sessionId, score: finished(next), restart });
      setFault(null);
    } catch (error) {
      setFault(failureText(error, m.scores_failed()));
    }
  }
  return {
    score,
    fault,
    edit(next: EditedScore) {
      setScore(next);
      clearTimeout(timer.current);
      if (isPlayed) timer.current = setTimeout(() => void send(next, false), SEND_AFTER_MS);
    },
    play() {
      clearTimeout(timer.current);
      void send(score, true);
    },
  };
}

interface ScoreBarProps {
  event: ScoreEvent | null;
  canPlay: boolean;
  onPlay: () => void;
  onAct: (act: 'play' | 'pause' | 'next') => void;
}

function ScoreBar({ event, canPlay, onPlay, onAct }: ScoreBarProps) {
  const isPlaying = event !== null && event.state !== 'paused' && event.state !== 'done';
  const canGoOn = event?.state === 'paused';
  return (
    <div className="score-bar">
      {isPlaying ? (
        <button type="button" className="button" onClick={() => onAct('pause')}>
          <PauseIcon />
          {m.scores_pause()}
        </button>
      ) : (
        <button
          type="button"
          className="button button-primary"
          disabled={!canPlay}
          onClick={canGoOn ? () => onAct('play') : onPlay}
        >
          <PlayIcon />
          {m.scores_play()}
        </button>
      )}
      <button type="button" className="button" disabled={event?.next == null} onClick={() => onAct('next')}>
        <SkipIcon />
        {m.scores_now()}
      </button>
      {canGoOn && (
        <button type="button" className="button button-quiet" onClick={onPlay}>
          {m.scores_restart()}
        </button>
      )}
      {event && <ScoreState event={event} />}
    </div>
  );
}

function ScoreState({ event }: { event: ScoreEvent }) {
  const left = useCountdown(event);
  const words = {
    waiting: m.scores_state_waiting,
    paused: m.scores_state_paused,
    holding: m.scores_state_holding,
    done: event.goes_on ? m.scores_state_going_on : m.scores_state_done,
    playing: m.scores_state_playing,
  }[event.state]();
  return (
    <p className="score-state">
      <span role="status">{words}</span>
      {event.state === 'playing' && left !== null && <span className="score-left">{timeText(left)}</span>}
    </p>
  );
}

/** Whole seconds until the next shot, or null. */
function useCountdown({ in_ms, state }: ScoreEvent): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (in_ms === null || state !== 'playing') {
      setLeft(null);
      return;
    }
    const until = performance.now() + in_ms;
    const show = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    show();
    const timer = setInterval(show, 500);
    return () => clearInterval(timer);
  }, [in_ms, state]);
  return left;
}
