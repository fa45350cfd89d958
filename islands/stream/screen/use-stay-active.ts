import { useEffect } from 'react';
import type { StreamController } from '../controller.ts';
import type { StreamState } from '../machine.ts';
import type { VoiceState } from '../voice/voice-input.ts';

/** Well below the two minutes after which a dream that nobody asks anything of ends. */
const INTERVAL_MS = 20_000;

/** Reports to the server that a person who only speaks is there, as long as their first prompt is on its way. */
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
