import { AppError } from '../errors.ts';
import { m } from '../texts/m.ts';
import { receiveUpload, type Upload, type UploadBounds } from './receive-upload.ts';
import { createUploadSlots } from './upload-slots.ts';

export interface UploadsOptions extends Omit<UploadBounds, 'timeoutMs'> {
  /** Name of the form field with the file. */
  field: string;
  /** True if the disk has space for this many more bytes. */
  hasRoomForBytes(bytes: number): Promise<boolean>;
}

const TIMEOUT_MS = 60_000;
const NO_ROOM_RETRY_SECONDS = 60;
/** Limits for reading a form that will be refused: enough to report the exact reason without blocking others. */
const REFUSED = { maxBytes: 64 * 1024, timeoutMs: 3_000 };

/**
 * Receives one kind of upload, with limited slots per person, and cleans up afterwards.
 * @returns a function that rejects with AppError 415 if the request isn't a form, 429 or 503 if too many uploads are in
 * flight, 503 if the disk is full, and as receiveUpload does
 */
export function createUploads({ what, field, maxBytes, folder, hasRoomForBytes }: UploadsOptions) {
  const withSlot = createUploadSlots();
  const withRefusedSlot = createUploadSlots();

  /**
   * @param refusal why this person's upload is refused, if already known; thrown unless a short form has a more
   * specific fault
   */
  return async function takeUpload<T>(
    request: Request,
    personId: string,
    take: (upload: Upload) => Promise<T>,
    refusal: AppError | null = null,
  ): Promise<T> {
    if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) {
      throw new AppError(415, 'media-type', m.kit_error_upload_type({ what }));
    }
    async function receive(bounds: { maxBytes: number; timeoutMs: number }): Promise<T> {
      // Holds the upload and, for a moment, its converted copy.
      if (!(await hasRoomForBytes(2 * bounds.maxBytes)))
        throw new AppError(503, 'no-room', m.kit_error_upload_space({ what }), {
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
