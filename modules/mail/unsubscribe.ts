import type { Locale } from '../kit/texts/locale.ts';
export interface MailAccounts {
  /** every address that an account has signed in with */
  addressesOf(userId: string): Promise<string[]>;
  wantsNews(userId: string): Promise<boolean>;
  /** language of the account's mails */
  languageOfUser(userId: string): Promise<Locale>;
  /** unsubscribes every account with this address from news */
  stopNews(address: string): Promise<void>;
}

export const unsubscribeAddress = (origin: string, mailId: string) => `${origin}/mail/unsubscribe/${mailId}`;

/** RFC 8058: mail programs unsubscribe with a single POST. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
