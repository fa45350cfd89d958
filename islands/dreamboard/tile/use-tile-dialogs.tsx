import { type ReactNode, useState } from 'react';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { useLater } from '../../ui/use-later.ts';
import { type About, aboutSessions } from '../selection/about.ts';
import type { useActions } from '../use-actions.ts';
import type { NamedCollection } from '../use-board.ts';

const loadRename = () => import('./rename-modal.tsx');
const loadMenu = () => import('./context-menu.tsx');
const loadCollect = () => import('../selection/collect-dialog.tsx');

export function useTileDialogs(
  actions: ReturnType<typeof useActions>['actions'],
  toggleSelected: (id: string) => void,
  onCollected: (collections: NamedCollection[]) => void,
) {
  const [renaming, setRenaming] = useState<Session | null>(null);
  /** Typed names that couldn't be saved, by dream id. */
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const [menu, setMenu] = useState<{ session: Session; at: { x: number; y: number } } | null>(null);

  /** Dreams that are being put into collections. */
  const [collecting, setCollecting] = useState<About | null>(null);
  const RenameModal = useLater(renaming !== null, loadRename, true);
  const ContextMenu = useLater(menu !== null, loadMenu, true);
  const CollectDialog = useLater(collecting !== null, loadCollect);

  const rename = async (session: Session, name: string) => {
    const id = session.session_id;
    setDrafts((all) => ({ ...all, [id]: name }));
    if (!(await actions.rename(id, name))) return;
    setDrafts(({ [id]: _, ...others }) => others);
    setRenaming(null);
  };

  return {
    startRename: setRenaming,
    openMenu: setMenu,
    collect: setCollecting,
    renaming: renaming !== null,
    /** @param banner the board's error banner, which couldn't be reached under a dialog */
    show: (banner: ReactNode) => (
      <>
        {renaming && RenameModal && (
          <RenameModal
            key={renaming.session_id}
            session={renaming}
            draft={drafts[renaming.session_id]}
            banner={banner}
            onRename={(name) => rename(renaming, name)}
            onClose={() => setRenaming(null)}
          />
        )}
        {menu && ContextMenu && (
          <ContextMenu
            key={menu.session.session_id}
            session={menu.session}
            at={menu.at}
            onBookmark={() => void actions.bookmark(menu.session.session_id, !menu.session.is_bookmarked)}
            onCollect={() => setCollecting(aboutSessions([menu.session]))}
            onSelect={() => toggleSelected(menu.session.session_id)}
            onClose={() => setMenu(null)}
          />
        )}
        {collecting && CollectDialog && (
          <CollectDialog about={collecting} onChange={onCollected} onClose={() => setCollecting(null)} />
        )}
      </>
    ),
  };
}
