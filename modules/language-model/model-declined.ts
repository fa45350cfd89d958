import { z } from 'zod';
import { OutgoingError } from '../kit/http/outgoing.ts';
import { readJson } from '../kit/parse-json.ts';

/** The model, or a filter in front of it, declines to answer. */
export class ModelDeclined extends OutgoingError {
  /** categories given as the reason, if any */
  readonly reasons: readonly string[];
  constructor(message: string, body = '') {
    super(message, { body });
    this.reasons = filteredIn(body);
  }
}

/**
 * Finish reasons of answers cut off or withheld by a filter: OpenAI's, Azure's and those of gateways to other models.
 */
export const isFiltered = (finishReason: string): boolean =>
  /content[\s_-]?filter|^(?:(?:image_)?safety|refus|prohibited|block|sensitive|spii|guardrail)/i.test(
    finishReason,
  );

/** Errors of servers that reject a request for its content, as Azure's filter does with 400. */
export const isFilterRefusal = (body: string): boolean =>
  /content[\s_-]?filter|ResponsibleAIPolicyViolation|content_policy|content management policy|moderation_blocked|prohibited_?content|block_?reason|content exists risk|data_?inspection_?failed|new_sensitive|censorship|violates (?:our )?usage|SAFETY_CHECK/i.test(
    body,
  );

/** Azure's verdict per category, inside its error. */
const results = z.record(
  z.string(),
  z.object({ filtered: z.boolean().optional(), detected: z.boolean().optional() }).catch({}),
);
const azureError = z.object({
  error: z.object({ innererror: z.object({ content_filter_result: results }) }),
});

function filteredIn(body: string): string[] {
  const read = readJson(azureError, body)?.error.innererror.content_filter_result ?? {};
  return Object.entries(read).flatMap(([name, { filtered }]) => (filtered ? [name] : []));
}
