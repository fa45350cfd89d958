export const unsubscribeAddress = (origin: string, mailId: string) => `${origin}/mail/unsubscribe/${mailId}`;

/** RFC 8058: mail programs unsubscribe with one POST. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
