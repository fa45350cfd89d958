import { z } from 'zod';
import { WATCHER_ROLES } from './audience-messages.ts';
import { controlDeclarations } from './control-declarations.ts';
import { JOB_STATUSES } from './job-statuses.ts';
import type { ViewerEvent } from './viewer-messages.ts';

const value = z.union([z.number(), z.boolean(), z.string()]);

const candidate = z.object({
  id: z.string(),
  text: z.string(),
  from: z.string().nullable(),
  votes: z.number(),
});
const role = z.enum(WATCHER_ROLES);

/** The relay's messages about an audience: to its watchers, to the dreamer, or to both. */
const audienceEvents = [
  z.object({
    type: z.literal('audience'),
    watching: z.number(),
    role: role.optional(),
    playable: z.boolean().optional(),
    you: z.string().optional(),
    people: z.array(z.object({ watcher: z.string(), name: z.string().nullable(), role })).optional(),
  }),
  z.object({
    type: z.literal('suggestion'),
    id: z.string(),
    text: z.string(),
    from: z.string().nullable(),
  }),
  z.object({ type: z.literal('suggestion_gone'), id: z.string() }),
  z.object({ type: z.literal('ballot'), seconds: z.number().nullable(), candidates: z.array(candidate) }),
  z.object({ type: z.literal('reactions'), counts: z.array(z.number()) }),
] as const;

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
  z.object({
    type: z.literal('prompt_received'),
    id: z.string(),
    text: z.string(),
    from: z.string().nullable().optional(),
  }),
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
  ...audienceEvents,
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

/** Doesn't compile if an event of the relay is missing or has another shape. */
function complete<T extends readonly z.ZodType<{ type: ViewerEvent['type'] }>[]>(
  ...events: [ViewerEvent] extends [z.infer<T[number]>] ? T : never
): T {
  return events;
}
