import { useRef } from 'react';
import { megabytes } from '../../modules/kit/shared/bytes.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { MAX_CHECKED_BYTES } from '../../modules/recordings/contract/limits.ts';
import { ShieldIcon } from '../ui/icons.tsx';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,video/mp4,video/quicktime,video/webm';

interface DropZoneProps {
  /** a file is held over the page */
  isOver: boolean;
  /** a file is already there: only offers to add another */
  isSmall: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** A place to drop a file, and a button to choose one. */
export function DropZone({ isOver, isSmall, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="check-drop" data-over={isOver || undefined} data-small={isSmall || undefined}>
      {!isSmall && <ShieldIcon />}
      <p>
        <strong>
          {isOver
            ? m.watermark_check_drop_now()
            : isSmall
              ? m.watermark_check_drop_another()
              : m.watermark_check_drop()}
        </strong>
        {!isSmall && <span>{m.watermark_check_drop_formats({ size: megabytes(MAX_CHECKED_BYTES) })}</span>}
      </p>
      <button
        type="button"
        className={isSmall ? 'button' : 'button button-primary'}
        onClick={() => input.current?.click()}
      >
        {m.watermark_check_choose()}
      </button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={ACCEPTED}
        aria-label={m.watermark_check_field_label()}
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}
