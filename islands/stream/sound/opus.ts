import type { SoundPacket } from '../../../modules/protocol/sound.ts';
import { SAMPLE_RATE } from './sound-format.ts';

/** Decodes packets of one dream in their order. */
export interface Opus {
  decode(packet: Pick<SoundPacket, 'at' | 'bytes'>): void;
  close(): void;
}

type OnDecoded = (at: number, channels: Float32Array<ArrayBuffer>[]) => void;

const CONFIG = { codec: 'opus', sampleRate: SAMPLE_RATE, numberOfChannels: 2 };
/** 20 ms */
const PACKET_US = 20_000;
const CHANNELS = [0, 1];
/** After this many consecutive failures of the browser's decoder, ours is used. */
const MAX_FAULTS = 5;

/** The browser's decoder, or else ours in WebAssembly, which is then downloaded. */
export async function openOpus(onDecoded: OnDecoded): Promise<Opus> {
  if (!(await hasOwn())) return openWasm(onDecoded);
  let faults = 0;
  let decoder: AudioDecoder | null = null;
  let instead: Promise<Opus> | null = null;
  /** Timestamps by packet number: some browsers keep those of the chunks, others count samples from the first one. */
  const times = new Map<number, number>();
  let count = 0;
  const open = () => {
    const opened = new AudioDecoder({
      output(data) {
        faults = 0;
        const number = Math.round(data.timestamp / PACKET_US);
        const at = times.get(number);
        for (const earlier of times.keys()) if (earlier <= number) times.delete(earlier);
        const channels = CHANNELS.map((channel) => planeOf(data, channel));
        data.close();
        if (at !== undefined) onDecoded(at, channels);
      },
      error() {
        if (decoder !== opened) return;
        decoder = null;
        times.clear();
        faults += 1;
        if (faults >= MAX_FAULTS) instead = openWasm(onDecoded);
      },
    });
    opened.configure(CONFIG);
    return opened;
  };
  return {
    decode(packet) {
      if (instead) return void instead.then((opus) => opus.decode(packet));
      if (decoder?.state !== 'configured') decoder = open();
      count += 1;
      times.set(count, packet.at);
      const timestamp = count * PACKET_US;
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: packet.bytes }));
    },
    close() {
      if (decoder?.state === 'configured') decoder.close();
      decoder = null;
      void instead?.then((opus) => opus.close());
    },
  };
}

async function hasOwn(): Promise<boolean> {
  if (!('AudioDecoder' in globalThis)) return false;
  return AudioDecoder.isConfigSupported(CONFIG).then(
    ({ supported }) => supported === true,
    () => false,
  );
}

function planeOf(data: AudioData, channel: number): Float32Array<ArrayBuffer> {
  const plane = new Float32Array(data.numberOfFrames);
  const planeIndex = Math.min(channel, data.numberOfChannels - 1);
  data.copyTo(plane, { planeIndex, format: 'f32-planar' });
  return plane;
}

async function openWasm(onDecoded: OnDecoded): Promise<Opus> {
  const { OpusDecoder } = await import('opus-decoder');
  const decoder = new OpusDecoder({ channels: 2 });
  await decoder.ready;
  return {
    decode({ at, bytes }) {
      const { channelData, samplesDecoded, errors } = decoder.decodeFrame(bytes);
      if (errors.length > 0 || samplesDecoded === 0) return;
      onDecoded(
        at,
        channelData.map((channel) => channel.slice(0, samplesDecoded)),
      );
    },
    close: () => decoder.free(),
  };
}
