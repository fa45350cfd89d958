import type { SessionProps } from '../../../islands/session/session.tsx';
import { Island } from '../../web/island.tsx';

export function SessionPage(props: SessionProps) {
  return <Island name="session" props={props} />;
}
