import { useLater } from '../../ui/use-later.ts';

const loadFilm = () => import('./film.tsx');
const loadNextSteps = () => import('./next-steps.tsx');

interface EndProps {
  /** The dream that has ended. */
  sessionId: string;
}

export function EndFilm({ sessionId }: EndProps) {
  const Film = useLater(true, loadFilm);
  return Film && <Film sessionId={sessionId} />;
}

export function EndSteps({ sessionId }: EndProps) {
  const NextSteps = useLater(true, loadNextSteps);
  return NextSteps && <NextSteps sessionId={sessionId} />;
}
