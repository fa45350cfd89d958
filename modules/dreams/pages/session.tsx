import type { SessionProps } from '../../../islands/session/session.tsx';
import { m } from '../../kit/texts/m.ts';
import { Island } from '../../web/island.tsx';
import { EMBED_WIDTH, embedCode, embedHeight } from '../contract/embed-code.ts';
import { nameOf } from '../contract/sort.ts';

export function SessionPage(props: Omit<SessionProps, 'embed'>) {
  const { session, publicUrl } = props;
  const title = nameOf(session) || m.dreams_untitled();
  const embedded = { publicUrl, id: session.session_id, title };
  const embed = embedCode(embedded, EMBED_WIDTH, embedHeight(EMBED_WIDTH));
  return <Island name="session" props={{ ...props, embed }} />;
}
