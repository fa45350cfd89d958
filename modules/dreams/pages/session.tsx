import { Island } from '../../../src/web/island.tsx';
import type { ControlMark, PromptMark, SessionDetail } from '../schemas.ts';

export interface SessionPageProps {
  session: SessionDetail;
  marks: PromptMark[];
  changes: ControlMark[];
  /** origin of the public link */
  publicUrl: string;
  /** how often it was reported, told to admins */
  reports: number;
}

export function SessionPage(props: SessionPageProps) {
  return <Island name="session" props={props} />;
}
