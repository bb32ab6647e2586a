import { createRoot } from 'react-dom/client';
import { CallRefused, type RepeatWithProof } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

let queue: Promise<unknown> = Promise.resolve();

/**
 * Asks for a proof that the server accepts, and repeats the API call with it. Opens above other dialogs, so that their
 * typed values stay.
 * @throws CallRefused `step_up_canceled`, or the error of the repeated call
 */
export async function askStepUp<Answer>(
  refusal: CallRefused,
  repeat: RepeatWithProof<Answer>,
): Promise<Answer> {
  const turn = queue.then(() => ask(refusal, repeat));
  queue = turn.catch(() => undefined);
  return turn;
}

function ask<Answer>(refusal: CallRefused, repeat: RepeatWithProof<Answer>): Promise<Answer> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const asking = new Promise<Answer>((resolve, reject) => {
    root.render(
      <StepUpDialog
        proofs={refusal.proofs}
        repeat={repeat}
        onDone={resolve}
        onFailed={reject}
        onClose={() => reject(canceled())}
      />,
    );
  });
  return asking.finally(() => {
    root.unmount();
    place.remove();
  });
}

function canceled(): CallRefused {
  return new CallRefused(409, {
    code: 'step_up_canceled',
    customerMessage: say('You did not confirm that it is you. Nothing has changed.'),
  });
}
