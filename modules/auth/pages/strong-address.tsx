import type { ReactNode } from 'react';

/** Longer addresses may break anywhere. */
const MAX_ON_ONE_LINE = 32;

/** A mail address in a sentence. Browsers would break a short one at its hyphen. */
export const strongAddress = (address: ReactNode) => (
  <strong className={String(address).length > MAX_ON_ONE_LINE ? undefined : 'one-line'}>{address}</strong>
);
