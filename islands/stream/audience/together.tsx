import { useLater } from '../../ui/use-later.ts';
import type { StreamController } from '../controller.ts';
import type { StreamState } from '../machine.ts';
import { useAudience } from './use-audience.ts';

interface TogetherProps {
  open: boolean;
  onClose: () => void;
  state: StreamState;
  controller: StreamController | null;
}

const loadPanel = () => import('./together-panel.tsx');

/** The panel for the audience, loaded when it is first opened. */
export function Together({ open, onClose, state, controller }: TogetherProps) {
  const TogetherPanel = useLater(open, loadPanel);
  const audience = useAudience(state.sessionId);
  return (
    TogetherPanel && (
      <TogetherPanel
        open={open}
        onClose={onClose}
        audience={audience}
        state={state.audience}
        controller={controller}
      />
    )
  );
}
