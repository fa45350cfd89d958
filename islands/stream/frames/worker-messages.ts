import type { ViewerEvent } from '../../../modules/protocol/viewer-messages.ts';
import type { Place } from '../../../public/reverie.js';
import type { Verdict } from '../screen/verdict.ts';

/** Frames per second by 10-second bin, keyed by the start of the bin (ms since the epoch), plus `overall`. */
export type ClientFpsData = Record<string, number>;

/** Connection quality. Sent when the verdict changes, and every few seconds with new figures. */
export interface ConnectionReport extends Verdict {
  type: 'line';
  /** per second */
  drawn: number;
  /** ms from the generator to the screen */
  age: number;
}

/** Why the live stream is shown again: it was reached, the dream is over, or the tape can't be read or shown. */
export type PastEnd = 'caught-up' | 'over' | 'failed';

/** A frame of the past on screen. */
export interface PastReport {
  type: 'past';
  /** ms since the dream's first frame */
  at: number;
}

/** The frame of the past on screen, to continue from. */
export interface StillReport {
  type: 'still';
  at: number;
  /** the generator's number of it */
  frame: number;
  /** JPEG in base64; null if this browser doesn't give out what it has drawn */
  image: string | null;
}

/** Page → frame worker. */
export type WorkerCommand =
  /**
   * `canvas` is null if this browser can't hand over its canvas and the page has to draw; `mayVideo` and `mayCopy` are
   * false if it has already failed at video or at copying colours
   */
  | { type: 'canvas'; canvas: OffscreenCanvas | null; mayVideo: boolean; mayCopy: boolean }
  /** the page has drawn the frame it was handed */
  | { type: 'drawn' }
  /** `sessionId`: the viewer's own dream */
  | { type: 'open'; url: string; sessionId: string }
  /** watches by an audience's link, as long as it is open; `again`: the key of a player */
  | { type: 'watch'; watchId: string; language: string; again: string | undefined }
  | { type: 'send'; text: string }
  /** a frame of the person's camera or screen, to be cropped to this size and sent */
  | { type: 'camera'; frame: ImageBitmap; width: number; height: number }
  /** sends the dream's sound, and when frames are drawn, to this port; null asks for none */
  | { type: 'sound'; port: MessagePort | null }
  /** shows the dream as it was, in ms since its first frame, instead of live */
  | { type: 'past'; at: number; plays: boolean }
  /** reports the frame of the past on screen */
  | { type: 'still' }
  | { type: 'live' }
  /** closes the socket; another will follow */
  | { type: 'close' }
  /** closes it for good */
  | { type: 'end' };

/** Frame worker → page. Frames are sent this way only if the page has to draw. */
export type WorkerReport =
  | { type: 'frame'; frame: ImageBitmap }
  /** this browser can't show video, whatever it reports */
  | { type: 'no-video' }
  /** this browser copies wrong colours */
  | { type: 'no-copy' }
  | { type: 'opened' }
  /** the answer of a watcher's link */
  | { type: 'place'; place: Place }
  /** `drew`: this socket delivered at least one frame */
  | { type: 'closed'; code: number; drew: boolean }
  | { type: 'event'; event: Exclude<ViewerEvent, { type: 'frame' | 'quality' | 'status' }> }
  /** the dream's status and seconds left, when they differ from what the page's own clock predicts */
  | { type: 'job'; jobStatus: string; timeLeft: number; endText: string | null; counted?: false | undefined }
  /** true while the stream is being recorded; sent on change */
  | { type: 'recording'; recording: boolean }
  | { type: 'first-frame' }
  /** true while frames have unexpectedly stopped; sent on change */
  | { type: 'stopped'; stopped: boolean }
  | { type: 'prompt-shown'; id: string }
  | PastReport
  | { type: 'past-end'; why: PastEnd }
  | StillReport
  | ConnectionReport;
