import { z } from 'zod';
import { controlDeclarations } from './control-declarations.ts';
import { JOB_STATUSES } from './job-statuses.ts';
import type { ViewerEvent } from './viewer-messages.ts';

const value = z.union([z.number(), z.boolean(), z.string()]);

/** The relay's JSON messages to a viewer, for the documentation: the relay itself writes them as `ViewerEvent`. */
export const viewerEvents = complete(
  z.object({
    type: z.literal('status'),
    job_status: z.enum(JOB_STATUSES),
    time_left: z.number(),
    recording: z.literal(false).optional(),
    end_text: z.string().optional(),
    counted: z.literal(false).optional(),
  }),
  z.object({ type: z.literal('queue'), position: z.number(), size: z.number() }),
  z.object({ type: z.literal('loading'), progress: z.number().nullable(), text: z.string().nullable() }),
  z.object({
    type: z.literal('generator'),
    name: z.string(),
    version: z.string(),
    ai: z.boolean(),
    fps: z.number().nullable(),
    note: z.string().nullable(),
  }),
  z.object({ type: z.literal('prompt_received'), id: z.string(), text: z.string() }),
  z.object({
    type: z.literal('prompt_ack'),
    id: z.string(),
    text: z.string(),
    frame_id: z.number().nullable(),
    superseded: z.literal(true).optional(),
    note: z.string().optional(),
    drawn: z.literal(false).optional(),
  }),
  z.object({
    type: z.literal('quality'),
    verdict: z.enum(['good', 'fair', 'poor']),
    cause: z.enum(['network', 'generator', 'browser']).nullable(),
  }),
  z.object({
    type: z.literal('safety'),
    id: z.string().optional(),
    blurred: z.boolean().optional(),
    text: z.string().nullable(),
  }),
  z.object({
    type: z.literal('controls'),
    controls: controlDeclarations,
    values: z.record(z.string(), value),
  }),
  z.object({
    type: z.literal('score'),
    state: z.enum(['waiting', 'playing', 'paused', 'holding', 'done']),
    last: z.string().nullable(),
    next: z.string().nullable(),
    in_ms: z.number().nullable(),
    soft: z.number().nullable(),
    goes_on: z.boolean(),
  }),
  z.object({ type: z.literal('control'), name: z.string(), value }),
  z.object({
    type: z.literal('error'),
    code: z.string(),
    error: z.string(),
    id: z.string().optional(),
    control: z.string().optional(),
    value: value.optional(),
  }),
  z.object({
    type: z.literal('frame'),
    data: z.base64(),
    frame_id: z.number(),
    request_ack: z.boolean(),
    timestamp: z.number(),
  }),
);

/** Doesn't compile if an event of the relay is missing. */
function complete<T extends readonly z.ZodType<{ type: ViewerEvent['type'] }>[]>(
  ...events: [Exclude<ViewerEvent['type'], z.infer<T[number]>['type']>] extends [never] ? T : never
): T {
  return events;
}
