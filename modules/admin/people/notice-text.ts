import { m } from '../../kit/texts/m.ts';

/**
 * Text of a mail about an operator's decision, in the current language: call it in the reader's.
 * @param reason in the operator's words
 */
export const noticeText = (
  paragraphs: readonly string[],
  reason: string,
  redress = m.admin_people_notice_redress(),
): string => [...paragraphs, m.admin_people_notice_reason({ reason }), redress].join('\n\n');
