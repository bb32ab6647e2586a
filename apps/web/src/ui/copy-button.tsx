import { Copy } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

type CopyButtonProps = {
  text: string;
  small?: boolean;
  /** Names the copied text, for screen readers. */
  label?: string;
  /** Confirmation after copying. */
  said?: string;
  children: string;
};

/** Copies a text, or says that the browser refused. */
export function CopyButton({ text, small, label, said, children }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(said ?? say('Copied to clipboard!'));
    } catch {
      toast.error(
        say('Your browser did not let us copy the code.'),
        say('Please select it and copy it yourself.'),
      );
    }
  };
  return (
    <Button variant="secondary" small={small} aria-label={label} onClick={() => void copy()}>
      <Icon of={Copy} />
      {children}
    </Button>
  );
}
