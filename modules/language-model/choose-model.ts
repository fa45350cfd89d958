import { z } from 'zod';
import { fetchJson, OutgoingError, type OutgoingLimits } from '../kit/http/outgoing.ts';

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Models that aren't for chat, recognised by name. */
const OTHER_KINDS =
  /embed|whisper|tts|rerank|moderation|dall-e|transcribe|\bbge\b|clip|stable-diffusion|flux/i;
/** Share of the answer's timeout. */
const SHARE = 0.3;

/** Chooses a model if none is configured: the first one that the server lists, or else the server's default. */
export function createModelChoice() {
  let chosen: string | undefined;
  return {
    async get(baseUrl: string, headers: Record<string, string>, limits: OutgoingLimits) {
      const { timeoutMs } = limits;
      try {
        chosen ??= await firstListed(baseUrl, headers, { ...limits, timeoutMs: timeoutMs * SHARE });
      } catch {
        // Not every server lists its models. It may have only one.
      }
      return chosen;
    },
    /** Models come and go. */
    refused(error: unknown) {
      if (error instanceof OutgoingError && (error.status === 404 || /model/i.test(error.body)))
        chosen = undefined;
    },
  };
}

async function firstListed(baseUrl: string, headers: Record<string, string>, limits: OutgoingLimits) {
  const { data } = modelList.parse(await fetchJson(`${baseUrl}/models`, { headers }, limits));
  return data.map(({ id }) => id).find((id) => !OTHER_KINDS.test(id));
}
