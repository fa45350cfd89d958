import type { SessionProps } from '../../../islands/session/session.tsx';
import { m } from '../../kit/texts/m.ts';
import { Island } from '../../web/island.tsx';
import { embedCode, embedPath } from '../contract/embed-code.ts';
import { nameOf } from '../contract/names.ts';

export function SessionPage(props: Omit<SessionProps, 'embed'>) {
  const { session, publicUrl } = props;
  const title = nameOf(session) || m.dreams_untitled();
  const embed = embedCode({ src: publicUrl + embedPath(session.session_id), title });
  return <Island name="session" props={{ ...props, embed }} />;
}
