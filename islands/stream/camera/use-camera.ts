import { useEffect, useRef, useState } from 'react';
import { readsPixels } from '../../../modules/kit/browser/reads-pixels.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { VideoControl, VideoSource } from '../../../modules/protocol/controls.ts';
import { captureDevices, captureMedia } from '../../browser/capture-devices.ts';
import type { StreamController } from '../controller.ts';
import { isOver, type StreamState } from '../machine.ts';
import { captureScreen } from './capture-screen.ts';

/** The camera or screen that is on. */
export interface Live {
  source: VideoSource;
  stream: MediaStream;
  /** the camera's device id and direction, if the browser reports them */
  device: string;
  facing: string | undefined;
}

interface Camera {
  live: Live | null;
  /** the browser is asking, or the device starts */
  busy: boolean;
  fault: string | null;
  cameras: { id: string; label: string }[];
}

/** Which camera to open. */
export interface Wanted {
  device?: string;
  facing?: 'user' | 'environment';
}

/**
 * The person's camera or screen: opens it, sends its frames at the control's rate, and stops it whenever
 * nobody could see that it is on.
 */
export function useCamera(control: VideoControl, state: StreamState, controller: StreamController) {
  const [camera, setCamera] = useState<Camera>({ live: null, busy: false, fault: null, cameras: [] });
  const { name } = control;
  const change = (more: Partial<Camera>) => setCamera((before) => ({ ...before, ...more }));
  /** incremented by each start and stop, so that a device that opens too late is released */
  const turn = useRef(0);
  const now = useRef<Live | null>(null);

  function stop(fault: string | null = null) {
    turn.current += 1;
    const was = now.current;
    now.current = null;
    for (const track of was?.stream.getTracks() ?? []) track.stop();
    if (was) controller.sendVideo(JSON.stringify({ type: 'video', name, on: false }));
    change({ live: null, busy: false, fault });
  }

  async function start(source: VideoSource, wanted: Wanted = {}) {
    stop();
    const ownTurn = turn.current;
    if (!('OffscreenCanvas' in self)) return change({ fault: m.stream_video_unsupported() });
    if (!readsPixels()) return change({ fault: m.stream_video_pixels() });
    change({ busy: true });
    try {
      const stream = await open(control, source, wanted);
      if (ownTurn !== turn.current) return release(stream);
      const [track] = stream.getVideoTracks();
      const { deviceId = '', facingMode } = track?.getSettings() ?? {};
      track?.addEventListener('ended', () => {
        // A browser's own bar ends a screen, which needs no explanation.
        if (now.current?.stream === stream) stop(source === 'camera' ? m.stream_video_gone() : null);
      });
      const live: Live = { source, stream, device: deviceId, facing: facingMode };
      now.current = live;
      controller.sendVideo(JSON.stringify({ type: 'video', name, on: true, source }));
      change({ live, busy: false });
      // Labels are only known once a camera is allowed.
      if (source === 'camera') change({ cameras: await listCameras() });
    } catch (error) {
      if (ownTurn === turn.current) change({ busy: false, fault: faultText(source, error as Error) });
    }
  }

  const latest = useRef(stop);
  latest.current = stop;
  useEffect(() => {
    const leave = () => latest.current();
    // While the page is hidden, so is the light. A screen is shared to be used, and the browser shows that it is.
    const hidden = () => document.hidden && now.current?.source === 'camera' && latest.current();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hidden);
      leave();
    };
  }, []);

  const { phase, camera: reported } = state;
  const refused = state.controls.faults[name];
  const isLost = phase !== 'ready';
  const isEnd = isOver(state);
  useEffect(() => {
    if (isLost && now.current) latest.current(isEnd ? null : m.stream_video_lost());
  }, [isLost, isEnd]);
  useEffect(() => {
    const fault = reported?.error ?? refused;
    if (fault) latest.current(fault);
  }, [reported, refused]);

  return { ...camera, start, stop, dismiss: () => change({ fault: null }) };
}

const release = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

async function open(
  { width, height, fps }: VideoControl,
  source: VideoSource,
  { device, facing }: Wanted,
): Promise<MediaStream> {
  const rate = { ideal: fps, max: Math.max(fps, 30) };
  if (source === 'screen') return captureScreen({ video: { frameRate: rate }, audio: false });
  const size = { width: { ideal: Math.max(width, 640) }, height: { ideal: Math.max(height, 480) } };
  const which = device ? { deviceId: { exact: device } } : { facingMode: facing ?? 'user' };
  return captureMedia({ video: { ...size, ...which, frameRate: { ideal: fps } }, audio: false });
}

async function listCameras(): Promise<Camera['cameras']> {
  const devices = (await captureDevices()?.enumerateDevices()) ?? [];
  return devices.flatMap(({ kind, deviceId, label }) =>
    kind === 'videoinput' && deviceId !== ''
      ? [{ id: deviceId, label: label || m.stream_video_device() }]
      : [],
  );
}

/** Cause and cure. */
function faultText(source: VideoSource, { name }: Error): string {
  switch (name) {
    case 'NotAllowedError':
      return source === 'camera' ? m.stream_camera_blocked() : m.stream_video_screen_blocked();
    case 'NotFoundError':
    case 'OverconstrainedError':
      return source === 'camera' ? m.stream_video_missing() : m.stream_video_screen_blocked();
    case 'SecurityError':
    case 'TypeError':
      return m.stream_video_insecure();
    default:
      return m.stream_video_busy();
  }
}
