import { useEffect } from 'react';
import type { StreamController } from '../controller.ts';
import type { StreamState } from '../machine.ts';
import type { VoiceState } from '../voice/voice-messages.ts';

/** Well below the two minutes after which an unprompted dream ends. */
const INTERVAL_MS = 20_000;

/** Keeps a dream alive while the user prepares their first prompt by voice. */
export function useStayActive(
  voice: VoiceState,
  { phase, running }: StreamState,
  controller: StreamController | null,
) {
  const { status, model, speaking, writing } = voice;
  const isPreparing =
    status === 'starting' || (status === 'on' && (model === 'loading' || speaking || writing > 0));
  const isAwaited = phase === 'ready' && !running && isPreparing;
  useEffect(() => {
    if (!isAwaited) return;
    controller?.stayActive();
    const timer = setInterval(() => controller?.stayActive(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAwaited, controller]);
}
