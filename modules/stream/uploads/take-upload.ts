import { AppError } from '../../../src/kit/errors.ts';
import { receiveUpload, type Upload } from './receive-upload.ts';
import { createUploadSlots } from './upload-slots.ts';

export interface UploadsOptions {
  /** for people: what is brought */
  what: string;
  /** the form's field that it comes in */
  field: string;
  maxBytes: number;
  /** where uploads lie until they are complete */
  folder: string;
  /** whether the disk holds this many bytes more */
  hasRoomForBytes(bytes: number): Promise<boolean>;
}

const WITHIN_MS = 60_000;
const NO_ROOM_RETRY_SECONDS = 60;

/**
 * Takes uploads of one kind, each in a slot of its person's, and leaves nothing of them behind.
 * @returns rejects with AppError 415 for what is no form, 429 or 503 where too many are under way, 503 where the disk is full,
 * and as receiveUpload does
 */
export function createUploads({ what, field, maxBytes, folder, hasRoomForBytes }: UploadsOptions) {
  const withSlot = createUploadSlots();

  return async function takeUpload<T>(
    request: Request,
    personId: string,
    take: (upload: Upload) => Promise<T>,
  ): Promise<T> {
    if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) {
      throw new AppError(415, 'media-type', `Send the ${what} as multipart/form-data.`);
    }
    return withSlot(personId, async () => {
      // The upload, and beside it for a moment what is made of it.
      if (!(await hasRoomForBytes(2 * maxBytes)))
        throw new AppError(503, 'no-room', `There is no room for ${what}s right now.`, {
          retryAfter: NO_ROOM_RETRY_SECONDS,
        });
      const upload = await receiveUpload(request, field, { what, folder, maxBytes, timeoutMs: WITHIN_MS });
      try {
        return await take(upload);
      } finally {
        await upload.dispose();
      }
    });
  };
}
