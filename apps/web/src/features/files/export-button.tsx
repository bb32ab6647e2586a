import { Download } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDownload } from './use-download.ts';

type ExportButtonProps = { fetching: () => Promise<File>; children: string };

/** Button that exports the whole list as a file, not only the loaded pages. */
export function ExportButton({ fetching, children }: ExportButtonProps) {
  const { save, isBusy } = useDownload();
  return (
    <Button
      variant="secondary"
      small
      onClick={() => save(fetching)}
      isBusy={isBusy}
      busyLabel={say('Saving...')}
    >
      <Icon of={Download} />
      {children}
    </Button>
  );
}
