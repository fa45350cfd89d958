/**
 * Makes an admin call. A session or a role that is gone reloads the page: the server's guards decide what is
 * shown instead.
 * @throws Error with the server's words
 */
export async function call<Answer>(path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  const answer = await fetch(`/api/admin/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    cache: 'no-store',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    ...(signal && { signal }),
  });
  if (answer.status === 401 || answer.status === 403) location.reload();
  if (!answer.ok) {
    const { error } = (await answer.json().catch(() => ({}))) as { error?: unknown };
    throw new Error(typeof error === 'string' && error ? error : `The server answered ${answer.status}.`);
  }
  return (await answer.json()) as Answer;
}
