import { say } from '../i18n/say.ts';
import type { Phrase } from '../i18n/say.ts';
import { unbroken } from '../i18n/unbroken.tsx';
import '../styles/progress-layer.css';

/**
 * Shows the steps of a wizard as knots on a thread: done, current, coming.
 * @param props.current number of the current step, from 1
 */
export function Stepper({ steps, current }: { steps: readonly Phrase[]; current: number }) {
  return (
    <ol className="steps" aria-label={say('Step {current} of {count}', { current, count: steps.length })}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index + 1 < current ? 'done' : undefined}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          <i />
          <span>{unbroken(say(step))}</span>
        </li>
      ))}
    </ol>
  );
}
