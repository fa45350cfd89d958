import type { StreamProps } from '../../../islands/stream/stream.tsx';
import { Island } from '../../web/island.tsx';

export function StreamPage(props: StreamProps) {
  return <Island name="stream" props={props} priority="first" />;
}
