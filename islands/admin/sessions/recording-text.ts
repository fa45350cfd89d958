import type { ServerStatus } from '../../../modules/dreams/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';

const TEXTS: Record<ServerStatus, () => string> = {
  PROCESSING: m.admin_dreams_recording_processing,
  READY: m.admin_dreams_recording_ready,
  FAILED: m.admin_dreams_recording_failed,
  EMPTY: m.admin_dreams_recording_empty,
};

export const recordingText = (status: ServerStatus | null): string =>
  status === null ? m.admin_dreams_recording_none() : TEXTS[status]();
