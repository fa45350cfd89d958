import type { RefObject } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { useLater } from '../../ui/use-later.ts';
import type { StreamController } from '../controller.ts';
import { EndFilm } from '../end/after-end.tsx';
import { SourceMark } from '../frames/drawn-by.tsx';
import { StageCanvas } from '../frames/stage-canvas.tsx';
import { isOver, type StreamState } from '../machine.ts';
import { settingsStore } from '../settings/settings.ts';
import type { Voice } from '../voice/use-voice.ts';
import { Backdrop } from './backdrop.tsx';
import { Overlay } from './overlay.tsx';
import { FillIcon, FitIcon } from './size-icons.tsx';
import { TimerBadge } from './timer-badge.tsx';

const loadQuality = () => import('../frames/quality-indicator.tsx');
const loadSound = () => import('../sound/sound.tsx');
const loadCamera = () => import('../camera/camera.tsx');
const loadFromAudience = () => import('../audience/from-audience.tsx');

interface StageProps extends StageNoticesProps {
  /** image shown before the first frame */
  backdrop: string;
  sellsPlans: boolean;
  guest: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  controller: StreamController | null;
  filling: boolean;
  /** there is a picture */
  shown: boolean;
  large: boolean;
  staying: boolean;
  /** the dream whose film is shown */
  filmOf: string | null;
}

/** The stream with everything on top of it. */
export function Stage(props: StageProps) {
  const { canvas, backdrop, filling, shown, large, sellsPlans, guest, staying, filmOf } = props;
  const { voice, shareNote, state, controller } = props;
  const over = isOver(state);
  const control = guest || over ? null : state.controls.declared.find(({ kind }) => kind === 'video');
  const Camera = useLater(Boolean(control), loadCamera);
  const Sound = useLater(state.caption !== null, loadSound);
  const FromAudience = useLater(state.audience.watching > 0, loadFromAudience);
  return (
    <div
      className="stage"
      data-has-frame={state.hasFrame}
      data-blurred={state.blurred !== null}
      data-rewound={state.rewound && !over}
    >
      {!state.hasFrame && !over && <Backdrop image={backdrop} />}
      <StageCanvas canvas={canvas} filling={filling} />
      <Overlay {...{ state, sellsPlans, guest, staying }} onReopen={() => controller?.reopen()} />
      {filmOf && <EndFilm sessionId={filmOf} />}
      <StageTop state={state} controller={controller} />
      {shown && <SizeButton large={large} />}
      <div className="stage-media">
        {Camera && control?.kind === 'video' && controller && <Camera {...{ control, state, controller }} />}
        {Sound && !over && controller && (
          <Sound {...{ controller }} caption={state.caption ?? ''} silent={state.rewound} shortcut="u" />
        )}
        {!over && <StageNotices state={state} voice={voice} shareNote={shareNote} />}
        {FromAudience && <FromAudience audience={state.audience} controller={over ? null : controller} />}
      </div>
    </div>
  );
}

/** Marks, quality and time on top of the stream. */
function StageTop({ state, controller }: Pick<StageProps, 'state' | 'controller'>) {
  const over = isOver(state);
  const Quality = useLater(state.hasFrame, loadQuality, true);
  return (
    <div className="stage-top">
      {state.hasFrame && !over && <LiveMark state={state} />}
      {state.hasFrame && !over && state.generator && <SourceMark {...state} />}
      {Quality && state.hasFrame && state.phase === 'ready' && controller && (
        <Quality controller={controller} stopped={state.stopped} />
      )}
      {!over && state.timeLeft !== null && <TimerBadge timeLeft={state.timeLeft} running={state.running} />}
    </div>
  );
}

interface StageNoticesProps {
  state: StreamState;
  voice: Voice;
  shareNote: string | null;
}

/** Notices on top of the stream, so that they don't shift the layout. */
function StageNotices({ state, voice, shareNote }: StageNoticesProps) {
  const isReady = state.phase === 'ready';
  return (
    <div className="stage-notices">
      {isReady && state.hasFrame && state.trouble && (
        <p className="chip trouble" dir="auto">
          {state.trouble}
        </p>
      )}
      {shareNote && <p className="chip share-note">{shareNote}</p>}
      {isReady && !state.recording && <p className="chip not-recorded">{m.stream_live_recording_paused()}</p>}
      {voice.state.fault && (
        <div className="chip voice-fault">
          <p>{voice.state.fault}</p>
          <button
            type="button"
            className="notice-close"
            aria-label={m.stream_live_dismiss()}
            onClick={voice.dismissFault}
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}

/** Portrait only (CSS). */
function SizeButton({ large }: { large: boolean }) {
  const label = large ? m.stream_live_size_fit() : m.stream_live_size_fill();
  return (
    <button
      type="button"
      className="icon-button picture-size"
      aria-label={label}
      title={label}
      onClick={() => settingsStore.set({ largePicture: !large })}
    >
      {large ? <FitIcon /> : <FillIcon />}
    </button>
  );
}

function LiveMark({ state: { phase, stopped, rewound } }: { state: StreamState }) {
  const live = phase === 'ready' && !stopped && !rewound;
  return (
    <p className="chip live-mark" data-live={live}>
      <span className="live-dot" aria-hidden="true" />
      <span className="live-words">
        {live
          ? m.stream_live_mark_live()
          : rewound
            ? m.stream_rewind_mark()
            : phase === 'ready'
              ? m.stream_live_mark_stopped()
              : m.stream_live_mark_reconnecting()}
      </span>
    </p>
  );
}
