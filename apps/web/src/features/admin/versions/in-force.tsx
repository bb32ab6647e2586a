import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useRights } from '../use-rights.ts';

/** The current version of a setting, with a button to change it. */
export function InForce({ onChange, children }: { onChange: () => void; children: ReactNode }) {
  const { isAdministrator } = useRights();
  return (
    <Sheet
      title="In force"
      isPadded
      action={
        isAdministrator && (
          <Button variant="secondary" small onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      {children}
    </Sheet>
  );
}
