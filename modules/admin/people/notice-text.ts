const ANSWER = 'If you think that this is wrong, answer this mail or write to us.';

/** Text of a mail about an operator's decision. @param reason in the operator's words */
export const noticeText = (paragraphs: readonly string[], reason: string, redress = ANSWER): string =>
  [...paragraphs, `Reason: ${reason}`, redress].join('\n\n');
