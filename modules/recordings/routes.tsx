import { basename } from 'node:path';
import type { Hono } from 'hono';
import { utcText } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { check } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { createFileStorage } from '../kit/storage/file-storage.ts';
import { serveMedia } from '../kit/storage/media.ts';
import { m } from '../kit/texts/m.ts';
import { isWatermarkId } from '../watermark/contract/watermark-id.ts';
import type { AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { Island } from '../web/island.tsx';
import type { ContentLogStore } from './content-log/content-log-store.ts';
import { type CheckAnswer, checkQuery } from './contract/schemas.ts';
import type { KnownSigners } from './marks/credentials/known-signers.ts';
import type { TrustmarkFiles } from './marks/trustmark/model-files.ts';

interface CheckDeps {
  contentLog: Pick<ContentLogStore, 'findByHash' | 'findByWatermark'>;
  rateLimits: RateLimits;
  knownSigners(): Promise<KnownSigners>;
  /** null if watermarks are our own */
  trustmark: TrustmarkFiles | null;
}

/** The page that checks a file, and the lookup of files made here. */
export function registerCheck(app: Hono<AppEnv>, deps: CheckDeps): void {
  const models = deps.trustmark && createFileStorage(deps.trustmark.folder);

  /**
   * The URL changes with the file, so that browsers can cache it for good. It exists even before the file is downloaded,
   * so that the page can report that it couldn't look.
   */
  async function decoderAddress(): Promise<string | null> {
    if (!deps.trustmark) return null;
    const version = await deps.trustmark.decoderVersion();
    if (version === null) deps.trustmark.bring().catch(() => {});
    return `/check/decoder-${version ?? 'none'}.onnx`;
  }

  app.get('/check', async (c) => {
    const appName = c.get('config').APP_NAME;
    return renderPage(c, {
      title: m.recordings_check_page_title(),
      isIndexed: true,
      description: m.recordings_check_page_description({ app: appName }),
      page: (
        <Island
          name="check"
          props={{
            appName,
            signers: await deps.knownSigners(),
            decoder: await decoderAddress(),
            isAdmin: c.get('person')?.role === 'admin',
          }}
        />
      ),
    });
  });

  app.get('/check/:file{decoder-[0-9a-z]+\\.onnx}', async (c) => {
    await deps.rateLimits.take('check', c.get('address'));
    if (!models || !deps.trustmark || c.req.path !== (await decoderAddress()))
      throw new AppError(404, 'not-found', m.recordings_error_no_decoder());
    return serveMedia(c.req.raw, models, basename(deps.trustmark.decoder), {
      contentType: 'application/octet-stream',
      disposition: 'inline',
      cacheControl: 'public, max-age=31536000, immutable',
    });
  });

  app.get('/api/check', async (c) => {
    c.header('Cache-Control', 'no-store');
    await deps.rateLimits.take('check', c.get('address'));
    const made = await find(check(checkQuery, c.req.query()));
    const answer: CheckAnswer = made
      ? {
          known: true,
          made_at: utcText(made.madeAt),
          generator: made.generator,
          ai: made.ai,
          ...(made.fromCamera && { from_camera: true }),
        }
      : { known: false, made_at: null, generator: null, ai: null };
    return c.json(answer);
  });

  function find(asked: { id: string } | { sha256: string }) {
    if ('sha256' in asked) return deps.contentLog.findByHash(asked.sha256.toLowerCase());
    const id = asked.id.toLowerCase();
    if (!isWatermarkId(id)) {
      throw new AppError(400, 'bad-request', m.recordings_error_watermark_id(), {
        extra: { field: 'id' },
      });
    }
    return deps.contentLog.findByWatermark(id);
  }
}
