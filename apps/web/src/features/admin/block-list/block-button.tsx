import { Ban } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useRights } from '../use-rights.ts';
import { AddBlock, type BlockTarget } from './add-block.tsx';

/** Opens the dialog that blocks this number, device or address; hidden from read-only administrators. */
export function BlockButton({ target, label }: { target: BlockTarget; label: string }) {
  const [isAsking, setAsking] = useState(false);
  if (!useRights().mayQueryAndResend) return null;
  return (
    <>
      <Button variant="secondary" small onClick={() => setAsking(true)}>
        <Icon of={Ban} />
        {label}
      </Button>
      {isAsking && <AddBlock target={target} onClose={() => setAsking(false)} />}
    </>
  );
}
