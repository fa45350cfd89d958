import { z } from 'zod';
import { readJson } from '../../../kit/parse-json.ts';

const promptId = z.string().nullish();

/** The messages of Dreamverse's `/ws` that we handle; all others are ignored. */
const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queue_status'), position: z.int().min(0) }),
  z.object({ type: z.literal('gpu_assigned'), session_timeout: z.number().positive() }),
  /** precedes a segment's start */
  z.object({ type: z.literal('segment_prompt_source'), source: z.string(), prompt_id: promptId }),
  z.object({ type: z.literal('ltx2_segment_start') }),
  /** the binary messages that follow are a fragmented MP4 of their own */
  z.object({ type: z.literal('media_init') }),
  z.object({ type: z.literal('media_segment_complete') }),
  z.object({ type: z.literal('ltx2_segment_complete') }),
  z.object({ type: z.literal('prompt_sources_blocked') }),
  z.object({ type: z.literal('prompt_sources_resumed') }),
  /** its language model wrote no prompt, and the server won't retry */
  z.object({ type: z.literal('auto_prompt_failed') }),
  /** the limit of segments is reached */
  z.object({ type: z.literal('ltx2_stream_complete') }),
  z.object({ type: z.literal('project_idle') }),
  z.object({ type: z.literal('session_timeout') }),
  z.object({ type: z.literal('error'), message: z.string().default('') }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

export const readServerMessage = (text: string) => readJson(serverMessage, text);

export interface Project {
  prompt: string;
  /** a data URI; null without one */
  image: string | null;
  loops: boolean;
  /** its language model continues the story */
  continues: boolean;
}

const projectFields = ({ prompt, image, loops, continues }: Project) => ({
  preset_id: 'reverie',
  curated_prompts: [prompt],
  ...(image && {
    initial_image: {
      data_url: image,
      mime_type: /^data:([^;]+)/.exec(image)?.[1] ?? 'image/jpeg',
      name: 'start.jpg',
    },
  }),
  // Needs a language model of its own, and drops prompts that the model can't improve.
  enhancement_enabled: false,
  auto_extension_enabled: continues,
  loop_generation_enabled: loops,
  single_clip_mode: false,
});

export const sessionMessage = (project: Project) =>
  JSON.stringify({ type: 'session_init_v2', ...projectFields(project) });
export const projectMessage = (project: Project) =>
  JSON.stringify({ type: 'project_init_v1', ...projectFields(project) });
export const promptMessage = (prompt: string, id: string) =>
  JSON.stringify({ type: 'append_prompt', prompt, prompt_id: id });
export const pauseMessage = (paused: boolean) => JSON.stringify({ type: 'set_generation_paused', paused });
export const loopMessage = (enabled: boolean) => JSON.stringify({ type: 'set_loop_generation', enabled });
export const continueMessage = (enabled: boolean) => JSON.stringify({ type: 'set_auto_extension', enabled });
export const END_PROJECT = JSON.stringify({ type: 'end_project_keep_session' });
export const LEAVE = JSON.stringify({ type: 'leave' });
