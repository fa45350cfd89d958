import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { EngineFault } from '../kit/adapter.ts';

/** A workflow in ComfyUI's API format: nodes by their ids. */
export type Workflow = z.infer<typeof workflow>;
const workflow = z.record(
  z.string(),
  z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
);

/** Values for a workflow's slots. */
export interface Slots {
  prompt: string;
  negative: string;
  /** the name of the picture that was uploaded */
  picture: string;
  seed: number;
  width: number;
  height: number;
  strength: number;
  /** the LoRA's file, where one is chosen */
  style: string;
}

/** The workflow that comes along: SD-Turbo, one step a picture. */
const OWN = new URL('workflow.json', import.meta.url);

/** @throws EngineFault, final, where the file is none or has no slot for the prompt */
export async function readWorkflow(path: string | undefined): Promise<Workflow> {
  const refuse = (why: string) => new EngineFault(`WORKFLOW: ${path} ${why}`, true);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path ?? OWN, 'utf8'));
  } catch {
    throw refuse('can’t be read as JSON.');
  }
  const parsed = workflow.safeParse(content);
  if (!parsed.success)
    throw refuse(
      'is not in ComfyUI’s API format. In ComfyUI, choose Workflow, then Export (API), and give that file.',
    );
  if (!hasSlot(parsed.data, 'prompt'))
    throw refuse('has no slot for the prompt. Write {prompt} where its words belong.');
  return parsed.data;
}

/** True when a slot occurs anywhere. */
export const hasSlot = (nodes: Workflow, name: keyof Slots): boolean =>
  JSON.stringify(nodes).includes(`{${name}}`);

/** Reason why a workflow's pictures can't follow each other; undefined where they can. */
export function workflowRemark(nodes: Workflow): string | undefined {
  if (hasSlot(nodes, 'seed') || hasSlot(nodes, 'picture')) return undefined;
  return (
    'WORKFLOW has neither {seed} nor {picture}: ComfyUI answers what has not changed from its cache, so each prompt gives one picture that stands. ' +
    'Write "{seed}" where the sampler’s seed stands.'
  );
}

/** The nodes that send a finished picture over the websocket. */
export const sendingNodes = (nodes: Workflow): string[] =>
  Object.entries(nodes).flatMap(([id, { class_type }]) => (class_type === 'SaveImageWebsocket' ? [id] : []));

/** The workflow with its slots filled: a slot that is the whole text becomes the value itself, a number for one. */
export function fillWorkflow(nodes: Workflow, slots: Slots): Workflow {
  const names = Object.keys(slots) as (keyof Slots)[];
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
    if (typeof value !== 'string') return value;
    const whole = names.find((name) => value === `{${name}}`);
    if (whole) return slots[whole];
    // A slot's value is never searched for other slots.
    return value.replace(/\{(\w+)\}/g, (text, name) =>
      Object.hasOwn(slots, name) ? String(slots[name as keyof Slots]) : text,
    );
  };
  return fill(nodes) as Workflow;
}
