import { useEffect, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { VideoControl, VideoSource } from '../../../modules/protocol/controls.ts';
import { CloseIcon, icon, RepeatIcon, StopIcon } from '../../ui/icons.tsx';
import type { StreamController } from '../controller.ts';
import { awaitsCamera, type StreamState } from '../machine.ts';
import { mayCaptureScreen } from './capture-screen.ts';
import { type Live, useCamera } from './use-camera.ts';

const CameraIcon = icon(
  '<rect x="3.25" y="6.75" width="12" height="10.5" rx="2.25"/><path d="m15.25 10.75 5.5-3v8.5l-5.5-3"/>',
);
const ScreenIcon = icon(
  '<rect x="3.25" y="4.75" width="17.5" height="11.5" rx="2"/><path d="M12 16.25v3.5m-3.5 0h7"/>',
);
const ICONS = { camera: CameraIcon, screen: ScreenIcon };

export interface CameraProps {
  control: VideoControl;
  state: StreamState;
  controller: StreamController;
}

/** Buttons that switch the person's camera or screen on and off, with a preview of what is sent. */
export default function Camera({ control, state, controller }: CameraProps) {
  const { live, busy, fault, cameras, start, stop, dismiss } = useCamera(control, state, controller);
  const isReady = state.phase === 'ready';
  const isAwaited = awaitsCamera(state);
  return (
    <section className="camera" data-on={live !== null} data-awaited={isAwaited} aria-label={control.label}>
      <div className="camera-buttons">
        {SOURCES.filter(canShow).map((source) => {
          const on = live?.source === source;
          const label = LABELS[source][on ? 'stop' : 'start']();
          const Icon = on ? StopIcon : ICONS[source];
          return (
            <button
              key={source}
              type="button"
              className={
                !isAwaited ? 'icon-button' : source === 'camera' ? 'button button-primary' : 'button'
              }
              aria-label={label}
              title={label}
              aria-pressed={on}
              disabled={busy || !isReady}
              onClick={() => (on ? stop() : void start(source))}
            >
              <Icon />
              {isAwaited && label}
            </button>
          );
        })}
      </div>
      {live && (
        <Light
          {...{ live, control, controller, cameras }}
          onChoose={(wanted) => void start('camera', wanted)}
        />
      )}
      <p className="visually-hidden" role="status">
        {busy ? m.stream_video_asking() : live ? LABELS[live.source].on() : ''}
      </p>
      {fault && (
        <div className="chip camera-fault" role="alert">
          <p>{fault}</p>
          <button
            type="button"
            className="icon-button"
            aria-label={m.stream_live_dismiss()}
            onClick={dismiss}
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </section>
  );
}

const SOURCES: VideoSource[] = ['camera', 'screen'];
const LABELS = {
  camera: {
    start: m.stream_video_camera_start,
    stop: m.stream_video_camera_stop,
    on: m.stream_video_camera_on,
  },
  screen: {
    start: m.stream_video_screen_start,
    stop: m.stream_video_screen_stop,
    on: m.stream_video_screen_on,
  },
};

const canShow = (source: VideoSource) => source === 'camera' || mayCaptureScreen();

type UseCamera = ReturnType<typeof useCamera>;

interface LightProps extends Pick<CameraProps, 'control' | 'controller'>, Pick<UseCamera, 'cameras'> {
  live: Live;
  onChoose: (wanted: Parameters<UseCamera['start']>[1]) => void;
}

/** Always in view while the camera or screen is on: the recording light, and the part of the picture that is sent. */
function Light({ live, control, controller, cameras, onChoose }: LightProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { source, stream } = live;
  const words = LABELS[source].on();
  const { width, height, fps } = control;

  useEffect(() => {
    const title = document.title;
    document.title = `● ${words} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [words]);

  useEffect(() => {
    const shown = video.current;
    if (!shown) return;
    shown.srcObject = stream;
    // Some browsers don't start a stream that is set by script.
    void shown.play().catch(() => {});
    let isBusy = false;
    const send = async () => {
      if (isBusy || shown.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      isBusy = true;
      try {
        const frame = await createImageBitmap(shown);
        controller.sendFrame(frame, { width, height });
      } catch {
        // The stream has just ended.
      }
      isBusy = false;
    };
    const timer = setInterval(send, 1000 / fps);
    return () => clearInterval(timer);
  }, [stream, controller, width, height, fps]);

  return (
    <div className="camera-light">
      <video
        ref={video}
        className="camera-preview"
        style={{ aspectRatio: `${width} / ${height}` }}
        autoPlay
        muted
        playsInline
        aria-label={m.stream_video_preview()}
      />
      <div className="camera-words">
        <p className="camera-on">
          <span className="camera-dot" aria-hidden="true" />
          {words}
        </p>
        <p className="camera-hint">{m.stream_video_hint()}</p>
        {source === 'camera' && cameras.length > 1 && (
          <div className="camera-choice">
            <select
              className="field"
              aria-label={m.stream_video_device()}
              value={live.device}
              onChange={({ target }) => onChoose({ device: target.value })}
            >
              {cameras.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="icon-button camera-flip"
              aria-label={m.stream_video_flip()}
              title={m.stream_video_flip()}
              onClick={() => onChoose({ facing: live.facing === 'environment' ? 'user' : 'environment' })}
            >
              <RepeatIcon />
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
