import type { Codec } from '../../protocol/codecs.ts';
import type { Control } from '../../protocol/controls.ts';
import { MAX_FPS } from '../../protocol/format.ts';
import type { RelayMessage } from '../../protocol/worker-messages.ts';

/** The worker that draws a dream, as its room sees it. */
export interface WorkerLink {
  readonly id: string;
  readonly generator: string;
  readonly version: string;
  /** false for a program without a trained model, such as the painter */
  readonly isAi: boolean;
  /** its model and the model's licence, if it names them */
  readonly model: string | null;
  readonly licence: string | null;
  /** it repeats dreams frame for frame, and takes prompts for later frames */
  readonly isExact: boolean;
  /** longest soft transition that it can make, in seconds; 0 if none */
  readonly softSeconds: number;
  readonly fps: number;
  /** declared frame size in pixels */
  readonly size: { width: number; height: number };
  /** codecs that it can send */
  readonly codecs: readonly Codec[];
  /** it sends sound */
  readonly hasSound: boolean;
  /** controls that it offers the viewer */
  readonly controls: readonly Control[];
  /** the job it was started for; null if it can draw any dream */
  readonly jobKey: string | null;
  send(message: RelayMessage): void;
  /**
   * Sends a frame of the viewer's camera as soon as the connection is free; a newer one replaces a waiting one.
   * @param message null discards the waiting one
   */
  offerFrame(message: Uint8Array | null): void;
  /** Closes the worker's socket with the fault as the reason. */
  drop(reason: string): void;
}

/** The frame rate to request from a worker that offers this many fps. */
export const askedFps = (offered: number): number => Math.min(MAX_FPS, offered);
