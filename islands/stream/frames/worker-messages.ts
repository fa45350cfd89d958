import type { ViewerEvent } from '../../../modules/protocol/viewer-messages.ts';
import type { Verdict } from '../screen/verdict.ts';

/** Frames a second in each 10 s, keyed by the start of the bin (ms since the epoch), and over all. */
export type ClientFpsData = Record<string, number>;

/** Quality of the connection: sent when the verdict changes, and every few seconds for its figures. */
export interface ConnectionReport extends Verdict {
  type: 'line';
  /** a second */
  drawn: number;
  /** ms from the generator to the screen */
  age: number;
}

/** Page → frame worker. */
export type WorkerCommand =
  /**
   * null: this browser leaves its canvas to the page, which draws what it is handed; mayVideo, mayCopy: it has not been
   * seen to fail at video, or to copy wrong colours
   */
  | { type: 'canvas'; canvas: OffscreenCanvas | null; mayVideo: boolean; mayCopy: boolean }
  /** the page has drawn what it was handed */
  | { type: 'drawn' }
  | { type: 'open'; url: string; sessionId: string }
  | { type: 'send'; text: string }
  /** leaves the socket; another one follows */
  | { type: 'close' }
  /** leaves it for good */
  | { type: 'end' };

/** Frame worker → page. Pictures come this way only where the page has to draw. */
export type WorkerReport =
  | { type: 'picture'; picture: ImageBitmap }
  /** this browser can't show video, whatever it says */
  | { type: 'no-video' }
  /** this browser copies other colours than it says */
  | { type: 'no-copy' }
  | { type: 'opened' }
  /** drew: this socket brought at least one picture */
  | { type: 'closed'; code: number; drew: boolean }
  | { type: 'event'; event: Exclude<ViewerEvent, { type: 'frame' | 'quality' | 'status' }> }
  /** where the dream is, and seconds left: only what the page's own clock does not know */
  | { type: 'job'; jobStatus: string; timeLeft: number; endText: string | null; counted?: false | undefined }
  /** whether what is shown is kept, whenever that changes */
  | { type: 'recording'; recording: boolean }
  | { type: 'first-frame' }
  /** whether no picture comes although one should, whenever that changes */
  | { type: 'stopped'; stopped: boolean }
  | { type: 'prompt-shown'; id: string }
  | ConnectionReport;
