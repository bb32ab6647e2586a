import { Printer } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PrintArea } from '../../ui/print-area.tsx';

/** Shows the recovery codes once. The dialog closes only after the person confirms that they saved the codes. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title={say('Save your recovery codes')}
      actions={<Button onClick={onClose}>{say('I have saved them')}</Button>}
    >
      <PrintArea>
        <div className="stack">
          <p className="muted">
            {say(
              'Without your phone, each code signs you in once. We show them only now, so keep them in a safe place.',
            )}
          </p>
          <ul className="recovery-codes" aria-label={say('Recovery codes')}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
      </PrintArea>
      <div className="actions">
        <CopyButton small text={codes.join('\n')}>
          {say('Copy')}
        </CopyButton>
        <Button variant="secondary" small onClick={() => window.print()}>
          <Icon of={Printer} />
          {say('Print')}
        </Button>
      </div>
    </Dialog>
  );
}
