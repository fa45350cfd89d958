import { z } from 'zod';
import { parseJson } from '../../../kit/parse-json.ts';
import { m } from '../../../kit/texts/m.ts';

/** The subset of ComfyUI's websocket events that we use. */
export type ComfyEvent =
  | { type: 'executing'; promptId: string; node: string | null }
  | { type: 'done'; promptId: string }
  | { type: 'progress'; promptId: string }
  | { type: 'queue'; remaining: number }
  | { type: 'failed'; promptId: string; text: string }
  | { type: 'image'; node: string | null; bytes: Uint8Array };

const queueStatus = z.object({
  status: z.object({ exec_info: z.object({ queue_remaining: z.number() }) }),
});
const message = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()).default({}) });

/** @returns null for irrelevant and unreadable events: custom nodes may send anything */
export function readText(text: string): ComfyEvent | null {
  const parsed = message.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { type, data } = parsed.data;
  const promptId = String(data.prompt_id ?? '');
  switch (type) {
    case 'executing':
      return data.node === null
        ? { type: 'done', promptId }
        : { type: 'executing', promptId, node: String(data.node) };
    case 'execution_success':
      return { type: 'done', promptId };
    case 'progress':
      return { type: 'progress', promptId };
    case 'status': {
      const parsed = queueStatus.safeParse(data);
      return parsed.success
        ? { type: 'queue', remaining: parsed.data.status.exec_info.queue_remaining }
        : null;
    }
    case 'execution_error':
      return { type: 'failed', promptId, text: `${data.exception_type}: ${data.exception_message}` };
    case 'execution_interrupted':
      return { type: 'failed', promptId, text: m.worker_comfyui_interrupted() };
    default:
      return null;
  }
}

const PREVIEW = 1;
const PREVIEW_WITH_METADATA = 4;
/** event type and image format, or event type and metadata length */
const HEADER_BYTES = 8;

/** Parses a binary message. Numbers are big-endian (ComfyUI's `protocol.py` and `server.py`). */
export function readBinary(message: Uint8Array): ComfyEvent | null {
  if (message.length <= HEADER_BYTES) return null;
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  const event = view.getUint32(0);
  if (event === PREVIEW) return { type: 'image', node: null, bytes: message.subarray(HEADER_BYTES) };
  if (event !== PREVIEW_WITH_METADATA) return null;
  const end = HEADER_BYTES + view.getUint32(4);
  if (end >= message.length) return null;
  try {
    const parsed = JSON.parse(new TextDecoder().decode(message.subarray(HEADER_BYTES, end)));
    const node = typeof parsed?.node_id === 'string' ? parsed.node_id : null;
    return { type: 'image', node, bytes: message.subarray(end) };
  } catch {
    return null;
  }
}
