import type { StatusAnswer } from '../../modules/stream/contract/schemas.ts';

const INTERVAL_MS = 2000;
/** The server sends whole seconds. */
const TOLERANCE_S = 1.5;

type Status = Pick<StatusAnswer, 'job_status' | 'time_left' | 'end_text' | 'counted'>;

interface Dependencies {
  /** fetches the status; null if it couldn't be read this time */
  read(): Promise<Status | null>;
  /** endText: why the dream failed, if known */
  report(job: {
    jobStatus: string;
    timeLeft: number;
    endText: string | null;
    counted?: false | undefined;
  }): void;
  /** monotonic, in ms */
  now(): number;
}

/**
 * Follows a dream's status. The socket and the status call carry the same data, which mostly agrees with the page's own
 * clock; only differences are reported.
 */
export class JobWatch {
  #reported: (Status & { at: number }) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Idempotent. */
  start() {
    this.#timer ??= setTimeout(this.#ask, INTERVAL_MS);
  }

  /** Also drops the last report, since a page that returns knows nothing. */
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
    // Before the first frame, the clock stands still.
    const passed = jobStatus === 'RUNNING' ? (at - this.#reported.at) / 1000 : 0;
    return Math.abs(this.#reported.time_left - passed - timeLeft) <= TOLERANCE_S;
  }
}
