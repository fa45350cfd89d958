import { useEffect, useRef } from 'react';
import { m } from '../../modules/kit/texts/m.ts';

/** Distance below the viewport at which the next page is prefetched. */
const AHEAD = '1500px';

interface MoreDreamsProps {
  failed: boolean;
  onMore: () => void;
}

/** Marks the end of the fetched dreams. Scrolling near it fetches more; after a failure only the button does. */
export function MoreDreams({ failed, onMore }: MoreDreamsProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || failed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [failed, onMore]);
  return (
    <div ref={end} className="board-more">
      {failed && <p role="alert">{m.dreams_more_failed()}</p>}
      <button type="button" className="button" onClick={() => onMore()}>
        {m.dreams_more_show()}
      </button>
    </div>
  );
}
