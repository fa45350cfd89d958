/** As long as a person who pressed something is left without an answer. */
const ANSWER_MS = 30_000;

/** A refusal in the server's own words, where it gave any. */
export class Refusal extends Error {
  /** Browsers' consoles name an error by this before its class, whose name the build shortens. */
  readonly [Symbol.toStringTag] = 'Refusal';
  readonly status: number;
  /** all that it said; what a route adds to its words has a type in the route's schemas */
  readonly body: unknown;
  /** what is missing is a fresh proof of who this is */
  readonly reauthenticate: boolean;
  /** the server asks to come back: busy, restarting, or too many calls */
  readonly busy: boolean;
  constructor(answer: Response, body: unknown) {
    const { error, reauthenticate } = (body ?? {}) as { error?: unknown; reauthenticate?: unknown };
    super(typeof error === 'string' ? error : '');
    this.status = answer.status;
    this.body = body;
    this.reauthenticate = reauthenticate === true;
    this.busy = answer.status === 429 || (answer.status === 503 && answer.headers.has('Retry-After'));
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** null: no time-out, where bytes decide that or nobody could say how a cut call ended */
  timeoutMs?: number | null | undefined;
  /** outlives the page that makes it */
  keepalive?: boolean;
  /** the browser keeps answers only where a route says for how long and a page asks for that */
  cache?: RequestCache;
  credentials?: RequestCredentials;
  /** says JSON although there is no body */
  asJson?: boolean;
}

/**
 * Calls the API and reads its JSON answer. A form and a part of a file travel as they are, anything else as JSON.
 * @throws Refusal for any status but 2xx, with an empty message when the answer says nothing; TimeoutError when none
 * came in time; SyntaxError for what is no JSON; TypeError when nothing came, as without a line
 */
export async function api<Answer>(
  method: string,
  address: string,
  body?: unknown,
  options?: CallOptions,
): Promise<Answer> {
  const answer = await request(method, address, body, options);
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(answer, parsed(text));
  return text === '' ? (null as Answer) : JSON.parse(text);
}

/** A refusal may come from a proxy in between, which writes HTML. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The bare answer, whatever its status, for what is no JSON: pages and files. */
export function request(
  method: string,
  address: string,
  body?: unknown,
  { signal, timeoutMs = ANSWER_MS, cache = 'no-store', asJson = false, ...options }: CallOptions = {},
): Promise<Response> {
  const ends = [signal, timeoutMs === null ? null : AbortSignal.timeout(timeoutMs)];
  const isFile = body instanceof FormData || body instanceof Blob;
  const isJson = !isFile && (asJson || body !== undefined);
  return fetch(address, {
    ...options,
    method,
    cache,
    signal: AbortSignal.any(ends.filter((end) => end != null)),
    // Undefined for undefined: then there is no body.
    body: isFile ? body : JSON.stringify(body),
    ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
  });
}

/** Text about a failed action: the server's words where there are some, else the action's own. */
export function failureText(error: unknown, unanswered: string, unexplained = unanswered): string {
  return error instanceof Refusal ? error.message || unexplained : unanswered;
}
