import { useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { ScoreEditor } from '../score/score-editor.tsx';
import { ScoreFiles } from '../score/score-files.tsx';
import { type EditedScore, finished } from '../score/shots.ts';
import { Modal } from '../ui/modal.tsx';

interface TimelineDialogProps {
  start: EditedScore;
  /** its end is missing */
  cut: boolean;
  busy: boolean;
  onPlay: (score: EditedScore) => void;
  onClose: () => void;
}

/** A dream's timeline, to be changed before it is dreamt again. */
export default function TimelineDialog({ start, cut, busy, onPlay, onClose }: TimelineDialogProps) {
  const [score, setScore] = useState(start);
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
          disabled={busy || finished(score).shots.length === 0}
          onClick={() => onPlay(score)}
        >
          {m.scores_again()}
        </button>
      </div>
    </Modal>
  );
}
