/** About a prompt that was stored, and whose dream ended before a classifier had answered. */
export const UNCHECKED =
  'The dream ended while this prompt was being checked. It is kept with the dream and was not drawn.';
