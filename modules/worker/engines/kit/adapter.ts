import type { VideoFrame } from '../../../generator/generator.ts';
import { m } from '../../../kit/texts/m.ts';
import type { Control, ControlValue, ControlValues } from '../../../protocol/controls.ts';
import { GeneratorFault } from '../../contract/faults.ts';
import type { ReportProgress } from '../../opening.ts';
import type { ModelImage } from '../../player/blend.ts';

export class EngineFault extends GeneratorFault {
  override name = 'EngineFault';
  declare readonly publicText: string;
  readonly isFinal: boolean;
  /**
   * @param message for the operator
   * @param isFinal neither time nor a new connection would help, as with a wrong key or a rejected request
   * @param publicText for viewers, if the message isn't suitable for them
   */
  constructor(message: string, isFinal = false, publicText = message) {
    super(message, publicText);
    this.isFinal = isFinal;
  }
}

/** Wraps anything thrown as a temporary fault. */
export function faultOf(error: unknown): EngineFault {
  if (error instanceof EngineFault) return error;
  const words = error instanceof Error ? error.message : String(error);
  return new EngineFault(words, false, m.worker_engine_failed());
}

/** Timeout for the first image: a remote engine may have to load and compile first. Viewers see what it is doing. */
export const FIRST_IMAGE_MS = 300_000;

/** Settings for the engine that a worker wraps. */
export interface EngineConfig {
  /** without a trailing slash; default: the engine's usual address */
  ENGINE_URL?: string | undefined;
  ENGINE_KEY?: string | undefined;
  /** ComfyUI's workflow file; default: the bundled one */
  WORKFLOW?: string | undefined;
}

/** Facts that an engine reports about itself. */
export interface EngineFacts {
  /** version and model for people, at most 128 characters */
  version: string;
  controls: readonly Control[];
  /** a warning for the operator about a setup that works, but poorly */
  remark?: string | undefined;
}

export interface EnginePrompt {
  id: string;
  text: string;
}

export interface EngineDream {
  seed: number;
  values: ControlValues;
  prompt: EnginePrompt;
  /** the previous session's last image; null for the first session */
  last: Omit<ModelImage, 'shown'> | null;
}

export interface SessionEvents {
  /** starting, downloading, loading or warming up; text for waiting viewers, and progress (0–1) if known */
  state(text: string, share?: number | null): void;
  /** in order; several at once if the engine generates in bursts */
  images(burst: readonly ModelImage[]): void;
  /**
   * 20 ms of its sound: 960 interleaved stereo samples at 48 kHz; only for adapters with sound
   * @param timestamp of the first sample, in ms since the epoch
   */
  sound?(samples: Float32Array, timestamp: number): void;
  /** resets the timeout without an image: earlier runs finished, a step completed, or nothing has changed */
  alive(): void;
  /** the session is over; a new one replaces it unless the fault is final */
  failed(fault: EngineFault): void;
}

/** A dream on an engine, from its first prompt on. Reports nothing more after `end` or `failed`. */
export interface EngineSession {
  prompt(prompt: EnginePrompt): void;
  control?(name: string, value: ControlValue): void;
  /** the newest frame of the person's camera or screen; null once it is off */
  video?(frame: VideoFrame | null): void;
  /** number of images played so far, reported four times a second for engines that pace themselves */
  played?(images: number): void;
  /** reason for the delay of the next image, in words; null if unknown */
  waitsFor?(): string | null;
  /** anything else that people should know, such as the cost */
  note?(): string | null;
  /** resolves when the engine has released the session */
  end(): Promise<void>;
}

/** Connects a worker to a third-party engine. */
export interface EngineAdapter {
  /** its value of `GENERATOR` */
  readonly name: string;
  /** for people */
  readonly label: string;
  /** the frame rate that its motion is made for, if any */
  readonly contentFps?: number | undefined;
  /** it reports sound; known once it is prepared */
  readonly hasSound?: boolean;
  /** its bursts are clips, which play at that rate even if the next one takes much longer */
  readonly isClips?: boolean;
  /** ms without an image until the engine counts as hung: for a session's first image, then for the rest */
  readonly firstPatienceMs: number;
  readonly patienceMs: number;
  /**
   * Checks that the engine is running, supported, and has its model loaded. Called repeatedly until it succeeds before
   * the worker registers, and again at the start of each dream.
   * @throws EngineFault
   */
  prepare(report: ReportProgress, signal: AbortSignal): Promise<EngineFacts>;
  open(dream: EngineDream, events: SessionEvents): EngineSession;
  close?(): Promise<void>;
}

/** For one dream's session. */
export interface SessionOptions {
  dream: EngineDream;
  events: SessionEvents;
}
/** For a session with a server. */
export interface ServerSessionOptions extends SessionOptions {
  /** the engine's name, for people */
  label: string;
  url: string;
}
