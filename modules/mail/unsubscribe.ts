/** Facts about accounts that mails need. */
export interface MailAccounts {
  /** every address that an account was ever signed in with */
  addressesOf(userId: string): Promise<string[]>;
  wantsNews(userId: string): Promise<boolean>;
  /** ends the news of every account with this address */
  stopNews(address: string): Promise<void>;
}

export const unsubscribeAddress = (origin: string, mailId: string) => `${origin}/mail/unsubscribe/${mailId}`;

/** RFC 8058: mail programs unsubscribe with one POST. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
