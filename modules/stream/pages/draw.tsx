import type { DrawProps } from '../../../islands/draw/draw.tsx';
import { Island } from '../../web/island.tsx';

export function DrawPage(props: DrawProps) {
  return <Island name="draw" props={props} />;
}
