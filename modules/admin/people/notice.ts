import { m } from '../../kit/texts/m.ts';
import type { MailKind } from '../../mail/contract/mail-kinds.ts';

/**
 * A mail about an operator's decision, in the reader's language.
 * @param reason in the operator's words
 * @param write returns the subject and the paragraphs
 */
export const notice = (
  kind: MailKind,
  reason: string,
  write: () => readonly [subject: string, ...paragraphs: string[]],
  redress: () => string | undefined = () => undefined,
) => ({
  kind,
  write() {
    const [subject, ...paragraphs] = write();
    const ending = [m.admin_people_notice_reason({ reason }), redress() ?? m.admin_people_notice_redress()];
    return { subject, text: [...paragraphs, ...ending].join('\n\n') };
  },
});
