import { z } from 'zod';
import { m } from '../../../kit/texts/m.ts';

const fault = z.object({ message: z.string(), details: z.string().default('') });
const refusal = z.object({
  error: fault,
  node_errors: z
    .record(z.string(), z.object({ class_type: z.string().optional(), errors: z.array(fault).min(1) }))
    .or(z.array(z.unknown()).transform(() => ({})))
    .default({}),
});
/** Maximum number of faults in one message. */
const MAX_NAMED = 3;

/**
 * Explains why ComfyUI rejected a workflow, naming the node.
 * @returns null if the answer has an unknown format
 */
export function refusalWords(answer: unknown): string | null {
  const parsed = refusal.safeParse(answer);
  if (!parsed.success) return null;
  const { error, node_errors: nodes } = parsed.data;
  const missing = missingNode(error.message);
  if (missing) return m.worker_comfyui_missing_node({ node: missing });
  const named = Object.entries(nodes).flatMap(([id, { class_type: kind, errors }]) =>
    errors.map(({ message, details }) => `${kind ?? 'node'} (${id}): ${both(message, details)}`),
  );
  const words = named.length > 0 ? named.slice(0, MAX_NAMED).join('; ') : both(error.message, error.details);
  return m.worker_comfyui_rejected({ reason: words });
}

/** Extracts X from `Cannot execute because node X does not exist.`, with or without quotes. */
function missingNode(message: string): string {
  const start = message.indexOf('node ') + 'node '.length;
  const end = message.search(/ (?:does not exist|not found)/);
  return message.includes('node ') && end > start ? message.slice(start, end).replace(/^'|'$/g, '') : '';
}

const both = (message: string, details: string) => (details ? `${message}: ${details}` : message);
