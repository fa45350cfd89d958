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
        if (answer.status === 204) return setFault(m.admin_dreams_watch_waiting());
        if (!answer.ok)
          throw new Error(
            answer.status === 404 ? m.admin_dreams_watch_over() : m.admin_dreams_watch_failed(),
          );
        const frame = await frameOf(new Uint8Array(await answer.arrayBuffer()));
        if (!isGone) canvas.current?.getContext('2d')?.drawImage(frame, 0, 0, FRAME_WIDTH, FRAME_HEIGHT);
        frame.close();
        setFault(null);
      } catch (error) {
        if (!isGone) setFault(error instanceof Error ? error.message : m.admin_dreams_watch_failed());
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
        actions={[{ text: m.admin_dreams_watch(), label: m.admin_dreams_watch_label({ name }) }]}
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
        aria-label={m.admin_dreams_watch_frame_label({ name })}
      />
      <p role="status">{fault ?? m.admin_dreams_watch_note()}</p>
      <button type="button" className="button button-quiet" onClick={() => setWatching(false)}>
        {m.admin_dreams_watch_stop()}
      </button>
    </>
  );
}

/** @throws Error with a text for users */
async function frameOf(message: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | VideoFrame> {
  const frame = readFrame(message);
  if (typeof frame === 'string') throw new Error(m.admin_dreams_watch_unreadable());
  const { video } = CODECS[frame.codec];
  if (!video) return createImageBitmap(new Blob([frame.bytes], { type: 'image/jpeg' }));
  if (!('VideoDecoder' in globalThis)) throw new Error(m.admin_dreams_watch_secure());
  const unit = video.readUnit(frame.bytes);
  if (typeof unit === 'string' || !unit.set) throw new Error(m.admin_dreams_watch_unreadable());
  const { codec } = unit.set;
  return new Promise((resolve, reject) => {
    const decoder = new VideoDecoder({
      output: resolve,
      error: () => reject(new Error(m.admin_dreams_watch_browser())),
    });
    decoder.configure({ codec, optimizeForLatency: true });
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: frame.bytes }));
    decoder.flush().then(
      () => {
        decoder.close();
        reject(new Error(m.admin_dreams_watch_browser()));
      },
      () => {},
    );
  });
}
