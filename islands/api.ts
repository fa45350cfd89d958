/** As long as a person who pressed something is left without an answer. */
const ANSWER_MS = 30_000;

/** A refusal in the server's own words, where it gave any. */
export class Refusal extends Error {
  readonly status: number;
  /** what is missing is a fresh proof of who this is */
  readonly reauthenticate: boolean;
  constructor(status: number, text: string, reauthenticate = false) {
    super(text);
    this.status = status;
    this.reauthenticate = reauthenticate;
  }
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/**
 * Calls the API and reads its JSON answer.
 * @throws Refusal for any status but 2xx, with an empty message when the answer says nothing; TimeoutError when none came in time
 */
export async function api<Answer>(
  method: string,
  address: string,
  body?: unknown,
  { signal, timeoutMs = ANSWER_MS }: CallOptions = {},
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(address, {
    method,
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const read = (await answer.json().catch((error: unknown) => {
    // Cut short is not the same as empty.
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  })) as { error?: unknown; reauthenticate?: unknown } | null;
  if (!answer.ok) {
    const text = typeof read?.error === 'string' ? read.error : '';
    throw new Refusal(answer.status, text, read?.reauthenticate === true);
  }
  return read as Answer;
}

/**
 * Makes an admin call. A session or a role that is gone reloads the page: the server's guards decide what is
 * shown instead.
 * @throws Error with the server's words
 */
export async function adminApi<Answer>(path: string, body?: unknown, options?: CallOptions): Promise<Answer> {
  try {
    return await api(body === undefined ? 'GET' : 'POST', `/api/admin/${path}`, body, options);
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new Error('The server did not answer in time.');
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 401 || error.status === 403) location.reload();
    throw error.message ? error : new Error(`The server answered ${error.status}.`);
  }
}

/** What to tell about a failed action: the server's words where there are some, else the action's own. */
export function failureText(error: unknown, unanswered: string, unexplained = unanswered): string {
  return error instanceof Refusal ? error.message || unexplained : unanswered;
}
