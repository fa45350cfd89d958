import type { Answer, Person } from '../wire/person.ts';

const CALLS_INTERVAL_MS = 100;
const PATHS = ['/readyz', '/api/session', '/api/sessions', '/', '/dreamboard'];
/** Headers required on every response, whatever happens to the server. */
const HEADERS = ['content-security-policy', 'x-content-type-options', 'referrer-policy'];
const INTERNALS = /\bat [^\n]*[/\\][\w.-]+\.tsx?:\d+|node_modules/;

/** A person who keeps using the site, and a record of the responses. */
export interface Bystander {
  /** response times in ms, in order */
  readonly times: readonly number[];
  /** number of 503 responses and unanswered calls, as when the server is down */
  readonly refused: number;
  /** responses that no fault excuses, in words */
  readonly faults: string[];
  /** Response time in ms at a quantile such as 0.99. */
  quantile(share: number): number;
  stop(): Promise<void>;
}

/** @param browser returns the caller; called each time, since a restarted server has a new URL */
export function startBystander(browser: () => Person): Bystander {
  const times: number[] = [];
  const faults: string[] = [];
  let refused = 0;
  let stopping = false;

  async function look(path: string): Promise<void> {
    const began = performance.now();
    let answer: Answer;
    try {
      answer = await browser().call('GET', path);
    } catch {
      refused += 1;
      return;
    }
    times.push(performance.now() - began);
    if (answer.status === 503) refused += 1;
    const fault = faultOf(answer);
    if (fault) faults.push(`GET ${path}: ${fault}`);
  }

  async function goRound(): Promise<void> {
    for (let at = 0; !stopping; at++) {
      await look(PATHS[at % PATHS.length] as string);
      await new Promise((resolve) => setTimeout(resolve, CALLS_INTERVAL_MS));
    }
  }

  const round = goRound();
  return {
    times,
    faults,
    get refused() {
      return refused;
    },
    quantile(share) {
      const sorted = times.toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    },
    async stop() {
      stopping = true;
      await round;
    },
  };
}

/** Null for a good response: 200, or 503 with Retry-After, with all headers and no internals. */
export function faultOf({ status, headers, text }: Answer): string | null {
  if (status !== 200 && status !== 503) return `answered ${status}: ${text.slice(0, 200)}`;
  if (status === 503 && !headers.has('retry-after')) return 'a 503 without Retry-After';
  const missing = HEADERS.filter((name) => !headers.has(name));
  if (missing.length > 0) return `${status} without ${missing.join(', ')}`;
  return INTERNALS.test(text) ? `shows its inside: ${text.slice(0, 200)}` : null;
}
