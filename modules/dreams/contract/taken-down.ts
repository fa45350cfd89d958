/** Text for the owner of a dream whose link an operator has closed. */
export const takenDownText = (reason: string | null): string =>
  `The people who run this site have closed the link of this dream${reason ? `: ${reason.replace(/\.$/, '')}` : ''}. Only you can watch it.`;
