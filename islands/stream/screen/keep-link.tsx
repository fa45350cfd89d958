import { m } from '../../../modules/kit/texts/m.ts';

interface KeepProps {
  sessionId: string | null;
}

/** After the sign-in the dream is the person's, and its page shows it. */
function keepAddress(sessionId: string | null): string {
  const next = sessionId === null ? '/dreamboard' : `/session?session_id=${sessionId}`;
  return `/auth/signin?next=${encodeURIComponent(next)}`;
}

/** Link by which a guest keeps the dream. In a new tab, because leaving this page would end the dream. */
export function KeepLink({ sessionId }: KeepProps) {
  return (
    <p className="guest-keep">
      <a href={keepAddress(sessionId)} target="_blank" rel="noopener">
        {m.stream_guest_keep()}
      </a>
    </p>
  );
}

/** As above, once the dream is over. */
export function KeepButton({ sessionId }: KeepProps) {
  return (
    <a className="button button-primary" href={keepAddress(sessionId)}>
      {m.stream_guest_keep()}
    </a>
  );
}
