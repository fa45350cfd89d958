import { Island } from '../../web/island.tsx';
import type { Collection, CollectionAnswer } from '../contract/collection-schemas.ts';

interface CollectionsPageProps {
  collections: Collection[];
  open: CollectionAnswer | null;
  publicUrl: string;
}

export function CollectionsPage(props: CollectionsPageProps) {
  return <Island name="collections" props={props} />;
}
