import { error, type Finding, ok } from '../settings/finding.ts';
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
      return [error(`the server at ${origin} refuses the key`, `Check ${name}_API_KEY.`)];
    return [ok(`a server answers at ${origin}`)];
  } catch (fault) {
    return [
      error(
        `nobody answers at ${origin} (${(fault as Error).message})`,
        `Start that server, or correct ${name}_BASE_URL.`,
      ),
    ];
  }
}
