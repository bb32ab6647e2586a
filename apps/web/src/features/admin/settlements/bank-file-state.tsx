import type { BankFile } from '@zawadi/contract/settlements-bank-files';
import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

/** How far the bank has paid a file. */
export function BankFileState({ file }: { file: Pick<BankFile, 'open' | 'notPaid'> }) {
  return (
    <span className={file.open === 0 ? 'status success' : 'badge warn'}>
      <Icon of={file.open === 0 ? Check : TriangleAlert} />
      {stateText(file)}
    </span>
  );
}

function stateText({ open, notPaid }: Pick<BankFile, 'open' | 'notPaid'>): string {
  if (open > 0) return `${open.toLocaleString('en-KE')} open`;
  return notPaid === 0 ? 'All paid' : `${notPaid.toLocaleString('en-KE')} not paid`;
}
