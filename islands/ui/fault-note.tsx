import { failureText, Refusal } from '../browser/api.ts';

/** A fault in words, and whether it is for want of a fresh proof. */
export interface Faulted {
  text: string;
  needsProof: boolean;
}

export const faultedBy = (error: unknown, unanswered: string): Faulted => ({
  text: failureText(error, unanswered),
  needsProof: error instanceof Refusal && error.reauthenticate,
});

/** It leads to the proof in another tab: what was typed stays. */
export function FaultNote({ fault }: { fault: Faulted }) {
  return (
    <p className="field-fault" role="alert">
      {fault.text}{' '}
      {fault.needsProof && (
        <>
          <a
            href={`/auth/confirm?next=${encodeURIComponent(location.pathname + location.search)}`}
            target="_blank"
            rel="noreferrer"
          >
            Confirm in another tab
          </a>
          , then press again.
        </>
      )}
    </p>
  );
}
