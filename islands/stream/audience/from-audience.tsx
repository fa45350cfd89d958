import type { StreamController } from '../controller.ts';
import type { AudienceState } from './audience-state.ts';
import { FlyingReactions } from './reactions.tsx';
import { RefusedChoice } from './refused-choice.tsx';
import { Suggested } from './suggested.tsx';

export interface FromAudienceProps {
  audience: AudienceState;
  /** null once suggestions can’t be answered any more */
  controller: StreamController | null;
}

/** Reactions and suggestions of an audience, over the picture. */
export default function FromAudience({ audience, controller }: FromAudienceProps) {
  return (
    <>
      <FlyingReactions reactions={audience.reactions} />
      <div className="from-audience">
        <RefusedChoice refused={audience.refused} />
        {controller && <Suggested suggestions={audience.suggestions} controller={controller} />}
      </div>
    </>
  );
}
