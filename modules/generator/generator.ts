import type { Codec } from '../protocol/codecs.ts';
import type { Control, ControlValue, ControlValues } from '../protocol/controls.ts';
import { FRAME_HEIGHT, FRAME_WIDTH, USUAL_FPS } from '../protocol/format.ts';
import type { Frame } from '../protocol/frame.ts';

/** The built-in generators' native size in pixels and frames per second. */
export const NATIVE = { width: FRAME_WIDTH, height: FRAME_HEIGHT, fps: USUAL_FPS } as const;

/** Changes how a dream's frames are encoded. */
export type CodingOrder =
  /** from the next frame on, which becomes a keyframe */
  | { codec: Codec }
  /** make the next frame a keyframe */
  | { keyframe: true };

/** One dream to generate. */
export interface GeneratorJob {
  /** in pixels */
  width: number;
  height: number;
  /** target frames per second */
  fps: number;
  /** the same seed with the same prompts at the same frames yields the same dream */
  seed: number;
  /** initial codec; default JPEG */
  codec?: Codec | undefined;
  /** watermark id for frames sent as video, 16 hex digits */
  watermark?: string | undefined;
  /** values of the controls; default: each control's own default */
  controls?: ControlValues | undefined;
  /** the dream continues another one, only for exact generators */
  past?: JobPast | undefined;
}

/** The part of an earlier dream that the generator goes through without showing it. */
export interface JobPast {
  /** the first frame to show; the dream counts it as its frame 1 */
  frame: number;
  /** values of the controls at the start of the earlier dream */
  controls: ControlValues;
  /** prompts and changes of controls, by the frame that first shows them */
  shots: readonly {
    frame: number;
    prompt?: string | undefined;
    soft?: number | undefined;
    controls?: ControlValues | undefined;
  }[];
}

/** When and how a prompt shows. Only exact generators know frames, and only soft ones transitions. */
export interface PromptTiming {
  /** the first frame to show it, from 1; default: as soon as possible. A frame that has passed counts as the next one */
  frame?: number | undefined;
  /** seconds of the transition; 0 for a cut; default: the generator's own */
  softSeconds?: number | undefined;
  /** the past already shows it: starts the dream unchanged */
  resumes?: boolean | undefined;
  /** another prompt for the same first frame follows, so don't start yet */
  more?: boolean | undefined;
}

/** A frame of the person's camera or screen. */
export interface VideoFrame {
  jpeg: Uint8Array;
  /** when it was captured, in ms since the epoch by the viewer's clock */
  at: number;
}

/** A generator's reports about its current dream. */
export interface GeneratorEvents {
  /** models are loading; progress is 0–1, or null if unknown */
  loading(progress: number | null, text: string | null): void;
  /** ready to generate once a prompt arrives */
  ready(): void;
  /**
   * one finished frame, in order
   * @param timestamp ms since the epoch
   * @param coding absent for a JPEG
   */
  frame(coded: Uint8Array, timestamp: number, coding?: Pick<Frame, 'codec' | 'key'>): void;
  /**
   * 20 ms of sound, in order: 960 interleaved stereo samples of −1 to 1 at 48 kHz; only from generators with sound
   * @param timestamp of the first sample, on the frames' clock
   */
  sound?(samples: Float32Array, timestamp: number): void;
  /** words for the sound from now on, such as “rain, wind”; at most 100 characters, empty for silence */
  heard?(caption: string): void;
  /**
   * the next frame() is the first to show this prompt
   * @param note what was not understood, in words for people, at most 200 characters
   * @param drawn false if the frame shows nothing of the prompt
   */
  promptShown(id: string, note?: string, drawn?: boolean): void;
  /**
   * the dream ends as failed
   * @param publicText the reason for the viewer, if `message` isn't suitable
   */
  error(message: string, publicText?: string): void;
}

/**
 * Generates dreams, one at a time. Pushes frames at its own pace, starting with the first prompt and never before. The
 * interface fits engines with their own loop as well as the CPU painter.
 */
export interface Generator {
  readonly name: string;
  readonly version: string;
  /** native size and frame rate, reported to the relay before any dream */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** false for generators without a trained model; default true */
  readonly isAi?: boolean | undefined;
  /** the model and its licence */
  readonly model?: string | undefined;
  readonly licence?: string | undefined;
  /** its licence forbids selling */
  readonly isNonCommercial?: boolean;
  /** its licence forbids access by anyone but the owner of its machine */
  readonly isLocalOnly?: boolean;
  /**
   * the same seed, prompts and controls at the same frames repeat a dream frame for frame; frames count from 1 in the
   * order of `frame` events
   */
  readonly isExact?: boolean | undefined;
  /** longest soft transition that it can make, in seconds; default none */
  readonly softSeconds?: number | undefined;
  /** it reports sound; default none */
  readonly hasSound?: boolean | undefined;
  /** supported codecs; default JPEG only */
  readonly codecs?: readonly Codec[] | undefined;
  /** the viewer's controls; complete once a dream is ready */
  readonly controls?: readonly Control[] | undefined;
  start(job: GeneratorJob, events: GeneratorEvents): void;
  prompt(id: string, text: string, timing?: PromptTiming): void;
  /** sets a value that the relay has validated; values that are fixed at the start only come before the first prompt; frame: as for prompts */
  control?(name: string, value: ControlValue, frame?: number): void;
  /**
   * the newest frame of a declared video control; null once it is off. Frames are checked JPEGs, at most twice the
   * declared size; only the newest one counts
   */
  video?(name: string, frame: VideoFrame | null): void;
  /** the relay's target: frames per second, JPEG quality 1–100, and maximum video bitrate in kbit/s */
  pace(fps: number, quality: number, kbps?: number): void;
  /** called only for generators with a video encoder */
  coding?(order: CodingOrder): void;
  /** current step towards being ready, in words for people; null once it is ready */
  opening?(): string | null;
  /** its state in words for people, such as the model's speed */
  note?(): string | null;
  /** ends the dream; resolves when it will report nothing more and start() may be called again */
  stop(): Promise<void>;
  /** called when the worker exits: releases everything kept between dreams */
  close?(): Promise<void>;
}
