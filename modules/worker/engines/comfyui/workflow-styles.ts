import { z } from 'zod';
import { callEngine } from '../kit/call-engine.ts';
import type { Workflow } from './workflow.ts';

/** The input that corresponds to each output, for each class of LoRA node. */
const PASSES: Record<string, readonly string[]> = {
  LoraLoader: ['model', 'clip'],
  LoraLoaderModelOnly: ['model'],
};
const SLOT = '{style}';

/** A plain list, or in newer versions the options of a COMBO. */
const choices = z.union([
  z.tuple([z.array(z.string())]).rest(z.unknown()),
  z.tuple([z.literal('COMBO'), z.object({ options: z.array(z.string()) })]).rest(z.unknown()),
]);
const objectInfo = z.object({
  LoraLoader: z.object({ input: z.object({ required: z.object({ lora_name: choices }) }) }),
});

/** True if the workflow has a LoRA node whose file the viewer may choose. */
export const hasStyleSlot = (nodes: Workflow): boolean => styleNodes(nodes).length > 0;

/**
 * Lists ComfyUI's installed LoRA files.
 * @throws EngineFault if ComfyUI is unreachable
 */
export async function installedLoras(label: string, url: string, signal: AbortSignal): Promise<string[]> {
  const answered = await callEngine({ label, url: `${url}/object_info/LoraLoader`, init: { signal } });
  const parsed = objectInfo.safeParse(answered);
  if (!parsed.success) return [];
  const [first, second] = parsed.data.LoraLoader.input.required.lora_name;
  return Array.isArray(first) ? first : (second as { options: string[] }).options;
}

/** Removes the selectable LoRA nodes and connects their neighbours directly. */
export function withoutStyle(nodes: Workflow): Workflow {
  const left = new Set(styleNodes(nodes));
  const past = (value: unknown): unknown => {
    if (!Array.isArray(value) || !left.has(String(value[0]))) return value;
    const { class_type, inputs } = nodes[String(value[0])] as Workflow[string];
    return past(inputs[PASSES[class_type]?.[Number(value[1])] ?? '']);
  };
  return Object.fromEntries(
    Object.entries(nodes)
      .filter(([id]) => !left.has(id))
      .map(([id, node]) => [
        id,
        {
          ...node,
          inputs: Object.fromEntries(Object.entries(node.inputs).map(([name, value]) => [name, past(value)])),
        },
      ]),
  );
}

const styleNodes = (nodes: Workflow): string[] =>
  Object.entries(nodes).flatMap(([id, { class_type, inputs }]) =>
    Object.hasOwn(PASSES, class_type) && inputs.lora_name === SLOT ? [id] : [],
  );
