import { Download } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ExportDialog } from './export-dialog.tsx';

/** Opens the export of one's history. */
export function ExportButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" small onClick={() => setIsOpen(true)}>
        <Icon of={Download} />
        {say('Export')}
      </Button>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
