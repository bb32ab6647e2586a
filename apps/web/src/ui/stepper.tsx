/** Knots on a thread: done, current, ahead. `current` counts from 1. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="steps" aria-label={`Step ${current} of ${steps.length}`}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index + 1 < current ? 'done' : undefined}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          <i />
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
