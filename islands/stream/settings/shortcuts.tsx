import { useRef, useState } from 'react';
import { useHeldKey, useKeys } from '../../ui/use-keys.ts';
import { useLater } from '../../ui/use-later.ts';
import type { Voice } from '../voice/use-voice.ts';

interface ShortcutsProps {
  onFullscreen: () => void;
  onPrompt: () => void;
  /** null for users who can't speak */
  voice: Voice | null;
  onSettings: () => void;
  /** null for guests */
  onTogether: (() => void) | null;
}

const loadList = () => import('./shortcut-list.tsx');
const nothing = () => {};

/** Keyboard shortcuts of the live page, and their list under "?". */
export function Shortcuts({ onFullscreen, onPrompt, voice, onSettings, onTogether }: ShortcutsProps) {
  const list = useRef<HTMLDialogElement>(null);
  const [isAwaited, setAwaited] = useState(false);
  const List = useLater(isAwaited, loadList, true);
  useKeys({
    '/': onPrompt,
    m: () => void voice?.toggle(),
    backspace: () => voice?.discard(),
    f: onFullscreen,
    s: onSettings,
    w: () => onTogether?.(),
    '?': () => (list.current ? list.current.showModal() : setAwaited(true)),
  });
  useHeldKey('v', voice?.press ?? nothing, voice?.release ?? nothing);
  return List && <List dialog={list} opens={isAwaited} />;
}
