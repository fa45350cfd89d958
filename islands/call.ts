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

/**
 * Calls the API and reads its JSON answer.
 * @throws Refusal for any status but 2xx, with an empty message when the answer says nothing
 */
export async function call<T>(method: string, address: string, body?: unknown): Promise<T> {
  const answer = await fetch(address, {
    method,
    cache: 'no-store',
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const read = (await answer.json().catch(() => null)) as {
    error?: unknown;
    reauthenticate?: unknown;
  } | null;
  if (!answer.ok) {
    const text = typeof read?.error === 'string' ? read.error : '';
    throw new Refusal(answer.status, text, read?.reauthenticate === true);
  }
  return read as T;
}

/** What to tell about a failed action: the server's words where there are some, else the action's own. */
export function failureText(error: unknown, unanswered: string, unexplained = unanswered): string {
  return error instanceof Refusal ? error.message || unexplained : unanswered;
}
