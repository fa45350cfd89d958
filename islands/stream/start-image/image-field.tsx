import { useId, useRef, useState } from 'react';
import { api, Refusal } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { type ControlValue, type PictureControl, pictureDigest } from '../../../modules/protocol/controls.ts';
import { IMAGE_MAX_BYTES } from '../../../modules/stream/contract/limits.ts';
import type { ImageAnswer } from '../../../modules/stream/contract/schemas.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { ImageFromCamera } from './image-from-camera.tsx';
import { ImageFromDream } from './image-from-dream.tsx';
import { withinLimits } from './shrink-image.ts';

interface ImageFieldProps {
  sessionId: string | null;
  control: PictureControl;
  value: ControlValue;
  hint: string | undefined;
  disabled: boolean;
  onTurn: (value: ControlValue) => void;
}

/** Enough for a phone on a slow connection. */
const UPLOAD_MS = 60_000;

/** A start image: a file, a frame of an earlier dream, or a photo from the camera. */
export function ImageField({ sessionId, control, value, hint, disabled, onTurn }: ImageFieldProps) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [from, setFrom] = useState<'dream' | 'camera' | null>(null);
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const digest = pictureDigest(value);
  const off = disabled || state.busy || sessionId === null;

  /** The new value arrives over the socket, as for all controls. */
  async function give(image: Blob) {
    setFrom(null);
    setState({ busy: true, fault: null });
    const sent = await withinLimits(image);
    if (sent.size > IMAGE_MAX_BYTES) {
      setState({ busy: false, fault: m.stream_image_max_size({ size: IMAGE_MAX_BYTES / 1024 / 1024 }) });
      return;
    }
    const form = new FormData();
    form.set('session_id', sessionId ?? '');
    form.set('control', control.name);
    form.set('picture', sent);
    try {
      await api<ImageAnswer>('POST', '/api/stream/picture', form, { timeoutMs: UPLOAD_MS });
      setState({ busy: false, fault: null });
    } catch (error) {
      setState({
        busy: false,
        fault: (error instanceof Refusal && error.message) || m.stream_image_not_sent(),
      });
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in all browsers
    <div
      className="control picture-field"
      role="group"
      aria-labelledby={id}
      aria-describedby={hint && `${id}-hint`}
      data-disabled={disabled}
    >
      <span className="picture-label" id={id}>
        {control.label}
      </span>
      {digest && (
        <div className="picture-chosen">
          <img
            src={`/api/sessions/${sessionId}/pictures/${digest}`}
            alt={m.stream_image_alt()}
            width="320"
            height="180"
          />
          <button
            type="button"
            className="icon-button"
            aria-label={m.stream_image_remove()}
            disabled={off}
            onClick={() => onTurn('')}
          >
            <CloseIcon />
          </button>
        </div>
      )}
      <div className="picture-ways">
        <button type="button" className="button" disabled={off} onClick={() => file.current?.click()}>
          {state.busy ? m.stream_image_sending() : m.stream_image_from_file()}
        </button>
        <button type="button" className="button" disabled={off} onClick={() => setFrom('dream')}>
          {m.stream_image_from_dream()}
        </button>
        <button type="button" className="button" disabled={off} onClick={() => setFrom('camera')}>
          {m.stream_image_from_camera()}
        </button>
      </div>
      <input
        ref={file}
        className="visually-hidden"
        type="file"
        accept="image/*"
        aria-label={m.stream_image_choose_file({ control: control.label })}
        tabIndex={-1}
        disabled={off}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void give(chosen);
          target.value = '';
        }}
      />
      {state.fault && (
        <small className="picture-fault" role="alert">
          {state.fault}
        </small>
      )}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {from === 'dream' && <ImageFromDream onImage={give} onClose={() => setFrom(null)} />}
      {from === 'camera' && <ImageFromCamera onImage={give} onClose={() => setFrom(null)} />}
    </div>
  );
}
