import { z } from 'zod';
import { callEngine } from '../kit/call-engine.ts';
import type { Workflow } from './workflow.ts';

/** The inputs that each output of a LoRA node is, once changed, by the output's number. */
const PASSES: Record<string, readonly string[]> = {
  LoraLoader: ['model', 'clip'],
  LoraLoaderModelOnly: ['model'],
};
const SLOT = '{style}';

/** Choices: a list of its own, or the options of a COMBO, as newer versions send them. */
const choices = z.union([
  z.tuple([z.array(z.string())]).rest(z.unknown()),
  z.tuple([z.literal('COMBO'), z.object({ options: z.array(z.string()) })]).rest(z.unknown()),
]);
const objectInfo = z.object({
  LoraLoader: z.object({ input: z.object({ required: z.object({ lora_name: choices }) }) }),
});

/** True for a workflow with a LoRA node whose file the viewer may choose. */
export const hasStyleSlot = (nodes: Workflow): boolean => styleNodes(nodes).length > 0;

/**
 * The LoRA files that are installed in a ComfyUI.
 * @throws EngineFault where it is away
 */
export async function installedLoras(label: string, url: string, signal: AbortSignal): Promise<string[]> {
  const answered = await callEngine({ label, url: `${url}/object_info/LoraLoader`, init: { signal } });
  const parsed = objectInfo.safeParse(answered);
  if (!parsed.success) return [];
  const [first, second] = parsed.data.LoraLoader.input.required.lora_name;
  return Array.isArray(first) ? first : (second as { options: string[] }).options;
}

/** The workflow with its choice of a LoRA taken out: nodes that read from it read from what it changed. */
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
