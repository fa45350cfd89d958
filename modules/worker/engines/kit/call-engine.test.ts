import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { callEngine } from './call-engine.ts';

test.each([
  ["OSError: [Errno 28] No space left on device: '/app/temp/x.png'", 'ComfyUI’s disk is full.'],
  ['{"error":{"message":"CUDA out of memory"}}', 'ComfyUI is out of memory.'],
  ['Server got itself in trouble', 'ComfyUI answered 500: Server got itself in trouble'],
])('an engine that answers 500 with “%s” is reported with a reason', async (body, words) => {
  const server = createServer((_, response) => void response.writeHead(500).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload/image`;
  await expect(callEngine({ label: 'ComfyUI', url })).rejects.toThrow(words);
  await new Promise((resolve) => server.close(resolve));
});
