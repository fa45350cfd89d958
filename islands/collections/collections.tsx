import type { Collection, CollectionAnswer } from '../../modules/dreams/contract/collection-schemas.ts';
import { Banner, useActionFailure } from '../ui/banner.tsx';
import { CollectionList } from './collection-list.tsx';
import { OpenCollection } from './open-collection.tsx';

export interface CollectionsProps {
  collections: Collection[];
  /** The one that the address names; null for the list. */
  open: CollectionAnswer | null;
  publicUrl: string;
}

/** A person's collections, or one of them. */
export default function Collections({ collections, open, publicUrl }: CollectionsProps) {
  const { text, report, dismiss } = useActionFailure();
  return (
    <div className="collections list-page">
      {text && <Banner text={text} onDismiss={dismiss} />}
      {open ? (
        <OpenCollection first={open} publicUrl={publicUrl} report={report} />
      ) : (
        <CollectionList first={collections} />
      )}
    </div>
  );
}
