import { expect, test } from 'vitest';
import { toAppError } from './errors.ts';

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])(
  'a disk without room (%s) is no fault of the program',
  (code) => {
    const fault = Object.assign(new Error('inside'), { code });
    for (const error of [fault, new Error('around it', { cause: fault })]) {
      expect(toAppError(error)).toMatchObject({
        status: 503,
        code: 'disk-full',
        message: 'The server’s disk is full. Please try again later.',
        retryAfter: 30,
      });
    }
  },
);
