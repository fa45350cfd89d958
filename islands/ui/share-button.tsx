import { m } from '../../modules/kit/texts/m.ts';
import type { Shareable } from '../browser/share-dream.ts';
import { CheckIcon, ShareIcon } from './icons.tsx';
import { useShare } from './use-share.ts';

interface ShareButtonProps {
  dream: Shareable;
  report: (text: string) => void;
  className?: string;
}

export function ShareButton({ dream, report, className = '' }: ShareButtonProps) {
  const { copied, share } = useShare(report);
  return (
    <button type="button" className={`button ${className}`} onClick={() => share(dream)}>
      {copied ? <CheckIcon /> : <ShareIcon />}
      <span aria-live="polite">{copied ? m.dreams_share_link_copied() : m.dreams_share_button()}</span>
    </button>
  );
}
