import type { RestoreAnswer } from '../modules/dreams/schemas.ts';
import { api } from './api.ts';

/** Brings deleted dreams back. @throws as api() does */
export const restoreDreams = (ids: string[]): Promise<RestoreAnswer> =>
  api<RestoreAnswer>('PATCH', '/api/sessions/restore', { session_ids: ids });
