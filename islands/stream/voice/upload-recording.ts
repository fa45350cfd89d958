import { api, Refusal } from '../../../modules/kit/browser/api.ts';
import type { VoiceAnswer } from '../../../modules/voice/contract/schemas.ts';
import type { VoiceRecorder } from './recorder.ts';

/** Maximum bytes that browsers send for an unloading page. */
const KEEPALIVE_BYTES = 60_000;

/** Uploads the part of a recording that the server doesn't have yet. */
export async function uploadRecording(recorder: VoiceRecorder, sessionId: string): Promise<void> {
  const outcome = await uploadPart(recorder, sessionId);
  // The server lacks earlier parts, so send everything.
  if (outcome === 'misplaced') await uploadPart(recorder, sessionId);
}

/** A failed upload must not affect the dream; the part is sent again with the next one. */
async function uploadPart(
  recorder: VoiceRecorder,
  sessionId: string,
): Promise<'kept' | 'failed' | 'misplaced'> {
  const next = await recorder.collect();
  if (!next) return 'kept';
  const form = new FormData();
  form.set('session_id', sessionId);
  form.set('transcribe', 'no');
  form.set('recording', recorder.id);
  form.set('offset', String(next.offset));
  form.set('audio', next.part, 'voice');
  try {
    const keepalive = next.part.size < KEEPALIVE_BYTES;
    await api<VoiceAnswer>('POST', '/api/voice', form, { keepalive, timeoutMs: null });
    recorder.kept(next.size);
    return 'kept';
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) return 'failed';
    recorder.kept(0);
    return 'misplaced';
  }
}
