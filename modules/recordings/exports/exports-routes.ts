import type { Hono } from 'hono';
import { type Dream, type DreamRepository, readOwnDream } from '../../dreams/dreams.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { utcText } from '../../kit/clock.ts';
import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { serveMedia } from '../../kit/storage/media.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { requirePerson } from '../../web/guards.ts';
import { EXPORT_KINDS, EXPORTS_AT_ONCE, type ExportFault } from '../contract/export-kinds.ts';
import {
  type ExportAnswer,
  type ExportRequest,
  type ExportsAnswer,
  exportRequest,
} from '../contract/exports.ts';
import type { ExportRow, ExportSpec, ExportsStore } from './exports-store.ts';
import { dropExport, EXPORT_JOB, exportKey } from './make-export.ts';

/** A still may be as close to the end of the film as one frame. */
const FRAME_MS = 40;

interface ExportRoutesDeps {
  store: ExportsStore;
  repository: Pick<DreamRepository, 'find'>;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue' | 'progressOf'>;
  rateLimits: RateLimits;
  transact<T>(body: () => Promise<T>): Promise<T>;
  keptMs: number;
}

/** Films in other formats, for the dream's owner. */
export function registerExports(app: Hono<AppEnv>, deps: ExportRoutesDeps): void {
  const { store, storage, jobs } = deps;
  const read = (c: AppContext) => readOwnDream(deps.repository, requirePerson(c).id, c.req.param('id') ?? '');

  async function readExport(c: AppContext): Promise<ExportRow> {
    const row = await store.findIn((await read(c)).id, c.req.param('export') ?? '');
    if (!row) throw notFound(m.recordings_export_error_unknown());
    return row;
  }

  async function present(rows: readonly ExportRow[]): Promise<ExportAnswer[]> {
    const unfinished = rows.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
    const progress = unfinished.length > 0 ? await jobs.progressOf(EXPORT_JOB, unfinished) : new Map();
    return rows.map((row) => toAnswer(row, progress.get(row.id) ?? null, deps.keptMs));
  }

  app.get('/api/sessions/:id/exports', async (c) => {
    const dream = await read(c);
    c.header('Cache-Control', 'no-store');
    return c.json({ exports: await present(await store.listOf(dream.id)) } satisfies ExportsAnswer);
  });

  app.post('/api/sessions/:id/exports', async (c) => {
    const dream = await read(c);
    const request = await jsonBody(c, exportRequest);
    const spec = specOf(dream, request);
    await deps.rateLimits.take('filmExport', dream.userId);
    const added = await deps.transact(async () => {
      const found = await store.add(dream, spec);
      if (!found?.isNew) return found;
      const { id, format } = found.row;
      await jobs.enqueue({ kind: EXPORT_JOB, key: id, payload: { dreamId: dream.id, format } });
      return found;
    });
    if (!added) throw new AppError(409, 'too-many', m.recordings_export_error_busy({ max: EXPORTS_AT_ONCE }));
    const [answer] = await present([added.row]);
    return c.json(answer, 202);
  });

  app.delete('/api/sessions/:id/exports/:export', async (c) => {
    await dropExport(deps, await readExport(c));
    return c.json({ ok: true });
  });

  app.get('/api/sessions/:id/exports/:export/file', async (c) => {
    const row = await readExport(c);
    if (row.state !== 'ready') throw new AppError(409, 'not-ready', m.recordings_export_error_not_ready());
    const { type, ending } = EXPORT_KINDS[row.format];
    return serveMedia(c.req.raw, storage, exportKey(row), {
      contentType: type,
      disposition: 'attachment',
      fileName: `dream-${row.format}-${Math.round(row.fromMs / 1000)}s.${ending}`,
      cacheControl: 'private, max-age=0',
      isLarge: true,
    });
  });
}

/** Fits the request into the film. @throws AppError 400 or 404 */
function specOf(
  { videoKey, durationMs }: Dream,
  { format, from, seconds, captions }: ExportRequest,
): ExportSpec {
  if (!videoKey || durationMs === null)
    throw new AppError(404, 'no-video', m.recordings_export_error_no_film());
  const fromMs = Math.round(from * 1000);
  if (fromMs >= durationMs) throw badRequest(m.recordings_export_error_after_end());
  const { maxSeconds } = EXPORT_KINDS[format];
  if (maxSeconds === 0)
    return {
      format,
      fromMs: Math.min(fromMs, Math.max(0, durationMs - FRAME_MS)),
      lengthMs: 0,
      captions: false,
    };
  if (seconds !== null && seconds > maxSeconds)
    throw badRequest(m.recordings_export_error_too_long({ max: maxSeconds }));
  const wanted = Math.round((seconds ?? maxSeconds) * 1000);
  return { format, fromMs, lengthMs: Math.min(wanted, durationMs - fromMs), captions };
}

function toAnswer(row: ExportRow, progress: number | null, keptMs: number): ExportAnswer {
  const { id, dreamId, format, captions, state, bytes } = row;
  return {
    export_id: id,
    format,
    from: row.fromMs / 1000,
    seconds: row.lengthMs / 1000,
    captions,
    state: state === 'waiting' && progress !== null ? 'running' : state,
    progress,
    fault: exportFault(row),
    bytes,
    file_url: state === 'ready' ? `/api/sessions/${dreamId}/exports/${id}/file` : null,
    gone_at: state === 'ready' ? utcText(row.createdAt + keptMs) : null,
  };
}

const TEXTS: Record<Exclude<ExportFault, 'font'>, () => string> = {
  damaged: m.recordings_export_fault_damaged,
  'no-film': m.recordings_export_fault_no_film,
  disk: m.recordings_export_fault_disk,
  time: m.recordings_export_fault_time,
  memory: m.recordings_export_fault_memory,
  failed: m.recordings_export_fault_failed,
};

/** Why an export failed and what helps, in the current language. */
function exportFault({ fault, faultDetail }: Pick<ExportRow, 'fault' | 'faultDetail'>): string | null {
  if (fault === null) return null;
  if (fault === 'font') return m.recordings_export_fault_font({ characters: faultDetail ?? '' });
  return TEXTS[fault]();
}
