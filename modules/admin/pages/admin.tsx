import type { Locale } from '../../kit/texts/locale.ts';
import { Island } from '../../web/island.tsx';
import type { View } from '../contract/limits.ts';

interface AdminPageProps {
  view: View;
  appName: string;
  /** true if mails are sent; otherwise they are files in the outbox */
  delivers: boolean;
  /** monthly price of the basic plan */
  basicPrice: string;
  /** offered languages */
  languages: { locale: Locale; name: string }[];
}

export function AdminPage(props: AdminPageProps) {
  return <Island name="admin" props={{ ...props }} />;
}
