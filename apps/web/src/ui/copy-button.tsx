import { Copy } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

/** Copies a text, or says that the browser did not let it. */
export function CopyButton({ text, small, children }: { text: string; small?: boolean; children: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(say('Copied to clipboard!'));
    } catch {
      toast.error(
        say('Your browser did not let us copy the code.'),
        say('Please select it and copy it yourself.'),
      );
    }
  };
  return (
    <Button variant="secondary" small={small} onClick={() => void copy()}>
      <Icon of={Copy} />
      {children}
    </Button>
  );
}
