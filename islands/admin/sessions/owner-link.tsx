import { m } from '../../../modules/kit/texts/m.ts';
import { personAddress } from '../use-asked.ts';

interface OwnerLinkProps {
  dream: { user_id: string; user_email: string | null; is_guests: boolean };
  /** shown for an owner without an address */
  nameless: string;
}

/** Leads to the owner of a dream; a guest has no page. */
export function OwnerLink({ dream, nameless }: OwnerLinkProps) {
  if (dream.is_guests) return <span>{m.admin_dreams_guest()}</span>;
  return <a href={personAddress(dream.user_id)}>{dream.user_email || nameless}</a>;
}
