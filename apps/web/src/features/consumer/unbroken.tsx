const NAME = 'M-PESA';

/** A sentence whose M-PESA is never broken at its hyphen. */
export function Unbroken({ children }: { children: string }) {
  const [first, ...others] = children.split(NAME);
  return (
    <>
      {first}
      {others.map((words) => (
        <span key={words}>
          <span className="nowrap">{NAME}</span>
          {words}
        </span>
      ))}
    </>
  );
}
