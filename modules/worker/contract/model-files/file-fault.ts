import { ModelFault } from '../faults.ts';

/**
 * Reasons why a model's files aren't available: missing on the hub · no connection · damaged twice · no space for
 * them.
 */
export type FileFaultKind = 'missing' | 'unreachable' | 'broken' | 'no-room';

export interface FileFaultFacts {
  /** the file, repository or URL */
  subject: string;
  /** technical reason, in English */
  reason?: string | undefined;
  /** size of the file or model, and bytes of it that are stored */
  bytes?: number | undefined;
  kept?: number | undefined;
  /** bytes that still fit */
  free?: number | undefined;
}

/** Its message is for logs; people read the texts in `fault-texts.ts`. */
export class FileFault extends ModelFault {
  readonly kind: FileFaultKind;
  readonly facts: FileFaultFacts;
  constructor(kind: FileFaultKind, facts: FileFaultFacts) {
    super([kind, facts.subject, facts.reason].filter(Boolean).join(': '));
    this.kind = kind;
    this.facts = facts;
  }
}

/** A model on the hub that lacks required files. */
export class LayoutFault extends ModelFault {
  readonly model: string;
  readonly missing: readonly string[];
  constructor(model: string, missing: readonly string[]) {
    super(`${model} lacks ${missing.join(', ')}`);
    this.model = model;
    this.missing = missing;
  }
}

/** The error thrown by browser storage that is full. */
export const isDiskFull = (error: unknown) => (error as Error | null)?.name === 'QuotaExceededError';
