import { useEffect, useRef, useState } from 'react';
import { request } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { CODECS } from '../../../modules/protocol/codecs.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../../modules/protocol/format.ts';
import { readFrame } from '../../../modules/protocol/frame.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { ReasonForm } from '../reason-form.tsx';

/** Each refresh requests a keyframe from the worker, which the viewer gets as well. */
const EVERY_MS = 2_000;

/** A live dream, one frame at a time, for an operator who has given a reason. */
export function LiveWatch({ id, name }: { id: string; name: string }) {
  const [isWatching, setWatching] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!isWatching) return;
    let isGone = false;
    const look = async () => {
      try {
        const answer = await request('GET', `/api/admin/live/${encodeURIComponent(id)}`);
        if (answer.status === 204) return setFault('No picture has come yet.');
        if (!answer.ok) throw new Error(answer.status === 404 ? 'The dream is over.' : 'No picture came.');
        const picture = await pictureOf(new Uint8Array(await answer.arrayBuffer()));
        if (!isGone) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, FRAME_WIDTH, FRAME_HEIGHT);
        picture.close();
        setFault(null);
      } catch (error) {
        if (!isGone) setFault(error instanceof Error ? error.message : 'No picture came.');
      }
    };
    void look();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isWatching, id]);

  if (!isWatching) {
    return (
      <ReasonForm
        actions={[{ text: 'Watch', label: `Watch ${name}` }]}
        label={m.admin_forms_reason_operators()}
        onDecide={async ({ reason }) => {
          await adminApi('dream-data', { action: 'watch', sessionId: id, reason });
          setWatching(true);
        }}
      />
    );
  }
  return (
    <>
      <canvas
        ref={canvas}
        className="live-watch"
        width={FRAME_WIDTH}
        height={FRAME_HEIGHT}
        role="img"
        aria-label={`${name}, live`}
      />
      <p role="status">{fault ?? 'A picture every two seconds.'}</p>
      <button type="button" className="admin-button" onClick={() => setWatching(false)}>
        Stop watching
      </button>
    </>
  );
}

/** @throws Error with a text for users */
async function pictureOf(message: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | VideoFrame> {
  const frame = readFrame(message);
  if (typeof frame === 'string') throw new Error('The picture can’t be read.');
  const { video } = CODECS[frame.codec];
  if (!video) return createImageBitmap(new Blob([frame.bytes], { type: 'image/jpeg' }));
  if (!('VideoDecoder' in globalThis))
    throw new Error('This dream travels as video, which browsers show on https and localhost only.');
  const unit = video.readUnit(frame.bytes);
  if (typeof unit === 'string' || !unit.set) throw new Error('The picture can’t be read.');
  const { codec } = unit.set;
  return new Promise((resolve, reject) => {
    const decoder = new VideoDecoder({
      output: resolve,
      error: () => reject(new Error('This browser can’t show the picture.')),
    });
    decoder.configure({ codec, optimizeForLatency: true });
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: frame.bytes }));
    decoder.flush().then(
      () => {
        decoder.close();
        reject(new Error('This browser can’t show the picture.'));
      },
      () => {},
    );
  });
}
