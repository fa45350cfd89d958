import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { m } from '../../../kit/texts/m.ts';
import { isIncludedWorkflow } from '../../contract/settings.ts';
import { EngineFault } from '../kit/adapter.ts';

/** A workflow in ComfyUI's API format: nodes by id. */
export type Workflow = z.infer<typeof workflow>;
const workflow = z.record(
  z.string(),
  z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
);

export interface Slots {
  prompt: string;
  negative: string;
  /** name of the uploaded image */
  picture: string;
  seed: number;
  width: number;
  height: number;
  strength: number;
  /** LoRA file; empty without one */
  style: string;
  /** 0–1.5 */
  style_strength: number;
}

/** The bundled workflow: SD-Turbo, one step per image. */
const OWN = new URL('workflow.json', import.meta.url);

/** File of an included workflow, by its name; any other value is the path of the operator's own file. */
const fileOf = (path: string | undefined): string | URL => {
  if (path === undefined) return OWN;
  return isIncludedWorkflow(path) ? new URL(`workflow-${path}.json`, import.meta.url) : path;
};

/** @throws EngineFault (final) if the file isn't a workflow or has no slot for the prompt */
export async function readWorkflow(path: string | undefined): Promise<Workflow> {
  const fault = (text: (slots: { path: string }) => string) =>
    new EngineFault(text({ path: path ?? OWN.pathname }), true);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(fileOf(path), 'utf8'));
  } catch {
    throw fault(m.worker_workflow_not_json);
  }
  const parsed = workflow.safeParse(content);
  if (!parsed.success) throw fault(m.worker_workflow_not_api);
  if (!hasSlot(parsed.data, 'prompt')) throw fault(m.worker_workflow_no_prompt);
  return parsed.data;
}

export const hasSlot = (nodes: Workflow, name: keyof Slots): boolean =>
  JSON.stringify(nodes).includes(`{${name}}`);

/** Explains why the workflow yields only one image per prompt; undefined if it doesn't. */
export function workflowRemark(nodes: Workflow): string | undefined {
  if (hasSlot(nodes, 'seed') || hasSlot(nodes, 'picture')) return undefined;
  return m.worker_workflow_no_change();
}

/** The nodes that send finished images over the websocket. */
export const sendingNodes = (nodes: Workflow): string[] =>
  Object.entries(nodes).flatMap(([id, { class_type }]) => (class_type === 'SaveImageWebsocket' ? [id] : []));

/**
 * Fills a workflow's slots. A text that consists of nothing but a slot becomes the value itself, which may be a number.
 */
export function fillWorkflow(nodes: Workflow, slots: Slots): Workflow {
  const names = Object.keys(slots) as (keyof Slots)[];
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
    if (typeof value !== 'string') return value;
    const whole = names.find((name) => value === `{${name}}`);
    if (whole) return slots[whole];
    // A slot's value isn't searched for more slots.
    return value.replace(/\{(\w+)\}/g, (text, name) =>
      Object.hasOwn(slots, name) ? String(slots[name as keyof Slots]) : text,
    );
  };
  return fill(nodes) as Workflow;
}
