import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { nameOf } from '../contract/sort.ts';
import type { DreamRow } from '../store.ts';

/** Shown to owners who open a public link that they have closed. */
export function SharingOffPage({ dream }: { dream: Pick<DreamRow, 'id' | 'name'> }) {
  const name = nameOf({ dream_name: dream.name });
  return (
    <QuietPage title="Sharing is off">
      <p>
        {name ? <Quoted name={name} /> : 'This dream'} has a public link, but you closed it: nobody else can
        watch. You can turn sharing on again on the page of your dream.
      </p>
      <a className="button button-primary" href={`/session?session_id=${dream.id}#share-title`}>
        Go to my dream
      </a>
    </QuietPage>
  );
}

/** The quotation marks follow the direction of the sentence, not of the name. */
const Quoted = ({ name }: { name: string }) => (
  <>
    “<bdi>{name}</bdi>”
  </>
);
