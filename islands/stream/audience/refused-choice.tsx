import { useEffect, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Refused } from './audience-state.ts';

const SHOWN_MS = 10_000;

/** Why the audience’s choice didn’t become the prompt, for a while. */
export function RefusedChoice({ refused }: { refused: Refused | null }) {
  const [over, setOver] = useState<Refused | null>(null);
  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(() => setOver(refused), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  return (
    <div className="refused-choice" role="status">
      {refused && refused !== over && <p>{m.stream_suggestion_refused({ ...refused })}</p>}
    </div>
  );
}
