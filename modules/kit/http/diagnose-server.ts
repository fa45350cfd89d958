import { error, type Finding, ok } from '../settings/finding.ts';
import { m } from '../texts/m.ts';
import { fetchBounded } from './outgoing.ts';

const SERVER_LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };

/** Checks a server by listing its models. Some servers that speak OpenAI's API don't support that and still work. */
export async function diagnoseServer(name: 'LLM' | 'ASR', base?: string, key?: string): Promise<Finding[]> {
  if (!base) return [];
  // The path may contain a key, as with some gateways.
  const { origin } = new URL(base);
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  try {
    const { response } = await fetchBounded(`${base}/models`, { headers }, SERVER_LIMITS);
    if (response.status === 401 || response.status === 403)
      return [
        error(
          m.kit_server_key_refused({ origin }),
          m.kit_server_key_refused_cure({ name: `${name}_API_KEY` }),
        ),
      ];
    return [ok(m.kit_server_ok({ origin }))];
  } catch (fault) {
    return [
      error(
        m.kit_server_unreachable({ origin, why: (fault as Error).message }),
        m.kit_server_unreachable_cure({ name: `${name}_BASE_URL` }),
      ),
    ];
  }
}
