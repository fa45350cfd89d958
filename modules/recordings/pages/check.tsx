import { Island } from '../../../src/web/island.tsx';
import type { KnownSigners } from '../marks/credentials/known-signers.ts';

interface CheckPageProps {
  appName: string;
  signers: KnownSigners;
  /** address of TrustMark's decoder; null where watermarks are our own */
  decoder: string | null;
  /** leads operators to the dream */
  isAdmin: boolean;
}

export function CheckPage(props: CheckPageProps) {
  return <Island name="check" props={props} />;
}
