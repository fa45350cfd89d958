import { useEffect, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../../modules/protocol/format.ts';
import { captureMedia } from '../../browser/capture-devices.ts';
import { Modal } from '../../ui/modal.tsx';
import { stillOf } from '../frames/still-of.ts';

interface ImageFromCameraProps {
  onImage: (image: Blob) => void;
  onClose: () => void;
}

/** Shows the camera until a photo is taken. The camera is on only while the dialog is open. */
export function ImageFromCamera({ onImage, onClose }: ImageFromCameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [seen, setSeen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    let over = false;
    let stream: MediaStream | null = null;
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    openCamera().then(
      (opened) => {
        stream = opened;
        if (over) release();
        else if (video.current) video.current.srcObject = opened;
      },
      (error: Error) => over || setFault(wordsFor(error)),
    );
    return () => {
      over = true;
      release();
    };
  }, []);

  return (
    <Modal title={m.stream_camera_title()} className="picture-dialog" onClose={onClose}>
      {fault ? (
        <p role="alert">{fault}</p>
      ) : (
        <video
          ref={video}
          className="picture-stage"
          autoPlay
          muted
          playsInline
          aria-label={m.stream_camera_label()}
          onLoadedData={() => setSeen(true)}
        />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.stream_camera_cancel()}
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={!seen || fault !== null}
          onClick={() =>
            video.current && stillOf(video.current).then(onImage, ({ message }) => setFault(message))
          }
        >
          {m.stream_camera_take()}
        </button>
      </div>
    </Modal>
  );
}

const openCamera = () =>
  captureMedia({
    video: { width: { ideal: FRAME_WIDTH }, height: { ideal: FRAME_HEIGHT }, facingMode: 'environment' },
  });

function wordsFor({ name }: Error): string {
  switch (name) {
    case 'NotAllowedError':
      return m.stream_camera_blocked();
    case 'NotFoundError':
    case 'OverconstrainedError':
      return m.stream_camera_missing();
    case 'SecurityError':
      return m.stream_camera_insecure();
    default:
      return m.stream_camera_unavailable();
  }
}
