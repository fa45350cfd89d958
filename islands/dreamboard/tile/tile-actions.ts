import type { Session } from '../../../modules/dreams/contract/schemas.ts';

/** Actions of a tile on the board. */
export interface TileActions {
  bookmark(id: string, bookmarked: boolean): void;
  rename(session: Session): void;
  /** The tile has opened the dream's link. */
  opened(id: string): void;
  report(text: string): void;
  keepName(id: string, name: string): void;
  toggleSelected(id: string): void;
  /** Selects the range from the last selected dream to this one. */
  selectTo(id: string): void;
  openMenu(session: Session, at: { x: number; y: number }): void;
}
