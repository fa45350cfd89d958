import sharp from 'sharp';
import { z } from 'zod';
import { numberOf } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { type Control, defaultsOf } from '../../../protocol/controls.ts';
import type { ReportProgress } from '../../opening.ts';
import {
  type EngineAdapter,
  type EngineConfig,
  type EngineDream,
  type EngineSession,
  FIRST_IMAGE_MS,
  type SessionEvents,
} from '../kit/adapter.ts';
import { callEngine, otherServer } from '../kit/call-engine.ts';
import { createImageLoop, type ImageRequest } from '../kit/image-loop.ts';
import { cameraControl, createStyles, loopControls, negativeControl } from '../kit/loop-controls.ts';
import { type ComfyConnection, openComfyConnection, type QueuePlace } from './comfy-connection.ts';
import {
  fillWorkflow,
  hasSlot,
  readWorkflow,
  sendingNodes,
  type Workflow,
  workflowRemark,
} from './workflow.ts';
import { hasStyleSlot, installedLoras, withoutStyle } from './workflow-styles.ts';

const DEFAULT_URL = 'http://127.0.0.1:8188';
const LABEL = 'ComfyUI';
/** values for `{width}` and `{height}` in the workflow */
const SIZE = { width: 576, height: 320 };
const IMAGE_MS = 60_000;

const systemStats = z.object({
  system: z.object({ comfyui_version: z.string().optional() }),
  devices: z.array(z.object({ name: z.string() })).default([]),
});

/** ComfyUI: runs the workflow once per image, with the last image in one of its slots. */
export function createComfyuiAdapter({ ENGINE_URL, WORKFLOW }: EngineConfig): EngineAdapter {
  const url = ENGINE_URL ?? DEFAULT_URL;
  let workflow: Workflow | null = null;
  let styles = createStyles([]);
  let isWarm = false;
  const place: QueuePlace = { number: null };

  async function version(signal: AbortSignal): Promise<string> {
    const answered = await callEngine({ label: LABEL, url: `${url}/system_stats`, init: { signal } });
    const parsed = systemStats.safeParse(answered);
    if (!parsed.success) throw otherServer(LABEL, url);
    const { system, devices } = parsed.data;
    return [system.comfyui_version, devices[0]?.name].filter(Boolean).join(' on ') || LABEL;
  }

  async function drawWith(
    connection: ComfyConnection,
    nodes: Workflow,
    order: ImageRequest,
  ): Promise<Uint8Array[]> {
    const { prompt, seed, base, values } = order;
    // The first image starts from plain grey: at strength 1 none of it survives.
    const picture = hasSlot(nodes, 'picture') ? await connection.upload(await (base?.png() ?? greys())) : '';
    const strength = base ? numberOf(values, 'strength') : 1;
    const negative = String(values.negative ?? '');
    const style = styles.chosen(values);
    const slots = {
      ...{ ...SIZE, prompt, negative, picture, seed, strength },
      style: style?.path ?? '',
      style_strength: style?.strength ?? 1,
    };
    const drawn = await connection.run(fillWorkflow(style ? nodes : withoutStyle(nodes), slots), place);
    return drawn ? [drawn] : [];
  }

  /** A LoRA's name is its path within ComfyUI's LoRA folder. */
  async function findStyles(nodes: Workflow, signal: AbortSignal) {
    const paths = hasStyleSlot(nodes) ? await installedLoras(LABEL, url, signal) : [];
    return createStyles(paths.map((path) => ({ name: path.replace(/\.[^.]+$/, ''), path })));
  }

  const controlsNow = (nodes: Workflow): Control[] => [
    ...controlsOf(nodes),
    ...styles.controls.filter(({ name }) => hasSlot(nodes, name as 'style' | 'style_strength')),
  ];

  /** The first run loads the models, so do one before a person waits for a frame. */
  async function warm(nodes: Workflow, report: ReportProgress, given: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([given, AbortSignal.timeout(FIRST_IMAGE_MS)]);
    const reportWaiting = () => report(connection?.waitsFor() ?? m.worker_comfyui_loading());
    let connection: ComfyConnection | null = null;
    reportWaiting();
    connection = await openComfyConnection({
      url,
      sending: sendingNodes(nodes),
      signal,
      moved: reportWaiting,
    });
    const values = defaultsOf(controlsNow(nodes));
    const order = { prompt: 'a calm sea at dusk', seed: 1, base: null, values, signal };
    try {
      await drawWith(connection, nodes, order);
    } finally {
      await connection.close();
    }
  }

  function open(dream: EngineDream, events: SessionEvents): EngineSession {
    const nodes = workflow as Workflow;
    let connection: ComfyConnection | null = null;
    return createImageLoop({
      label: LABEL,
      dream,
      events,
      size: SIZE,
      async draw(order) {
        const { signal } = order;
        connection ??= await openComfyConnection({
          url,
          sending: sendingNodes(nodes),
          signal,
          moved: events.alive,
        });
        return drawWith(connection, nodes, order);
      },
      waitsFor: () => connection?.waitsFor() ?? null,
      close: async () => connection?.close(),
    });
  }

  return {
    name: 'comfyui',
    label: LABEL,
    firstPatienceMs: FIRST_IMAGE_MS,
    patienceMs: IMAGE_MS,
    async prepare(report, signal) {
      workflow ??= await readWorkflow(WORKFLOW);
      const about = await version(signal);
      styles = await findStyles(workflow, signal);
      if (!isWarm) {
        await warm(workflow, report, signal);
        isWarm = true;
      }
      return { version: about, controls: controlsNow(workflow), remark: workflowRemark(workflow) };
    },
    open,
  };
}

/** Omits controls that have no slot in the workflow. */
function controlsOf(nodes: Workflow): Control[] {
  const needs: Record<string, keyof Parameters<typeof fillWorkflow>[1]> = {
    seed: 'seed',
    strength: 'strength',
    negative: 'negative',
    zoom: 'picture',
    pan: 'picture',
    picture: 'picture',
    camera: 'picture',
  };
  return [...loopControls(), negativeControl(), cameraControl(SIZE)].filter(({ name }) => {
    const slot = needs[name];
    return slot === undefined || hasSlot(nodes, slot);
  });
}

const greys = () =>
  sharp({ create: { ...SIZE, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
