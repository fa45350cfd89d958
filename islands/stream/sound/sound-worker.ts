import { PACKET_MS, readSound } from '../../../modules/protocol/sound.ts';
import { type Opus, openOpus } from './opus.ts';
import { durationOf } from './opus-duration.ts';
import { PACKET_SAMPLES } from './sound-format.ts';
import type { FromFrames, SoundPorts, ToWorklet } from './sound-messages.ts';

/** Packets to hold while a decoder is loading. More would all be late, and the sound would wait for late ones. */
const MAX_WAITING = 3;

/** Decodes the dream's sound between the frame worker and the worklet, so that a busy page never interrupts it. */
self.onmessage = ({ data: { frames, worklet } }: MessageEvent<SoundPorts>) => {
  const send = (message: ToWorklet, transfer: Transferable[] = []) => worklet.postMessage(message, transfer);
  let opus: Opus | null = null;
  let waiting: ArrayBuffer[] = [];
  let newest = -1;
  void openOpus((at, channels) => {
    // The first packet after an error may be shorter.
    if (channels.some(({ length }) => length !== PACKET_SAMPLES)) return;
    send(
      { at, channels },
      channels.map(({ buffer }) => buffer),
    );
  }).then((opened) => {
    opus = opened;
    for (const message of waiting.splice(0)) decode(message);
  });

  function decode(message: ArrayBuffer) {
    if (!opus) {
      waiting = [...waiting, message].slice(-MAX_WAITING);
      return;
    }
    const packet = readSound(new Uint8Array(message));
    if (typeof packet === 'string' || durationOf(packet.bytes) !== PACKET_MS) return;
    // A decoder's state only goes forward: late and repeated packets are concealed like lost ones.
    if (packet.id <= newest) return;
    newest = packet.id;
    opus.decode(packet);
  }

  frames.onmessage = ({ data }: MessageEvent<FromFrames>) => {
    if (data instanceof ArrayBuffer) return decode(data);
    if (data === 'restart') {
      newest = -1;
      waiting = [];
    }
    send(data);
  };
};
