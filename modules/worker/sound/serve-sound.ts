import type { Log } from '../../kit/log.ts';
import { cutText } from '../../kit/texts/codes.ts';
import { CAPTION_MAX, encodeSound, PACKET_SAMPLES, SOUND_CHANNELS } from '../../protocol/sound.ts';
import type { WorkerMessage } from '../../protocol/worker-messages.ts';
import type { SoundEncoder } from './opus-encoder.ts';

export type OpenSound = () => Promise<SoundEncoder>;

/** A dream's sound on its way to the relay: encoded, numbered and dropped while the connection is behind. */
export function createSoundSender(
  open: OpenSound | undefined,
  {
    log,
    send,
    sendPacket,
  }: { log: Log; send(message: WorkerMessage): void; sendPacket(message: Uint8Array<ArrayBuffer>): void },
) {
  let encoder: SoundEncoder | null = null;
  let nextId = 1;
  let isWanted = false;
  /** counts dreams */
  let turn = 0;
  let caption = '';

  function fail(error: unknown): void {
    log.warn('no more sound', { error });
    stop();
  }

  function stop(): void {
    encoder?.close();
    encoder = null;
    isWanted = false;
    turn += 1;
  }

  async function openFor(own: number): Promise<void> {
    const opened = await open?.();
    if (own === turn) encoder = opened ?? null;
    else opened?.close();
  }

  return {
    /** @param wanted the relay takes sound @returns false if there is no use for any */
    start(wanted: boolean): boolean {
      stop();
      nextId = 1;
      caption = '';
      isWanted = wanted && open !== undefined;
      if (isWanted) openFor(turn).catch(fail);
      return isWanted;
    },
    stop,
    play(samples: Float32Array, timestamp: number): void {
      if (!isWanted || samples.length !== PACKET_SAMPLES * SOUND_CHANNELS) return;
      try {
        const opus = encoder?.encode(samples);
        if (opus) sendPacket(encodeSound(nextId++, timestamp, opus));
      } catch (error) {
        fail(error);
      }
    },
    heard(text: string): void {
      const next = cutText(text, CAPTION_MAX);
      if (!isWanted || next === caption) return;
      caption = next;
      send({ type: 'sound_caption', text: next });
    },
  };
}
