import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** The signing secret, this once: only saying that it is kept closes it. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title="Keep your signing secret"
      actions={<Button onClick={onClose}>I have kept it</Button>}
    >
      <p className="muted">
        Your system needs it to tell our messages from anybody else’s. It is shown only now.
      </p>
      <pre className="snippet">{secret}</pre>
      <div>
        <CopyButton text={secret} small label="Copy signing secret" said="Copied!">
          Copy
        </CopyButton>
      </div>
    </Dialog>
  );
}
