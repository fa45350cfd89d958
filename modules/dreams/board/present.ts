import { utcText } from '../../kit/clock.ts';
import type { Dreamer } from '../../web/contract/person.ts';
import { closedBecause, isLinkOpen } from '../contract/held.ts';
import { proposeName } from '../contract/propose-name.ts';
import type { Session, SessionDetail } from '../contract/schemas.ts';
import { isMadeByAi } from '../contract/source-type.ts';
import type { ListedDream } from '../queries/board.ts';
import type { DreamRow } from '../store.ts';

/**
 * A dream as the API presents it in lists and details. A job that is done reads COMPLETED, which the dreamboard looks
 * for.
 */
export function toSession(dream: ListedDream, compileProgress?: number): Session {
  const address = `/api/sessions/${dream.id}`;
  const proposed = dream.proposal && proposeName(dream.proposal);
  return {
    session_id: dream.id,
    rp_job_id: dream.rpJobId,
    dream_name: dream.name,
    thumbnail_url: dream.thumbnailKey ? `${address}/thumbnail` : null,
    preview_url: dream.previewKey ? `${address}/preview` : null,
    video_url: dream.videoKey ? `${address}/video` : null,
    stream_start_time: utcText(dream.startedAt),
    initial_request_time: utcText(dream.requestedAt),
    stream_end_time: utcText(dream.endedAt),
    job_status: dream.jobStatus === 'DONE' ? 'COMPLETED' : dream.jobStatus,
    server_status: dream.serverStatus,
    is_bookmarked: dream.isBookmarked,
    shared: isLinkOpen(dream),
    duration_seconds: dream.durationMs === null ? null : dream.durationMs / 1000,
    ...(proposed && { proposed_name: proposed }),
    ...(dream.parentId !== null && { again: descentOf(dream) }),
    ...(compileProgress !== undefined && { compile_progress: compileProgress }),
  };
}

function descentOf({ isClip, parentSeconds }: ListedDream): NonNullable<Session['again']> {
  if (isClip) return 'clip';
  return parentSeconds === null ? 'repeats' : 'continues';
}

export function toSessionDetail(
  dream: DreamRow,
  viewer: Dreamer,
  compileProgress?: number,
): Omit<SessionDetail, 'parent' | 'children'> {
  const address = `/api/sessions/${dream.id}`;
  return {
    ...toSession(dream, compileProgress),
    is_owner: dream.userId === viewer.id,
    is_ai: isMadeByAi(dream),
    from_camera: dream.fromCamera,
    taken_down: closedBecause(dream),
    poster_url: dream.posterKey ? `${address}/poster` : null,
    filmstrip_url: dream.filmstripKey ? `${address}/filmstrip` : null,
    remix: dream.remix,
  };
}
