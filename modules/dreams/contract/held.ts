import { m } from '../../kit/texts/m.ts';

/** Text for the dream's owner about each reason to hold a link. */
export const HOLDS = {
  flagged: m.dreams_held_flagged,
  reports: m.dreams_held_reports,
  unchecked: m.dreams_held_unchecked,
} as const;
export type Hold = keyof typeof HOLDS;

/** Facts that determine whether a link is open: the owner's choice, an operator's decision, and each hold. */
export interface LinkFacts {
  shared: boolean;
  takenDownAt: number | null;
  takenDownReason: string | null;
  flaggedHeldAt: number | null;
  reportsHeldAt: number | null;
  uncheckedHeldAt: number | null;
}

export const holdsOf = (dream: LinkFacts): { hold: Hold; at: number }[] =>
  (['flagged', 'reports', 'unchecked'] as const).flatMap((hold) => {
    const at = dream[`${hold}HeldAt`];
    return at === null ? [] : [{ hold, at }];
  });

/** Reason why a link is closed against the owner's choice; null if nothing closes it. */
export function closedBecause(dream: LinkFacts): string | null {
  if (dream.takenDownAt !== null) return dream.takenDownReason ?? '';
  const [first] = holdsOf(dream);
  return first ? HOLDS[first.hold]() : null;
}

export const isLinkOpen = (dream: LinkFacts): boolean => dream.shared && closedBecause(dream) === null;

/** Reporter's name in reports by the frame check. */
export const PICTURE_CHECK = 'picture check';
