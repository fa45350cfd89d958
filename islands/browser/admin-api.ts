import { api, type CallOptions, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';

/**
 * Calls an admin route. If the session or the role is gone, reloads the page, so that the server's guards decide what
 * to show.
 * @throws Error with the server's message
 */
export async function adminApi<Answer>(path: string, body?: unknown, options?: CallOptions): Promise<Answer> {
  try {
    return await api(body === undefined ? 'GET' : 'POST', `/api/admin/${path}`, body, options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw new Error(unansweredText(error));
    if (error.status === 401 || (error.status === 403 && !error.reauthenticate)) location.reload();
    throw error.message ? error : new Error(m.web_error_status({ status: String(error.status) }));
  }
}

/** Why a call got no answer: browsers write their own reason in English. */
export function unansweredText(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'TimeoutError') return m.web_error_timeout();
  return name === 'TypeError' ? m.web_error_unreachable() : message;
}
