import type { Hono } from 'hono';
import { notFound } from '../kit/errors.ts';
import { parseRange } from '../kit/http/negotiate.ts';
import { serveMedia } from '../kit/storage/media.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import { requirePerson } from '../web/guards.ts';
import type { FetchedModels } from './fetched-models.ts';
import { createVoiceModelList } from './list-voice-model.ts';

export interface ModelsDeps {
  /** the models' folder */
  models: Storage;
  /** downloads missing models; null if an operator provides the files */
  fetched: FetchedModels | null;
}

/** The hub's path for listing a model's files. */
const LISTED = /^api\/models\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)\/tree\/\w+$/;
const KEY = /^[\w.-]+(\/[\w.-]+)*\.(json|onnx|onnx_data|txt)$/;

/** Serves speech recognition models to browsers under the hub's own paths. The revision in the path is ignored. */
export function registerModels(app: Hono<AppEnv>, { models, fetched }: ModelsDeps): void {
  const listFolder = createVoiceModelList(models);

  app.get('/voice-models/*', async (c) => {
    requirePerson(c);
    const asked = c.req.path.slice('/voice-models/'.length);
    const listed = asked.match(LISTED)?.[1];
    if (listed !== undefined) return c.json(await list(listed));
    const key = asked.replace(/\/resolve\/\w+\//, '/');
    if (!KEY.test(key) || key.includes('..')) throw notFound(m.voice_error_no_model());
    const coming = fetched && (await sendComing(c, fetched, key));
    return (
      coming ??
      serveMedia(c.req.raw, models, key, {
        contentType: typeOf(key),
        disposition: 'inline',
        cacheControl: 'private, max-age=3600',
      })
    );
  });

  async function list(name: string) {
    if (!fetched) {
      const files = await listFolder(name);
      if (files.length === 0) throw notFound(m.voice_error_no_model());
      return files;
    }
    if (!fetched.offers(name)) throw notFound(m.voice_error_no_model());
    const files = await fetched.list(name);
    // Not from a hub: browsers then request the files one by one.
    if (files.some(({ checksum }) => checksum.kind === 'version')) throw notFound(m.voice_error_no_list());
    return files.map(({ path, bytes: size, checksum: { kind, value: oid } }) => ({
      ...{ type: 'file' as const, path, size, oid },
      ...(kind === 'sha256' && { lfs: { oid, size } }),
    }));
  }

  /** Returns null if the file is already here. */
  async function sendComing(c: AppContext, source: FetchedModels, key: string): Promise<Response | null> {
    const name = source.nameIn(key);
    if (!name) throw notFound(m.voice_error_no_model());
    const path = key.slice(name.length + 1);
    const headers = { 'Content-Type': typeOf(key), 'Cache-Control': 'no-store' };
    if (c.req.method === 'HEAD') {
      const file = (await source.list(name)).find((one) => one.path === path);
      if (!file) throw notFound(m.voice_error_no_model());
      const length = { 'Content-Length': String(file.bytes), ETag: file.checksum.value };
      return new Response(null, { headers: { ...headers, ...length } });
    }
    const file = await source.find(name, path);
    if (!file) return null;
    const range = parseRange(c.req.header('range'), file.bytes);
    if (range === 'unsatisfiable') return new Response(null, { status: 416, headers });
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    return new Response(file.read(start, end + 1), {
      status: range ? 206 : 200,
      headers: { ...headers, ...(range && { 'Content-Range': `bytes ${start}-${end}/${file.bytes}` }) },
    });
  }
}

const typeOf = (key: string) => (key.endsWith('.json') ? 'application/json' : 'application/octet-stream');
