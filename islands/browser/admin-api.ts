import { api, type CallOptions, Refusal } from './api.ts';

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
    if (error.status === 401 || (error.status === 403 && !error.reauthenticate)) location.reload();
    throw error.message ? error : new Error(`The server answered ${error.status}.`);
  }
}
