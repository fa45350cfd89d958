import { Island } from '../../web/island.tsx';
import type { KnownSigners } from '../marks/credentials/known-signers.ts';

interface CheckPageProps {
  appName: string;
  signers: KnownSigners;
  /** URL of TrustMark's decoder; null if watermarks are our own */
  decoder: string | null;
  /** adds a link to the dream */
  isAdmin: boolean;
}

export function CheckPage(props: CheckPageProps) {
  return <Island name="check" props={props} />;
}
