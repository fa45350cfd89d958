/** Reasons of a link that is closed until an operator has looked at the dream. */
export const HELD = 'Several people have reported it. An operator will look at it.';
export const FLAGGED = 'Our picture check flagged it. An operator will look at it.';
export const UNCHECKED = 'Its pictures could not be checked. An operator will look at it.';

/** True if nobody has decided about this closed link yet. */
export const isHeld = (reason: string | null): boolean =>
  reason === HELD || reason === FLAGGED || reason === UNCHECKED;

/** Reporter of a dream that the picture check has flagged. */
export const PICTURE_CHECK = 'picture check';
