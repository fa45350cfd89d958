import { Island } from '../../../src/web/island.tsx';
import type { View } from '../limits.ts';

export function AdminPage({ view, appName }: { view: View; appName: string }) {
  return <Island name="admin" props={{ view, appName }} />;
}
