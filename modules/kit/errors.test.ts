import { expect, test } from 'vitest';
import { toAppError } from './errors.ts';

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])('a full disk (%s) isn’t treated as a bug', (code) => {
  const fault = Object.assign(new Error('inside'), { code });
  for (const error of [fault, new Error('around it', { cause: fault })]) {
    expect(toAppError(error)).toMatchObject({
      status: 503,
      code: 'disk-full',
      message: 'The server’s disk is full. Please try again later.',
      retryAfter: 30,
    });
  }
});
