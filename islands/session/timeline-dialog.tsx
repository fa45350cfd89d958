import { useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { Score } from '../../modules/scores/contract/score.ts';
import { ScoreEditor } from '../score/score-editor.tsx';
import { ScoreFiles } from '../score/score-files.tsx';
import { finished, withIds } from '../score/shots.ts';
import { Modal } from '../ui/modal.tsx';

interface TimelineDialogProps {
  start: Score;
  /** its end is missing */
  cut: boolean;
  busy: boolean;
  onPlay: (score: Score) => void;
  onClose: () => void;
}

/** A dream's timeline, to be changed before it is dreamt again. */
export default function TimelineDialog({ start, cut, busy, onPlay, onClose }: TimelineDialogProps) {
  const [score, setScore] = useState(() => withIds(start));
  const edited = finished(score);
  return (
    <Modal title={m.scores_timeline()} className="score-dialog" focusesTitle onClose={onClose}>
      {cut && <p className="score-note">{m.scores_cut()}</p>}
      <ScoreEditor score={score} onChange={setScore} soft={null} agent>
        <ScoreFiles score={score} onOpen={setScore} operator={false} />
      </ScoreEditor>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.scores_cancel()}
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={busy || edited.shots.length === 0}
          onClick={() => onPlay(edited)}
        >
          {m.scores_again()}
        </button>
      </div>
    </Modal>
  );
}
