import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** Placeholder for the dream that is being compiled. @param progress 0–1, if known */
export function ProcessingTile({ progress }: { progress: number | undefined }) {
  return (
    <li className="tile" aria-live="polite">
      <div className="tile-picture tile-processing">
        <p>{m.dreams_processing_title()}</p>
        <progress className="progress" aria-label={m.dreams_processing_title()} value={progress} />
      </div>
      <span className="tile-name tile-unnamed">{m.dreams_processing_text()}</span>
      {/* Always present, so that all tiles have the same height. Screen readers get the progress bar, which doesn't announce each step. */}
      <span className="tile-date numbers" aria-hidden="true">
        {progress === undefined
          ? '\u00a0'
          : formatNumber(Math.floor(progress * 100) / 100, { style: 'percent' })}
      </span>
    </li>
  );
}

export function SkeletonTile() {
  return (
    <div className="tile" aria-hidden="true">
      <div className="tile-picture skeleton" />
      <span className="tile-name">
        <span className="skeleton tile-skeleton-name" />
      </span>
      <span className="tile-date">
        <span className="skeleton tile-skeleton-date" />
      </span>
    </div>
  );
}
