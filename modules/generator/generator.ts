import type { Control, ControlValue, ControlValues } from '../protocol/controls.ts';
import { FRAME_HEIGHT, FRAME_WIDTH, USUAL_FPS } from '../protocol/format.ts';
import { CODEC, type Codec, type Frame } from '../protocol/frame.ts';

/** Native format of the generators here: pixels, and frames a second. */
export const NATIVE = { width: FRAME_WIDTH, height: FRAME_HEIGHT, fps: USUAL_FPS } as const;

/** Codings that a generator sends that has an encoder of video. */
export const CODECS: readonly Codec[] = [CODEC.jpeg, CODEC.h264];

/** An order about the coding of a dream's frames. */
export type CodingOrder =
  /** from the next frame on, which is a keyframe */
  | { codec: Codec }
  /** the next frame is to be a keyframe */
  | { keyframe: true };

/** The job of drawing one dream. */
export interface GeneratorJob {
  /** pixels */
  width: number;
  height: number;
  /** frames a second to aim for */
  fps: number;
  /** the same seed and the same prompts at the same frames draw the same dream */
  seed: number;
  /** coding of its frames at first; absent: JPEG */
  codec?: Codec | undefined;
  /** id of the watermark for frames that go out as video, 16 hex digits */
  watermark?: string | undefined;
  /** values of its controls; their defaults where not given */
  controls?: ControlValues | undefined;
}

/** Reports of a generator while it serves one dream. */
export interface GeneratorEvents {
  /** models load; progress is 0–1 when known */
  loading(progress: number | null, text: string | null): void;
  /** able to draw as soon as a prompt comes */
  ready(): void;
  /**
   * one finished frame, in order
   * @param timestamp ms since the epoch
   * @param coding absent: a JPEG
   */
  frame(picture: Uint8Array, timestamp: number, coding?: Pick<Frame, 'codec' | 'key'>): void;
  /**
   * the next frame() is the first that shows this prompt
   * @param note what of it was not understood, in words for people, at most 200 characters
   * @param drawn false when nothing of it is in that frame
   */
  promptShown(id: string, note?: string, drawn?: boolean): void;
  /**
   * cannot go on; the dream ends as failed. The second text, where there is one, is the reason that its viewer
   * reads.
   */
  error(message: string, publicText?: string): void;
}

/**
 * Draws dreams, one at a time. A generator pushes frames at its own pace from the first prompt on and never
 * before it. Engines that loop by themselves and the CPU demo fit the same shape.
 */
export interface Generator {
  readonly name: string;
  readonly version: string;
  /** its native size and speed, which the relay gets before any dream */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** false for a program that was not trained; absent: it is AI */
  readonly isAi?: boolean | undefined;
  /** the model that draws, and the licence that it comes under */
  readonly model?: string | undefined;
  readonly licence?: string | undefined;
  /** its licence keeps it from being sold */
  readonly isNonCommercial?: boolean;
  /** codings that it can send; absent: JPEG */
  readonly codecs?: readonly Codec[] | undefined;
  /** controls for the viewer; complete once a dream is ready */
  readonly controls?: readonly Control[] | undefined;
  start(job: GeneratorJob, events: GeneratorEvents): void;
  prompt(id: string, text: string): void;
  /** a value that the relay has checked; of what is fixed at the start only before the first prompt */
  control?(name: string, value: ControlValue): void;
  /** the relay's wish: frames a second, JPEG quality 1–100, and most bits of video a second, in thousands */
  pace(fps: number, quality: number, kbps?: number): void;
  /** only to one with an encoder of video */
  coding?(order: CodingOrder): void;
  /** what it loads or waits for before it can draw, in words for people; null once it can */
  opening?(): string | null;
  /** its state, in words for people: how fast a model draws, for one */
  note?(): string | null;
  /** ends the dream; resolves when nothing more will be reported and the next start() may come */
  stop(): Promise<void>;
  /** the worker ends: releases what outlives a dream */
  close?(): Promise<void>;
}
