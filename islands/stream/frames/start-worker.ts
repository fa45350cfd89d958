import { readStored, writeStored } from '../../browser/stored.ts';
import type { WorkerCommand, WorkerReport } from './worker-messages.ts';

/** URL of the built worker, inserted by islands/build/build.ts. */
declare const FRAME_WORKER_URL: string;

/** Storage keys; each holds the browser version that failed at this. */
const FAILED_KEYS = ['no-video', 'no-copy'] as const;

/** The frame worker, as the page sees it. */
export interface FrameWorker {
  post(command: WorkerCommand): void;
  onReport: ((report: WorkerReport) => void) | null;
}

/** Starts a worker that draws on this canvas. */
export function startWorker(canvas: HTMLCanvasElement): FrameWorker & { terminate(): void } {
  const thread = new Worker(FRAME_WORKER_URL, { type: 'module' });
  // Older browsers draw on the main thread.
  const offscreen = canDrawOffscreen() ? canvas.transferControlToOffscreen() : null;
  const pen = offscreen ? null : canvas.getContext('2d', { alpha: false });
  const worker: FrameWorker & { terminate(): void } = {
    onReport: null,
    post(command: WorkerCommand) {
      const given =
        command.type === 'camera'
          ? command.frame
          : command.type === 'sound'
            ? command.port
            : command.type === 'canvas' && command.canvas;
      thread.postMessage(command, given ? [given] : []);
    },
    terminate: () => thread.terminate(),
  };
  // Report a failed worker as a closed connection.
  thread.onerror = () => worker.onReport?.({ type: 'closed', code: 1006, drew: false });
  thread.onmessage = ({ data }: MessageEvent<WorkerReport>) => {
    const failed = FAILED_KEYS.find((key) => key === data.type);
    if (failed) return writeStored(failed, navigator.userAgent);
    if (data.type !== 'frame') return worker.onReport?.(data);
    // Without a 2D context nothing is drawn, and the dream must not appear live.
    if (!pen) return data.frame.close();
    pen.drawImage(data.frame, 0, 0, canvas.width, canvas.height);
    data.frame.close();
    worker.post({ type: 'drawn' });
  };
  const [mayVideo, mayCopy] = FAILED_KEYS.map((key) => readStored(key) !== navigator.userAgent) as [
    boolean,
    boolean,
  ];
  worker.post({ type: 'canvas', canvas: offscreen, mayVideo, mayCopy });
  return worker;
}

/** A transferred canvas can't be taken back, and some browsers accept it without being able to draw on it. */
const canDrawOffscreen = () =>
  'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
  new OffscreenCanvas(1, 1).getContext('2d') !== null;
