import { type CSSProperties, type PointerEvent, useState } from 'react';
import type { PromptMark } from '../../modules/dreams/contract/schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { clockText } from '../ui/clock-text.ts';

/** The filmstrip holds ten stills of 160 × 90 px. */
const MOMENTS = Array.from({ length: 10 }, (_, index) => index);

/** A prompt, and the second of the video from which it shows; null if it never does. */
export type Mark = Pick<PromptMark, 'id' | 'text' | 'at'>;

interface ScrubberProps {
  /** In seconds. */
  time: number;
  duration: number;
  marks: readonly Mark[];
  /** Image URL: evenly spaced stills, side by side. */
  filmstrip: string | null;
  onSeek: (seconds: number) => void;
}

/** Timeline of the dream: stills, the moment each prompt took effect, and the playback position. */
export function Scrubber({ time, duration, marks, filmstrip, onSeek }: ScrubberProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const part = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  const promptAt = (seconds: number) =>
    marks.findLast(({ at }) => at !== null && at <= seconds + 0.05)?.text ?? null;

  const onPointerMove = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.max(0, Math.min(1, (event.clientX - left) / width)) * duration);
  };
  const words = promptAt(time);
  return (
    <div className="scrubber" onPointerMove={onPointerMove} onPointerLeave={() => setPointed(null)}>
      {filmstrip && <Filmstrip src={filmstrip} />}
      {/* SVG attributes, because the content security policy forbids inline styles in server-rendered HTML. */}
      <svg className="scrubber-marks" aria-hidden="true" focusable="false">
        <rect className="scrubber-past" y="100%" width={part(time)} height="4" transform="translate(0 -4)" />
        {marks.map(({ id, at }) => at !== null && <circle key={id} cx={part(at)} cy="8" r="3.5" />)}
      </svg>
      <input
        type="range"
        aria-label={m.dreams_session_moment()}
        aria-valuetext={
          words ? m.dreams_session_moment_prompt({ time: clockText(time), prompt: words }) : clockText(time)
        }
        min={0}
        max={duration}
        step={0.1}
        value={Math.min(time, duration)}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
      {pointed !== null && (
        <div className="scrubber-hint" style={{ '--at': part(pointed) } as CSSProperties} aria-hidden="true">
          <span className="numbers">{clockText(pointed)}</span>
          {promptAt(pointed) && <span dir="auto">{promptAt(pointed)}</span>}
        </div>
      )}
    </div>
  );
}

/** Each still fills a tenth of the strip, whatever its width. */
function Filmstrip({ src }: { src: string }) {
  return (
    <svg className="scrubber-strip" aria-hidden="true" focusable="false">
      {MOMENTS.map((index) => (
        <svg
          key={index}
          x={`${index * 10}%`}
          width="10%"
          height="100%"
          viewBox={`${index * 160} 0 160 90`}
          preserveAspectRatio="xMidYMid slice"
          role="presentation"
        >
          <image href={src} width="1600" height="90" />
        </svg>
      ))}
    </svg>
  );
}
