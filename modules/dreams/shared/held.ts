/** Reason of a link that reports have closed, until an operator has looked at them. */
export const HELD = 'Several people have reported it. An operator will look at it.';
