import { Copy } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

type CopyButtonProps = {
  text: string;
  small?: boolean;
  /** Names the text to copy, for screen readers. */
  label?: string;
  /** Toast shown after copying. */
  said?: string;
  children: string;
};

/** Button that copies a text; shows an error if the browser refuses. */
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
