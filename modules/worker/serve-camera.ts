import type { Generator } from '../generator/generator.ts';
import type { Log } from '../kit/log.ts';
import type { VideoControl } from '../protocol/controls.ts';
import { readVideoFrame } from '../protocol/video-frame.ts';
import type { RelayMessage } from '../protocol/worker-messages.ts';

/** Passes the frames of the viewer's camera on to a generator that declares a video control. */
export function createCamera(generator: Generator, log: Log) {
  let on: VideoControl | null = null;

  function off(): void {
    if (on) generator.video?.(on.name, null);
    on = null;
  }

  return {
    off,
    turn({ name, on: isOn }: Extract<RelayMessage, { type: 'video' }>): void {
      const control = generator.controls?.find((one) => one.name === name);
      if (!isOn || on?.name !== name) off();
      if (isOn && control?.kind === 'video') on = control;
    },
    /** The relay has checked it; this check protects decoders from other relays. */
    frame(message: Uint8Array): void {
      if (!on) return;
      const read = readVideoFrame(message, on);
      if (typeof read === 'string') log.warn('unreadable frame of a camera', { fault: read });
      else generator.video?.(on.name, { jpeg: read.bytes, at: read.at });
    },
  };
}
