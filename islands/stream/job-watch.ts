import type { StatusAnswer } from '../../modules/stream/schemas.ts';

const INTERVAL_MS = 2000;
/** the server sends whole seconds */
const TOLERANCE_S = 1.5;

type Status = Pick<StatusAnswer, 'job_status' | 'time_left' | 'end_text' | 'counted'>;

interface Dependencies {
  /** the status call; null when it could not be read this time */
  read(): Promise<Status | null>;
  /** endText: why the dream failed, where that is known */
  report(job: {
    jobStatus: string;
    timeLeft: number;
    endText: string | null;
    counted?: false | undefined;
  }): void;
  /** ms on a clock that never jumps */
  now(): number;
}

/**
 * Follows where a dream is. The socket and the status call say the same, and most of it agrees with the clock that
 * the page runs by itself: only the rest is reported.
 */
export class JobWatch {
  #reported: (Status & { at: number }) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Safe to call again. */
  start() {
    this.#timer ??= setTimeout(this.#ask, INTERVAL_MS);
  }

  /** Also drops what was reported: a page that comes back knows nothing. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reported = null;
  }

  hear({ job_status, time_left, end_text, counted }: Status) {
    const at = this.#deps.now();
    if (this.#agrees(job_status, time_left, at)) return;
    this.#reported = { job_status, time_left, at };
    this.#deps.report({
      jobStatus: job_status,
      timeLeft: time_left,
      endText: end_text ?? null,
      ...(counted === false && { counted }),
    });
  }

  #ask = async () => {
    const own = this.#timer;
    const status = await this.#deps.read();
    if (this.#timer !== own) return;
    this.#timer = setTimeout(this.#ask, INTERVAL_MS);
    if (status) this.hear(status);
  };

  #agrees(jobStatus: string, timeLeft: number, at: number): boolean {
    if (this.#reported?.job_status !== jobStatus || timeLeft <= 0) return false;
    // Before the first picture the clock stands still.
    const passed = jobStatus === 'RUNNING' ? (at - this.#reported.at) / 1000 : 0;
    return Math.abs(this.#reported.time_left - passed - timeLeft) <= TOLERANCE_S;
  }
}
