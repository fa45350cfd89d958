/** Note on a prompt whose dream ended before the classifier answered. */
export const UNCHECKED =
  'The dream ended while this prompt was being checked. It is kept with the dream and was not drawn.';
