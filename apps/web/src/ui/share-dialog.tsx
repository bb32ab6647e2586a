import { MessageCircle, Share2 } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { Button, buttonClass } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';
import './share-dialog.css';

type ShareDialogProps = {
  /** The question, including the name of its subject. */
  title: string;
  /** A warning to read before sharing. */
  warning?: string;
  /** The text to share, including a link. */
  text: string;
  /** Phone number for the WhatsApp chat, `2547…`; without it, the user chooses a chat in WhatsApp. */
  msisdn?: string;
  onClose: () => void;
};

/** Shares a text with WhatsApp, the phone's share menu or the clipboard. */
export function ShareDialog({ title, warning, text, msisdn = '', onClose }: ShareDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {say('Close')}
        </Button>
      }
    >
      {warning !== undefined && <p className="muted">{warning}</p>}
      <blockquote className="share-text">{text}</blockquote>
      <div className="share-ways">
        <a
          className={buttonClass({})}
          href={`https://wa.me/${msisdn}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon of={MessageCircle} />
          WhatsApp
        </a>
        {typeof navigator.share === 'function' && (
          <Button variant="secondary" onClick={() => void share(text)}>
            <Icon of={Share2} />
            {say('Other ways')}
          </Button>
        )}
        <CopyButton text={text}>{say('Copy')}</CopyButton>
      </div>
    </Dialog>
  );
}

async function share(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    const hasChangedMind = error instanceof DOMException && error.name === 'AbortError';
    if (!hasChangedMind) toast.error(say('Your browser did not let us share this.'), say('Please copy it.'));
  }
}
