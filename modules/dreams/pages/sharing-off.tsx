import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { nameOf } from '../contract/names.ts';
import type { DreamRow } from '../store.ts';

/** Shown to owners who open a public link that they have closed. */
export function SharingOffPage({ dream }: { dream: Pick<DreamRow, 'id' | 'name'> }) {
  const name = nameOf({ dream_name: dream.name });
  return (
    <QuietPage title={m.dreams_sharing_off_title()}>
      <p>
        {name
          ? // The quotation marks follow the direction of the sentence, not of the name.
            m.dreams_sharing_off_named({ name: () => <bdi>{name}</bdi> })
          : m.dreams_sharing_off_untitled()}
      </p>
      <a className="button button-primary" href={`/session?session_id=${dream.id}#share-title`}>
        {m.dreams_sharing_off_link()}
      </a>
    </QuietPage>
  );
}
