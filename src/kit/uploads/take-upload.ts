import { AppError } from '../errors.ts';
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

const TIMEOUT_MS = 60_000;
const NO_ROOM_RETRY_SECONDS = 60;
/** Read of a form that will be refused: enough to say why exactly, and too little to keep anybody waiting. */
const REFUSED = { maxBytes: 64 * 1024, timeoutMs: 3_000 };

/**
 * Takes uploads of one kind, each in a slot of its person's, and leaves nothing of them behind.
 * @returns rejects with AppError 415 for what is no form, 429 or 503 where too many are under way, 503 where the disk is full,
 * and as receiveUpload does
 */
export function createUploads({ what, field, maxBytes, folder, hasRoomForBytes }: UploadsOptions) {
  const withSlot = createUploadSlots();
  const withRefusedSlot = createUploadSlots();

  /** @param refusal why nothing of this person is taken now, where that is known before; it answers all but short forms */
  return async function takeUpload<T>(
    request: Request,
    personId: string,
    take: (upload: Upload) => Promise<T>,
    refusal: AppError | null = null,
  ): Promise<T> {
    if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) {
      throw new AppError(415, 'media-type', `Send the ${what} as multipart/form-data.`);
    }
    async function receive(bounds: { maxBytes: number; timeoutMs: number }): Promise<T> {
      // The upload, and beside it for a moment what is made of it.
      if (!(await hasRoomForBytes(2 * bounds.maxBytes)))
        throw new AppError(503, 'no-room', `There is no room for ${what}s right now.`, {
          retryAfter: NO_ROOM_RETRY_SECONDS,
        });
      const upload = await receiveUpload(request, field, { what, folder, ...bounds });
      try {
        return await take(upload);
      } finally {
        await upload.dispose();
      }
    }
    if (!refusal) return withSlot(personId, () => receive({ maxBytes, timeoutMs: TIMEOUT_MS }));
    if (Number(request.headers.get('content-length')) > REFUSED.maxBytes) throw refusal;
    return withRefusedSlot(personId, () => receive(REFUSED)).catch((error: unknown) => {
      throw error instanceof AppError && (error.status === 408 || error.status === 413) ? refusal : error;
    });
  };
}
