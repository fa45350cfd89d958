/** Default timeout: as long as a person should have to wait after a click. */
const ANSWER_MS = 30_000;

/** An error response, with the server's message if it sent one. */
export class Refusal extends Error {
  /** Consoles show this instead of the class name, which the build minifies. */
  readonly [Symbol.toStringTag] = 'Refusal';
  readonly status: number;
  /** The whole body; a route's additional members are typed in its schemas. */
  readonly body: unknown;
  /** The server requires the person to prove again who they are. */
  readonly reauthenticate: boolean;
  /** The server asks to retry later: it is busy or restarting, or there were too many calls. */
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
  /** Null for no timeout: transfers that watch their progress, and calls whose outcome would be unknown if cut off. */
  timeoutMs?: number | null | undefined;
  /** Lets the call outlive its page. */
  keepalive?: boolean;
  /** Default `no-store`; responses are only cached if the route sets a duration and the page opts in. */
  cache?: RequestCache;
  credentials?: RequestCredentials;
  /** Sends a JSON content type even without a body. */
  asJson?: boolean;
}

/**
 * Calls the API and parses its JSON response. FormData and Blobs are sent as they are, anything else as JSON.
 * @throws Refusal for a non-2xx status (its message is empty if the server sent none); TimeoutError; SyntaxError for
 * invalid JSON; TypeError without a connection
 */
export async function api<Answer>(
  method: string,
  address: string,
  body?: unknown,
  options?: CallOptions,
): Promise<Answer> {
  return readAnswer(await request(method, address, body, options));
}

/** Parses a JSON response. @throws as above */
export async function readAnswer<Answer>(answer: Response): Promise<Answer> {
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(answer, parsed(text));
  return text === '' ? (null as Answer) : JSON.parse(text);
}

/** The response may come from a proxy, which sends HTML. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the raw response, whatever its status, for pages and files. */
export function request(
  method: string,
  address: string,
  body?: unknown,
  { signal, timeoutMs = ANSWER_MS, cache = 'no-store', asJson = false, ...options }: CallOptions = {},
): Promise<Response> {
  const ends = [signal, timeoutMs === null ? null : AbortSignal.timeout(timeoutMs)];
  /** The page's language, which may differ from the browser's. */
  const language = globalThis.document?.documentElement.lang;
  const isFile = body instanceof FormData || body instanceof Blob;
  const isJson = !isFile && (asJson || body !== undefined);
  return fetch(address, {
    ...options,
    method,
    cache,
    signal: AbortSignal.any(ends.filter((end) => end != null)),
    // Undefined stays undefined, so there is no body.
    body: isFile ? body : JSON.stringify(body),
    headers: {
      // Workers have no document, and no texts.
      ...(language && { 'Accept-Language': language }),
      ...(isJson && { 'Content-Type': 'application/json' }),
    },
  });
}

/** Message for a failed action: the server's if there is one, otherwise the action's own. */
export function failureText(error: unknown, unanswered: string, unexplained = unanswered): string {
  return error instanceof Refusal ? error.message || unexplained : unanswered;
}
