import { m } from '../../kit/texts/m.ts';

/** Text for the owner of a dream whose link an operator has closed. */
export const takenDownText = (reason: string | null): string =>
  reason ? m.dreams_closed_by_operator_because({ reason }) : m.dreams_closed_by_operator();
