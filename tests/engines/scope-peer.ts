import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { bodyOf, sendJson, startHttpPeer } from './http-peer.ts';
import { createChance, type PeerOptions } from './peer-chance.ts';
import { type Colour, colourOf, mixedColours } from './peer-images.ts';
import { openVideoWriter } from './video-writer.ts';

const CHUNK = 12;
const SIZE = { width: 576, height: 320, fps: 30 };

interface Weighed {
  text: string;
  weight: number;
}
interface Orders {
  prompts?: Weighed[];
  transition?: { target_prompts: Weighed[]; num_steps?: number };
}

export interface ScopePeerOptions extends PeerOptions {
  port?: number;
  /** number of status calls that report loading */
  loadsFor?: number;
}

/**
 * A fake of Daydream Scope's server, limited to sessions in text mode: loads a pipeline on request, queues eight
 * prompts and drops the rest, consumes one per chunk, and streams H.264 with a long look-ahead that is sometimes cut
 * off. A dead pipeline still reports that it is running.
 */
export async function startScopePeer(options: ScopePeerOptions = {}) {
  const chance = createChance(options);
  const asked: { path: string; body: unknown }[] = [];
  const faults: string[] = [];
  let trouble: 'none' | 'dead' | 'cut' | 'error' | 'full' = 'none';
  let loading = -1;
  let session: ReturnType<typeof begin> | null = null;
  let unstopped = 0;
  let streams = 0;

  const peer = await startHttpPeer(async (request, response) => {
    const path = request.url ?? '';
    const body = request.method === 'POST' ? JSON.parse((await bodyOf(request)).toString() || '{}') : null;
    if (body) asked.push({ path, body });
    switch (path) {
      case '/health':
        return sendJson(response, 200, { status: 'healthy', timestamp: '2026-11-01T00:00:00' });
      case '/api/v1/pipeline/load':
        loading = options.loadsFor ?? 1;
        return sendJson(response, 200, { message: 'Pipeline loading initiated successfully' });
      case '/api/v1/pipeline/status':
        return sendJson(response, 200, statusNow());
      case '/api/v1/session/start':
        if (loading !== 0) return sendJson(response, 400, { detail: 'Pipeline not loaded' });
        if (trouble === 'full') return sendJson(response, 500, { detail: 'CUDA out of memory' });
        if (session?.isRunning()) unstopped++;
        session = begin(body.prompts);
        return sendJson(response, 200, { status: 'ok', input_mode: 'text', cloud_mode: false });
      case '/api/v1/session/parameters':
        session?.order(body);
        return sendJson(response, 200, { status: 'ok', applied_parameters: body });
      case '/api/v1/session/metrics':
        return sendJson(response, 200, {
          sessions: session?.isRunning() ? { headless: { frames_out: session.framesOut() } } : {},
          gpu: {},
        });
      case '/api/v1/session/output.ts':
        if (!session?.isRunning()) return sendJson(response, 404, { detail: 'No active headless session' });
        response.writeHead(200, { 'content-type': 'video/mp2t', 'cache-control': 'no-store' });
        response.flushHeaders();
        return session.stream(response);
      case '/api/v1/session/stop':
        if (!session?.isRunning()) return sendJson(response, 404, { detail: 'No active headless session' });
        session.stop();
        return sendJson(response, 200, { status: 'ok', message: 'Headless session stopped' });
      default:
        return sendJson(response, 404, { detail: 'Not Found' });
    }
  }, options.port);

  function statusNow() {
    if (trouble === 'error')
      return { status: 'error', pipeline_id: 'longlive', error: 'no such file: wan.safetensors' };
    if (loading < 0) return { status: 'not_loaded' };
    if (loading === 0) return { status: 'loaded', pipeline_id: 'longlive', load_params: SIZE };
    loading--;
    return { status: 'loading', pipeline_id: 'longlive', loading_stage: 'Initializing VAE' };
  }

  function begin(prompts: Weighed[]) {
    const orders: Orders[] = [];
    const watchers = new Set<(colours: Colour[]) => Promise<void>>();
    let isRunning = true;
    let framesOut = 0;
    let [from, to]: [Colour, Colour] = [colourOf(prompts[0]?.text ?? ''), colourOf(prompts[0]?.text ?? '')];
    let [step, steps] = [1, 1];
    void draw();

    async function draw(): Promise<void> {
      while (isRunning) {
        const next = orders.shift();
        const target = (next?.transition?.target_prompts ?? next?.prompts)?.[0];
        if (target) {
          from = mixedColours(from, to, step / steps);
          to = colourOf(target.text);
          [step, steps] = [0, Math.max(1, next?.transition?.num_steps ?? 1)];
        }
        step = Math.min(steps, step + 1);
        const colour = mixedColours(from, to, step / steps);
        await after(chance.about(options.imageMs ?? 20) * CHUNK);
        if (chance.fault(['late'] as const)) await after(chance.about(300));
        while (trouble === 'dead' && isRunning) await after(20);
        if (!isRunning) return;
        framesOut += CHUNK;
        for (const watcher of watchers) await watcher(Array.from({ length: CHUNK }, () => colour));
      }
    }

    return {
      isRunning: () => isRunning,
      framesOut: () => framesOut,
      order(order: Orders): void {
        if (orders.length < 8) orders.push(order);
      },
      async stream(response: ServerResponse): Promise<void> {
        streams++;
        const writer = await openVideoWriter('ts', SIZE);
        async function watcher(colours: Colour[]): Promise<void> {
          const bytes = await writer.write(colours);
          if (trouble === 'cut' || (trouble === 'none' && chance.breaks(['cut'] as const))) {
            faults.push('cut');
            trouble = 'none';
            response.destroy();
          } else response.write(bytes);
        }
        watchers.add(watcher);
        await new Promise<void>((resolve) => response.on('close', resolve));
        watchers.delete(watcher);
        await writer.close();
        streams--;
      },
      stop(): void {
        isRunning = false;
      },
    };
  }

  return {
    ...peer,
    asked,
    faults,
    falls(into: typeof trouble): void {
      trouble = into;
    },
    /** As after a restart. */
    unloads(): void {
      loading = -1;
    },
    /** number of sessions overwritten while running */
    unstopped: () => unstopped,
    async stop() {
      session?.stop();
      await peer.stop();
      while (streams > 0) await after(5);
    },
  };
}
