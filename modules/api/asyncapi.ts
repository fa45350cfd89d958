import type { z } from 'zod';
import { VIDEO_FRAME_BYTES } from '../protocol/limits.ts';
import { viewerEvents } from '../protocol/viewer-events.ts';
import { viewerMessage } from '../protocol/viewer-messages.ts';
import { watcherMessage } from '../protocol/watcher-messages.ts';
import { relayMessage, workerMessage } from '../protocol/worker-messages.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

export interface Message {
  name: string;
  summary?: string;
  contentType: string;
  payload: JsonSchema;
}

interface Socket {
  address: string;
  summary: string;
  /** from the client to this server */
  up: Message[];
  /** from this server to the client */
  down: Message[];
}

const FRAME: Message = {
  name: 'binary',
  summary:
    'A frame: 16 bytes, big-endian, then the image. Byte 0 version (1), 1 flags (bit 0 request_ack, bit 1 keyframe), 2 codec (0 JPEG, 1 H.264), 3 layer, 4–7 frame_id (uint32), 8–15 timestamp (float64, ms since the epoch). Codec 16 is sound: one Opus packet of 20 ms, 48 kHz stereo, with ids of its own, never acknowledged.',
  contentType: 'application/octet-stream',
  payload: { type: 'string', format: 'binary' },
};

/** The sockets and their messages, from the schemas by which both sides read them. */
export const readSockets = (): Record<'viewer' | 'watcher' | 'worker', Socket> => ({
  viewer: {
    address: '/stream/ws',
    summary:
      'A live dream. Open the `websocketUrl` of POST /api/stream/connect within 30 seconds; add `&codecs=1,0` to accept H.264 and `&sound=1` to hear it. Acknowledge each frame that asks for it.',
    up: [
      {
        name: 'text',
        summary: 'Text that doesn’t start with { or [ is a prompt.',
        contentType: 'text/plain',
        payload: { type: 'string' },
      },
      {
        ...FRAME,
        summary: `A frame of the camera or screen that the last \`video\` message switched on, for a generator that declares a \`video\` control: the header of the generator’s frames, then a JPEG of at most ${VIDEO_FRAME_BYTES} bytes, at most twice the declared size. Frames beyond the declared rate are dropped.`,
      },
      ...messagesOf(viewerMessage.options),
    ],
    down: [FRAME, ...messagesOf(viewerEvents)],
  },
  watcher: {
    address: '/watch/ws',
    summary:
      'A live dream that its dreamer has opened to an audience. Open the `websocketUrl` of GET /api/watch/{id}; add `&sound=1` to hear it and `&codecs=1,0` to accept H.264, else you get JPEGs, of a video only its keyframes. Acknowledge frames that ask for it within 0.1 s; each acknowledgement covers all earlier frames.',
    up: messagesOf(watcherMessage.options),
    down: [FRAME, ...messagesOf(viewerEvents)],
  },
  worker: {
    address: '/worker',
    summary: 'A worker that draws. It presents WORKER_TOKEN as a bearer token; API tokens don’t work here.',
    up: [FRAME, ...messagesOf(workerMessage.options)],
    down: [
      { ...FRAME, summary: 'A frame of the viewer’s camera or screen, as it came, while `video` is on.' },
      ...messagesOf(relayMessage.options),
    ],
  },
});

/** Messages named by type, numbered if several have the same. */
function messagesOf(schemas: readonly z.ZodType[]): Message[] {
  const seen = new Map<string, number>();
  return schemas.map((schema) => {
    const payload = jsonSchemaOf(schema);
    const { const: one, enum: several } = payload.properties?.type ?? {};
    const type = String(one ?? several?.join('-'));
    const count = (seen.get(type) ?? 0) + 1;
    seen.set(type, count);
    return { name: count === 1 ? type : `${type}-${count}`, contentType: 'application/json', payload };
  });
}

/** The sockets as AsyncAPI 3. */
export function asyncApi({
  title,
  version,
  origin,
}: {
  title: string;
  version: string /** `https://host` */;
  origin: string;
}) {
  const { host, protocol } = new URL(origin);
  const sockets = Object.entries(readSockets());
  return {
    asyncapi: '3.0.0',
    info: { title: `${title} sockets`, version },
    servers: { here: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } },
    channels: Object.fromEntries(
      sockets.map(([id, { address, summary, up, down }]) => [
        id,
        {
          address,
          description: summary,
          messages: Object.fromEntries([
            ...up.map((one) => [`up-${one.name}`, one]),
            ...down.map((one) => [`down-${one.name}`, one]),
          ]),
        },
      ]),
    ),
    operations: Object.fromEntries(
      sockets.flatMap(([id, { up, down }]) => [
        [`${id}-up`, operationOf(id, 'receive', 'up', up)],
        [`${id}-down`, operationOf(id, 'send', 'down', down)],
      ]),
    ),
  };
}

/** @param action from this server's point of view */
function operationOf(id: string, action: 'send' | 'receive', way: string, messages: Message[]) {
  const channel = `#/channels/${id}`;
  return {
    action,
    channel: { $ref: channel },
    messages: messages.map(({ name }) => ({ $ref: `${channel}/messages/${way}-${name}` })),
  };
}
