import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import type { Film } from '../player/film.ts';

/** The film of a person's own dream. */
export const filmOf = (session: SessionDetail, video: string): Film => ({
  video,
  poster: session.poster_url ?? session.thumbnail_url,
  captions: `/api/sessions/${encodeURIComponent(session.session_id)}/captions`,
  filmstrip: session.filmstrip_url,
  seconds: session.duration_seconds,
});
