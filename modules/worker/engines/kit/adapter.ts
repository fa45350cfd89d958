import type { Control, ControlValue, ControlValues } from '../../../protocol/controls.ts';
import type { ReportProgress } from '../../opening.ts';
import type { Picture } from '../../player/blend.ts';
import { GeneratorFault } from '../../shared/faults.ts';

/** Why an engine can't draw. */
export class EngineFault extends GeneratorFault {
  override name = 'EngineFault';
  readonly isFinal: boolean;
  /**
   * @param message for the operator
   * @param isFinal neither time nor a new connection would mend it: a wrong key, a request that it rejects. The
   * last parameter is the text for viewers, where the message is not for them.
   */
  constructor(message: string, isFinal = false, publicText = message) {
    super(message, publicText);
    this.isFinal = isFinal;
  }
}

/** Whatever was thrown, as a fault that may pass. */
export function faultOf(error: unknown): EngineFault {
  if (error instanceof EngineFault) return error;
  const words = error instanceof Error ? error.message : String(error);
  return new EngineFault(words, false, 'What draws here failed.');
}

/** An engine on a box of its own may have to load and to compile first; people who wait see why. */
export const FIRST_PICTURE_MS = 300_000;

/** Settings of the engine that a worker wraps. */
export interface EngineConfig {
  /** where it listens, without a slash at its end; its usual address where it isn't set */
  ENGINE_URL?: string | undefined;
  ENGINE_KEY?: string | undefined;
  /** ComfyUI's workflow file; the one that comes along where it isn't set */
  WORKFLOW?: string | undefined;
}

/** Facts that an engine gives about itself. */
export interface EngineFacts {
  /** its version and model for people, at most 128 characters */
  version: string;
  controls: readonly Control[];
  /** what the operator should know of how it is set up, though it draws */
  remark?: string | undefined;
}

export interface EnginePrompt {
  id: string;
  text: string;
}

/** One dream's needs of an engine. */
export interface EngineDream {
  seed: number;
  /** values of the controls as it starts */
  values: ControlValues;
  prompt: EnginePrompt;
  /** what a session before this one has come to; null for the first */
  last: Omit<Picture, 'shown'> | null;
}

/** Reports of a session. */
export interface SessionEvents {
  /**
   * it starts, downloads, loads, warms: words for people who wait, and the share that is done (0–1) where it is
   * known
   */
  state(text: string, share?: number | null): void;
  /** in order; several at once where it draws in bursts */
  pictures(burst: readonly Picture[]): void;
  /** it is at work though no picture came: others were drawn first, a step was done, or nothing has changed */
  alive(): void;
  /** the session is over; another is opened in its place unless the fault is final */
  failed(fault: EngineFault): void;
}

/** A dream on an engine, from its first prompt on. After `end` or `failed` it reports nothing more. */
export interface EngineSession {
  prompt(prompt: EnginePrompt): void;
  control?(name: string, value: ControlValue): void;
  /** number of its pictures that have come up, four times a second: for engines that pace themselves by it */
  played?(pictures: number): void;
  /** what its next picture waits for, in words; null where that isn't known */
  waitsFor?(): string | null;
  /** what people should know of it besides its speed: what it costs, for one */
  note?(): string | null;
  /** resolves when the engine has released it */
  end(): Promise<void>;
}

/** An engine of another maker, as one worker drives it. */
export interface EngineAdapter {
  /** as `GENERATOR` has it */
  readonly name: string;
  /** for people */
  readonly label: string;
  /** its licence keeps it from being sold */
  readonly isNonCommercial?: boolean;
  /** pictures a second that its motion is made for, where it is made for any */
  readonly contentFps?: number;
  /** ms without a picture until it is taken for wedged: the first of a session, and any other */
  readonly firstPatienceMs: number;
  readonly patienceMs: number;
  /**
   * Checks that it is there, of a kind that is known here, with its model loaded. Called before the worker offers
   * itself, again and again until it succeeds, and at the start of each dream.
   * @throws EngineFault
   */
  prepare(report: ReportProgress, signal: AbortSignal): Promise<EngineFacts>;
  /** Begins a dream. */
  open(dream: EngineDream, events: SessionEvents): EngineSession;
  /** Called when the worker ends. */
  close?(): Promise<void>;
}
