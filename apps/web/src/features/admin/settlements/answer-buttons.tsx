import { Button } from '../../../ui/button.tsx';

/** The answer of a second administrator to what a colleague says about batches. */
export type Answer = 'confirm' | 'turn-down';

/** Buttons for the second administrator; for others, a line that says who must confirm. */
export function AnswerButtons({
  mayDecide,
  onAnswer,
}: {
  mayDecide: boolean;
  onAnswer: (answer: Answer) => void;
}) {
  if (!mayDecide) return <p>Another administrator must confirm it.</p>;
  return (
    <div className="row">
      <Button small onClick={() => onAnswer('confirm')}>
        Confirm…
      </Button>
      <Button variant="secondary" small onClick={() => onAnswer('turn-down')}>
        Turn down…
      </Button>
    </div>
  );
}
