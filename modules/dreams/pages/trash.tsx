import { Island } from '../../web/island.tsx';
import type { TrashAnswer } from '../contract/trash-schemas.ts';

export function TrashPage({ initial, hiddenDays }: { initial: TrashAnswer; hiddenDays: number }) {
  return <Island name="trash" props={{ initial, hiddenDays }} />;
}
