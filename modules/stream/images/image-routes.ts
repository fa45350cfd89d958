import type { Hono } from 'hono';
import { type DreamRepository, readDream, readOwnDream } from '../../dreams/dreams.ts';
import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import type { Images } from '../../kit/images/images.ts';
import { serveMedia } from '../../kit/storage/media.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import { shownText } from '../../kit/texts/shown-text.ts';
import type { Upload } from '../../kit/uploads/receive-upload.ts';
import { createUploads } from '../../kit/uploads/take-upload.ts';
import { pictureKey } from '../../recordings/contract/picture-key.ts';
import type { Safety } from '../../safety/safety.ts';
import type { AppEnv } from '../../web/context.ts';
import { requirePerson } from '../../web/guards.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { IMAGE_MAX_BYTES } from '../contract/limits.ts';
import type { ImageAnswer } from '../contract/schemas.ts';
import type { Relay } from '../relay.ts';
import { type KeptImage, keepImage } from './keep-image.ts';

export interface ImageDeps {
  repository: DreamRepository;
  storage: Storage;
  images: Images;
  safety: Pick<Safety, 'imageFault'>;
  rateLimits: RateLimits;
  relay: Pick<Relay, 'room'>;
  cluster: Pick<Cluster, 'has' | 'giveImage'>;
  /** temporary folder for incomplete uploads */
  uploadsDir: string;
  /** true if the disk has space for this many more bytes */
  hasRoomForBytes(bytes: number): Promise<boolean>;
}

/** Start images that users upload for their dreams. */
export function registerImages(app: Hono<AppEnv>, deps: ImageDeps): void {
  const { repository, storage, images, safety, rateLimits, relay, cluster } = deps;
  const takeUpload = createUploads({
    what: 'image',
    field: 'picture',
    maxBytes: IMAGE_MAX_BYTES,
    folder: deps.uploadsDir,
    hasRoomForBytes: deps.hasRoomForBytes,
  });

  /**
   * Form fields: picture, session_id, control (the name of a control that accepts images). The image is checked,
   * cropped and stored; then the live dream's control is set to it as if the viewer had changed it.
   */
  app.post('/api/stream/picture', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('picture', person.id);
    const refusal = (await repository.findActive(person.id)) ? null : notLive();
    return c.json(await takeUpload(c.req.raw, person.id, (upload) => take(upload, person.id), refusal));
  });

  async function take({ fields, file }: Upload, userId: string): Promise<ImageAnswer> {
    if (!file) throw badRequest(m.stream_upload_missing());
    const sessionId = fields.get('session_id') ?? '';
    if (sessionId === '') throw badRequest(m.stream_upload_no_session());
    const dream = await readOwnDream(repository, userId, sessionId.slice(0, 64));
    const room = relay.room(dream.id);
    if (room ? room.ended : !cluster.has(dream)) throw notLive();
    const name = fields.get('control') ?? '';
    const give = async (kept: KeptImage | null): Promise<void> => {
      const here = kept ? room?.giveImage(name, kept) : room?.imageFault(name);
      const fault = shownText(room ? here : await cluster.giveImage(dream, name, kept));
      if (fault === null && !room) throw notLive();
      if (fault) throw new AppError(409, 'control', fault);
    };
    await give(null);
    const kept = await keepImage({ storage, images, safety }, { dreamId: dream.id, userId, path: file.path });
    await give(kept);
    return { control: name, value: kept.name };
  }

  app.get('/api/sessions/:id/pictures/:digest', async (c) => {
    const person = requirePerson(c);
    const dream = await readDream(repository, person, c.req.param('id'), () =>
      notFound(m.stream_upload_not_found()),
    );
    const digest = c.req.param('digest');
    if (!/^[0-9a-f]{32}$/.test(digest)) throw notFound(m.stream_upload_not_found());
    return serveMedia(c.req.raw, storage, pictureKey(dream.id, digest), {
      contentType: 'image/jpeg',
      disposition: 'inline',
      cacheControl: 'private, max-age=86400, immutable',
    });
  });
}

const notLive = () => new AppError(409, 'not-live', m.stream_dream_ended());

/** Allows for multipart boundaries and the other fields. */
export const IMAGE_FORM_MAX_BYTES = IMAGE_MAX_BYTES + 64 * 1024;
