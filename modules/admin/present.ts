import { isLinkOpen } from '../dreams/contract/held.ts';
import type { Dream } from '../dreams/dreams.ts';
import { utcText } from '../kit/clock.ts';
import { fpsStats } from './contract/fps-stats.ts';
import type { UserRow } from './contract/people/people.ts';
import type { DreamRow, DreamState, SessionCard } from './contract/sessions.ts';
import type { AdminDeps } from './deps.ts';
import type { FoundUser } from './queries/people.ts';
import type { FoundSession } from './queries/sessions.ts';

export const toDreamRow = (dream: Pick<Dream, 'id' | 'name' | 'requestedAt' | 'jobStatus'>): DreamRow => ({
  session_id: dream.id,
  dream_name: dream.name,
  asked_at: utcText(dream.requestedAt),
  job_status: dream.jobStatus,
});

export const toDreamState = (dream: Dream, email: string | null): Omit<DreamState, 'watching'> => ({
  session_id: dream.id,
  job_status: dream.jobStatus,
  server_status: dream.serverStatus,
  counted: dream.chargedAt !== null,
  user_email: email,
  is_guests: dream.guest && !email,
  user_id: dream.userId,
  rp_job_id: dream.rpJobId,
});

export function toSessionCard(
  { dream, email, feedback }: FoundSession,
  speakers: boolean[],
  { looks, watching }: Pick<AdminDeps, 'looks'> & Pick<SessionCard, 'watching'>,
): SessionCard {
  const isStillShown = dream.thumbnailKey !== null && (looks === 'noted' || isLinkOpen(dream));
  return {
    ...toDreamState(dream, email),
    rp_worker_id: dream.workerId,
    server_fps_stats: fpsStats(dream.fpsData),
    client_fps_stats: fpsStats(dream.clientFpsData),
    pcie_stats: dream.pcieData,
    fps_data: dream.fpsData,
    client_fps_data: dream.clientFpsData,
    conversation_history: speakers.map((isUser) => ({ isUser })),
    stream_start_time: utcText(dream.startedAt),
    initial_request_time: utcText(dream.requestedAt),
    watching,
    feedback_stars: feedback?.stars ?? null,
    feedback_message: feedback?.message ?? null,
    feedback_created_at: utcText(feedback?.createdAt ?? null),
    thumbnail_url: isStillShown ? `/api/sessions/${dream.id}/thumbnail` : null,
    video_url: dream.videoKey ? `/api/sessions/${dream.id}/video` : null,
    voice_recording_url: dream.voiceKey ? `/api/sessions/${dream.id}/voice` : null,
    voice_recording_timestamp: utcText(dream.voiceAt),
  };
}

export function toUserRow({ user, subject }: FoundUser): UserRow {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    picture: user.picture,
    google_id: subject,
    created_at: utcText(user.createdAt),
    updated_at: utcText(user.updatedAt),
    last_seen: utcText(user.lastSeenAt || null),
    news: user.news === 'yes',
    ...(user.subscriptionTier && { subscription_tier: user.subscriptionTier }),
  };
}
