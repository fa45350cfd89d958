import { ModelFault } from '../faults.ts';

/**
 * Reasons why a model's files aren't available: missing on the hub · no connection · damaged twice · no space in this
 * browser.
 */
export type FileFaultKind = 'missing' | 'unreachable' | 'broken' | 'no-room';

export class FileFault extends ModelFault {
  readonly kind: FileFaultKind;
  constructor(kind: FileFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The error thrown by browser storage that is full. */
export const isOutOfRoom = (error: unknown) => (error as Error | null)?.name === 'QuotaExceededError';
