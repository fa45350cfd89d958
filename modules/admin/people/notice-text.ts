/** Text of a mail about an operator's decision. @param reason as the operator gave it */
export const noticeText = (paragraphs: readonly string[], reason: string): string =>
  [
    ...paragraphs,
    `Reason: ${reason}`,
    'If you think that this is wrong, answer this mail or write to us.',
  ].join('\n\n');
