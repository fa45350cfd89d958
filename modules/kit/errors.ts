import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { causes, errorCodes } from './causes.ts';
import { isDiskFull } from './storage/disk-full.ts';
import { StorageError } from './storage/storage-error.ts';
import { m } from './texts/m.ts';
import { isUnavailable } from './unavailable.ts';

/** An error to report to the caller; converted to the contract's JSON form here and nowhere else. */
export class AppError extends Error {
  readonly status: ContentfulStatusCode;
  /** Stable identifier, which callers, logs and tests go by: texts change with their words and languages. */
  readonly code: string;
  /** Further members of the JSON response, such as the access figures of a refused connect. */
  readonly extra: Record<string, unknown>;
  /** In seconds, for 429 and 503. */
  readonly retryAfter: number | undefined;
  /** Cause for operators; only logged, and must not contain secrets. */
  readonly why: string | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { extra?: Record<string, unknown>; retryAfter?: number; why?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
    this.why = more.why;
  }
}

export const unauthorized = () => new AppError(401, 'signed-out', m.kit_error_signed_out());
export const forbidden = (message = m.kit_error_forbidden()) => new AppError(403, 'forbidden', message);
export const notFound = (message = m.kit_error_not_found()) => new AppError(404, 'not-found', message);
export const badRequest = (message: string) => new AppError(400, 'bad-request', message);

export const unexpected = () => new AppError(500, 'unexpected', m.kit_error_unexpected());

/** The JSON response for an error. Unexpected errors reveal nothing internal. */
export function errorResponse(c: Context, error: AppError): Response {
  for (const [name, value] of Object.entries(headersOf(error))) c.header(name, value);
  return c.json(bodyOf(error), error.status);
}

/** As above, outside the app. */
export const errorAnswer = (error: AppError, headers: Record<string, string> = {}): Response =>
  Response.json(bodyOf(error), { status: error.status, headers: { ...headersOf(error), ...headers } });

const bodyOf = ({ message, code, extra }: AppError) => ({ error: message, code, ...extra });

const headersOf = ({ retryAfter }: AppError): Record<string, string> =>
  retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) };

/**
 * Converts anything thrown to an `AppError`. Unexpected errors become a plain 500, or a 503 for an unavailable database
 * or storage and for a full disk.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException)
    return new AppError(error.status, 'http', error.message || m.kit_error_refused());
  if (isUnstorableText(error)) return badRequest(m.kit_error_characters());
  if (isDiskFull(error)) {
    return new AppError(503, 'disk-full', m.kit_error_disk_full(), {
      retryAfter: 30,
    });
  }
  if (isUnavailable(error)) {
    return new AppError(503, 'database', m.kit_error_database(), {
      retryAfter: 2,
    });
  }
  if (causes(error).some((at) => at instanceof StorageError)) {
    return new AppError(503, 'storage', m.kit_error_storage(), {
      retryAfter: 5,
    });
  }
  return unexpected();
}

/** Postgres rejects NUL in text (22021) and \\u0000 in JSON (22P05). */
function isUnstorableText(error: unknown): boolean {
  return errorCodes(error).some((code) => code === '22021' || code === '22P05');
}
