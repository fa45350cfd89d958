import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { BookmarkIcon, ExternalIcon, LinkIcon, PlusIcon, SelectIcon } from '../../ui/icons.tsx';
import { useCopy } from '../../ui/use-copy.ts';

const MARGIN = 8;
const SHOW_COPIED_MS = 1000;

interface ContextMenuProps {
  session: Session;
  /** Position in the viewport. */
  at: { x: number; y: number };
  onBookmark: () => void;
  onCollect: () => void;
  onSelect: () => void;
  onClose: () => void;
}

/** A popover, which the browser closes on an outside click and on Escape. */
export default function ContextMenu({
  session,
  at,
  onBookmark,
  onCollect,
  onSelect,
  onClose,
}: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const { copied, copy } = useCopy();
  const [failed, setFailed] = useState(false);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - width - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, Math.min(at.y, innerHeight - height - MARGIN))}px`;
    element.querySelector<HTMLElement>('.menu-item')?.focus();
  }, [at]);

  const jobId = session.rp_job_id ?? session.session_id;
  const copyLink = async () => {
    const link = `${location.origin}/session?session_id=${encodeURIComponent(session.session_id)}`;
    setFailed(!(await copy(link)));
  };
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(onClose, SHOW_COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied, onClose]);
  const then = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <div
      ref={menu}
      className="menu context-menu"
      popover="auto"
      role="dialog"
      aria-label={m.dreams_menu_label({ name: nameOf(session) || m.dreams_untitled() })}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      <a
        className="menu-item"
        href={`/session?job_id=${encodeURIComponent(jobId)}`}
        target="_blank"
        rel="noreferrer"
        // Close later, because a link that has been removed doesn't open.
        onClick={() => setTimeout(onClose)}
      >
        <ExternalIcon />
        <span>{m.dreams_menu_open()}</span>
      </a>
      <button type="button" className="menu-item" onClick={copyLink}>
        <LinkIcon />
        <span aria-live="polite">
          {copied ? m.dreams_menu_copied() : failed ? m.dreams_menu_copy_failed() : m.dreams_menu_copy()}
        </span>
      </button>
      <button type="button" className="menu-item" onClick={then(onBookmark)}>
        <BookmarkIcon />
        <span>{session.is_bookmarked ? m.dreams_menu_bookmark_remove() : m.dreams_menu_bookmark()}</span>
      </button>
      <button type="button" className="menu-item" onClick={then(onCollect)}>
        <PlusIcon />
        <span>{m.dreams_menu_collect()}</span>
      </button>
      <button type="button" className="menu-item" onClick={then(onSelect)}>
        <SelectIcon />
        <span>{m.dreams_menu_select()}</span>
      </button>
    </div>
  );
}
