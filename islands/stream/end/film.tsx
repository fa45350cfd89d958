import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import Player, { filmOf } from '../../player/player.tsx';
import { useEndedDream } from './use-ended-dream.ts';

/** The film of the dream that has just ended, in place of its last frame, as soon as it is ready. */
export default function Film({ sessionId }: { sessionId: string }) {
  const dream = useEndedDream(sessionId);
  if (!dream?.video_url) return null;
  return (
    <div className="end-film">
      <Player
        film={filmOf(dream, dream.video_url)}
        name={nameOf(dream) || dream.proposed_name || m.dreams_untitled()}
        marks={dream.marks ?? []}
        autoplay
      />
    </div>
  );
}
