import { useRef, useState } from 'react';
import useSWR from 'swr';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import type { SessionsAnswer } from '../../../modules/dreams/contract/schemas.ts';
import { api } from '../../../modules/kit/browser/api.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { Modal } from '../../ui/modal.tsx';
import { stillOf } from '../frames/still-of.ts';

interface ImageFromDreamProps {
  onImage: (image: Blob) => void;
  onClose: () => void;
}

type Session = SessionsAnswer['sessions'][number];

/** Picks a frame from one of the user's recent dreams: first the dream, then the moment. */
export function ImageFromDream({ onImage, onClose }: ImageFromDreamProps) {
  const [dream, setDream] = useState<Session | null>(null);
  return (
    <Modal title={m.stream_frame_title()} className="picture-dialog" onClose={onClose}>
      {dream ? (
        <Moment dream={dream} onImage={onImage} onBack={() => setDream(null)} />
      ) : (
        <Dreams onChoose={setDream} onClose={onClose} />
      )}
    </Modal>
  );
}

function Dreams({ onChoose, onClose }: { onChoose: (dream: Session) => void; onClose: () => void }) {
  const { data, error, mutate } = useSWR<SessionsAnswer>(
    '/api/sessions?sort=newest',
    (address: string) => api<SessionsAnswer>('GET', address),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const dreams = data?.sessions.filter(({ thumbnail_url: thumbnail }) => thumbnail) ?? [];
  return (
    <>
      {error ? (
        <p role="alert">{m.stream_frame_dreams_failed()}</p>
      ) : !data ? (
        <p role="status">{m.stream_frame_dreams_loading()}</p>
      ) : dreams.length === 0 ? (
        <p>{m.stream_frame_dreams_none()}</p>
      ) : (
        <ul className="picture-dreams">
          {dreams.map((dream) => (
            <li key={dream.session_id}>
              <button type="button" onClick={() => onChoose(dream)}>
                <img src={dream.thumbnail_url ?? ''} alt="" width="160" height="90" loading="lazy" />
                <span dir="auto">{nameOf(dream) || m.dreams_untitled()}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.stream_frame_cancel()}
        </button>
        {error && (
          <button type="button" className="button button-primary" onClick={() => void mutate()}>
            {m.stream_frame_retry()}
          </button>
        )}
      </div>
    </>
  );
}

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

interface MomentProps {
  dream: Session;
  onImage: (image: Blob) => void;
  onBack: () => void;
}

function Moment({ dream, onImage, onBack }: MomentProps) {
  const video = useRef<HTMLVideoElement>(null);
  const name = nameOf(dream);
  const [length, setLength] = useState(0);
  const [at, setAt] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <>
      <video
        ref={video}
        className="picture-stage"
        // a CORS request, so that the canvas stays readable
        crossOrigin="anonymous"
        src={`/api/sessions/${dream.session_id}/video`}
        muted
        playsInline
        preload="auto"
        aria-label={name ? m.stream_frame_label({ dream: name }) : m.stream_frame_label_untitled()}
        onLoadedData={({ currentTarget }) => setLength(currentTarget.duration)}
        onError={() => setFault(m.stream_frame_failed())}
      />
      <label className="picture-moment">
        <span>{m.stream_frame_moment()}</span>
        <input
          type="range"
          // from left to right in every language, like the player
          dir="ltr"
          min={0}
          max={length}
          step={0.1}
          value={at}
          disabled={length === 0}
          aria-valuetext={formatNumber(at, { ...TENTHS, style: 'unit', unit: 'second', unitDisplay: 'long' })}
          onChange={({ target }) => {
            setAt(target.valueAsNumber);
            if (video.current) video.current.currentTime = target.valueAsNumber;
          }}
        />
        <span className="numbers">{m.stream_frame_seconds({ seconds: formatNumber(at, TENTHS) })}</span>
      </label>
      {fault && <p role="alert">{fault}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onBack}>
          {m.stream_frame_back()}
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={length === 0 || fault !== null}
          onClick={() =>
            video.current && stillOf(video.current).then(onImage, ({ message }) => setFault(message))
          }
        >
          {m.stream_frame_use()}
        </button>
      </div>
    </>
  );
}
