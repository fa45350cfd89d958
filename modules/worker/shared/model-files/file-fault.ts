import { ModelFault } from '../faults.ts';

/**
 * Why the files of a model are not here: missing at the hub · nothing comes · what comes is damaged, twice · no
 * space for them in this browser.
 */
export type FileFaultKind = 'missing' | 'unreachable' | 'broken' | 'no-room';

export class FileFault extends ModelFault {
  readonly kind: FileFaultKind;
  constructor(kind: FileFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The error that full storages throw. */
export const isOutOfRoom = (error: unknown) => (error as Error | null)?.name === 'QuotaExceededError';
