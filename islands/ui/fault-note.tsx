import { failureText, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** An error message, and whether a fresh proof of identity would help. */
export interface Faulted {
  text: string;
  needsProof: boolean;
}

export const faultedBy = (error: unknown, unanswered: string): Faulted => ({
  text: failureText(error, unanswered),
  needsProof: error instanceof Refusal && error.reauthenticate,
});

/** Links to the proof in another tab, so that typed text isn't lost. */
export function FaultNote({ fault }: { fault: Faulted }) {
  return (
    <p className="field-fault" role="alert">
      {fault.needsProof
        ? m.web_confirm_identity({
            link: (words) => (
              <a
                href={`/auth/confirm?next=${encodeURIComponent(location.pathname + location.search)}`}
                target="_blank"
                rel="noreferrer"
              >
                {words}
              </a>
            ),
          })
        : fault.text}
    </p>
  );
}
