import type { Control } from '../../protocol/controls.ts';
import { MAX_FPS } from '../../protocol/format.ts';
import type { Codec } from '../../protocol/frame.ts';
import type { RelayMessage } from '../../protocol/worker-messages.ts';

/** The worker that draws a dream, as its room needs it. */
export interface WorkerLink {
  readonly id: string;
  readonly generator: string;
  readonly version: string;
  /** false for a program that was not trained, such as the painter */
  readonly isAi: boolean;
  /** the model that draws, and its licence, where it names them */
  readonly model: string | null;
  readonly licence: string | null;
  readonly fps: number;
  /** the sides of what it draws, as it declared them; in pixels */
  readonly size: { width: number; height: number };
  /** codings that it can send */
  readonly codecs: readonly Codec[];
  /** its controls for the viewer */
  readonly controls: readonly Control[];
  /** the job that it was started for; null for workers that draw any dream */
  readonly jobKey: string | null;
  send(message: RelayMessage): void;
  /** Closes the worker's socket, with the fault as the reason. */
  drop(reason: string): void;
}

/** Frames a second that a worker is asked for that offers so many. */
export const askedFps = (offered: number): number => Math.min(MAX_FPS, offered);
