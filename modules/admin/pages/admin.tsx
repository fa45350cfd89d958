import { Island } from '../../web/island.tsx';
import type { View } from '../contract/limits.ts';

interface AdminPageProps {
  view: View;
  appName: string;
  /** mails leave this place; they are files in the outbox otherwise */
  delivers: boolean;
  /** what the basic plan costs a month */
  basicPrice: string;
}

export function AdminPage(props: AdminPageProps) {
  return <Island name="admin" props={{ ...props }} />;
}
