// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { draw } from './testing/dom.tsx';

test('a double click runs a button’s action once, and submits a form once', async () => {
  const press = vi.fn<() => void>();
  const submit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const { person } = draw(
    <form onSubmit={submit}>
      <Button onClick={press}>Add to wallet</Button>
      <Button type="submit">Complete</Button>
    </form>,
  );
  await person.dblClick(screen.getByRole('button', { name: 'Add to wallet' }));
  expect(press).toHaveBeenCalledTimes(1);
  await person.dblClick(screen.getByRole('button', { name: 'Complete' }));
  expect(submit).toHaveBeenCalledTimes(1);
});
