import { randomUUID } from 'node:crypto';
import { EngineFault } from '../engine/adapter.ts';
import { callEngine, isOutOfMemory, outOfMemory } from '../engine/call-engine.ts';
import { type EngineLine, openLine } from '../engine/open-line.ts';
import { type ComfyEvent, readBinary, readText } from './read-event.ts';
import type { Workflow } from './workflow.ts';

const LABEL = 'ComfyUI';

/** One websocket to ComfyUI and what is asked over HTTP beside it. */
export type ComfyLine = Awaited<ReturnType<typeof openComfyLine>>;

interface Run {
  promptId: string;
  picture: Uint8Array | null;
  finish(picture: Uint8Array): void;
  fail(fault: EngineFault): void;
}

/**
 * Opens a line under a fresh client id: events go to the client that asked, and one whose old socket lingers would lose them.
 * @throws EngineFault
 */
export async function openComfyLine(url: string, sending: readonly string[], signal: AbortSignal) {
  const clientId = randomUUID();
  let run: Run | null = null;
  /** asked for, and not known to be over */
  let pending: string | null = null;
  let node: string | null = null;
  let gone: EngineFault | null = null;

  const line = await new Promise<EngineLine>((resolve, reject) => {
    const opening: EngineLine = openLine({
      label: LABEL,
      url: `${url}/ws?clientId=${clientId}`,
      opened: () => resolve(opening),
      text: (text) => hear(readText(text)),
      binary: (bytes) => hear(readBinary(bytes)),
      failed: lost,
    });
    signal.addEventListener('abort', () => {
      lost(new EngineFault('The dream is over.'));
      void opening.close();
    });

    function lost(fault: EngineFault): void {
      gone = fault;
      run?.fail(fault);
      reject(fault);
    }
  });
  // Must come first: pictures then say which node they are of.
  line.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } }));

  function hear(event: ComfyEvent | null): void {
    if (event?.type === 'picture') {
      const from = event.node ?? node;
      if (run && (sending.length === 0 || (from !== null && sending.includes(from))))
        run.picture = event.bytes;
      return;
    }
    if (!event || event.type === 'progress' || !run || event.promptId !== run.promptId) return;
    if (event.type === 'executing') node = event.node;
    else pending = null;
    if (event.type === 'failed') run.fail(isOutOfMemory(event.text) ? outOfMemory(LABEL) : wrong(event.text));
    if (event.type === 'done') {
      if (run.picture) run.finish(run.picture);
      else run.fail(new EngineFault(`${LABEL} ran the workflow and sent no picture.`));
    }
  }

  return {
    /** Runs a workflow. @returns its picture, encoded. @throws EngineFault */
    async run(workflow: Workflow): Promise<Uint8Array> {
      if (gone) throw gone;
      const promptId = randomUUID();
      pending = promptId;
      const picture = new Promise<Uint8Array>((resolve, reject) => {
        run = { promptId, picture: null, finish: resolve, fail: reject };
      });
      // whoever waits for the answer of the call hears of it there first
      picture.catch(() => {});
      try {
        await callEngine({
          label: LABEL,
          url: `${url}/prompt`,
          init: {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ prompt: workflow, client_id: clientId, prompt_id: promptId }),
            signal,
          },
        });
        return await picture;
      } finally {
        run = null;
        node = null;
      }
    },

    /** Gives it a picture under a name of this line. @returns the name for a LoadImage node */
    async upload(png: Uint8Array): Promise<string> {
      const form = new FormData();
      const name = `reverie-${clientId}.png`;
      form.set('image', new Blob([Uint8Array.from(png)], { type: 'image/png' }), name);
      form.set('type', 'temp');
      form.set('overwrite', 'true');
      await callEngine({
        label: LABEL,
        url: `${url}/upload/image`,
        init: { method: 'POST', body: form, signal },
      });
      return `${name} [temp]`;
    },

    /** Ends what still runs or waits for this line, and the line. */
    async close(): Promise<void> {
      await line.close();
      if (pending === null) return;
      const post = (path: string, body: object) =>
        callEngine({
          label: LABEL,
          url: `${url}${path}`,
          init: {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
        }).catch(() => {});
      await post('/queue', { delete: [pending] });
      await post('/interrupt', { prompt_id: pending });
    },
  };
}

const wrong = (text: string) => new EngineFault(`${LABEL} failed: ${text.slice(0, 300)}`);
