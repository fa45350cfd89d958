import { useState } from 'react';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { FEEDBACK_DISABLED_KEY } from '../../browser/feedback.ts';
import { readStored } from '../../browser/stored.ts';
import { BoardIcon, DownloadIcon, DreamIcon } from '../../ui/icons.tsx';
import RatingRow from '../../ui/rating-row.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { isAwaited, useEndedDream } from './use-ended-dream.ts';

/** Below the film of the dream that has just ended: what to do with it, and a quiet question. */
export default function NextSteps({ sessionId }: { sessionId: string }) {
  const dream = useEndedDream(sessionId);
  const [fault, setFault] = useState<string | null>(null);
  const [asking, setAsking] = useState(() => readStored(FEEDBACK_DISABLED_KEY) !== 'true');
  const name = dream && (nameOf(dream) || dream.proposed_name || m.dreams_untitled());
  const jobId = dream?.rp_job_id ?? sessionId;
  return (
    <section className="end-steps" aria-label={m.stream_end_steps()}>
      {name && <h2 dir="auto">{name}</h2>}
      <p role="status">
        {fault ??
          (isAwaited(dream) &&
            m.stream_end_compiling({
              share: formatNumber(dream?.compile_progress ?? 0, { style: 'percent' }),
            }))}
      </p>
      <div className="end-buttons">
        {dream?.video_url && (
          <>
            <ShareButton
              className="button-primary"
              dream={{
                id: sessionId,
                name: name ?? '',
                isOpen: dream.shared,
                poster: dream.poster_url,
              }}
              report={setFault}
            />
            <a
              className="button"
              href={`/api/download-video/${encodeURIComponent(jobId)}`}
              download="dream.mp4"
            >
              <DownloadIcon />
              {m.stream_end_download()}
            </a>
          </>
        )}
        <a className="button" href="/stream">
          <DreamIcon />
          {m.stream_end_again()}
        </a>
        <a className="button" href="/dreamboard">
          <BoardIcon />
          {m.stream_end_board()}
        </a>
      </div>
      {asking && <RatingRow sessionId={sessionId} onClose={() => setAsking(false)} />}
    </section>
  );
}
