import { useLater } from '../../ui/use-later.ts';
import { Together } from '../audience/together.tsx';
import type { ScorePanelProps } from '../score/score-panel.tsx';
import type { SettingsPanelProps } from '../settings/settings-panel.tsx';

const loadScore = () => import('../score/score-panel.tsx');
const loadSettings = () => import('../settings/settings-panel.tsx');

export type SidePanel = 'settings' | 'together' | 'score' | null;

interface SidePanelsProps {
  open: SidePanel;
  onClose: () => void;
  /** the visitor has no account */
  guest: boolean;
  dream: Pick<ScorePanelProps, 'state' | 'controller'>;
  settings: Omit<SettingsPanelProps, 'open' | 'onClose'>;
  score: Pick<ScorePanelProps, 'agent' | 'operator'>;
}

/** The panels next to the stream. Most are loaded when they are first opened. */
export function SidePanels({ open, onClose, guest, dream, settings, score }: SidePanelsProps) {
  const SettingsPanel = useLater(open === 'settings', loadSettings);
  const ScorePanel = useLater(open === 'score', loadScore);
  return (
    <>
      {SettingsPanel && <SettingsPanel {...settings} open={open === 'settings'} onClose={onClose} />}
      {ScorePanel && <ScorePanel {...dream} {...score} open={open === 'score'} onClose={onClose} />}
      {!guest && <Together {...dream} open={open === 'together'} onClose={onClose} />}
    </>
  );
}
