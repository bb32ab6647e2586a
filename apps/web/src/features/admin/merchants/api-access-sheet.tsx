import type { Merchant } from '@zawadi/contract/merchants';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

/** How the merchant's own system signs in: the code, the key, and where the logo lies. */
export function ApiAccessSheet({ merchant }: { merchant: Merchant }) {
  const { merchantCode, apiKey, brandingConfig } = merchant;
  const [isShown, setShown] = useState(false);
  return (
    <Sheet title="API Access" isPadded>
      <div className="stack">
        <Line label="Merchant code" value={merchantCode}>
          <CopyButton small text={merchantCode} label="Copy merchant code" said="Copied!">
            Copy
          </CopyButton>
        </Line>
        <Line label="API key" value={isShown ? apiKey : '•'.repeat(apiKey.length)}>
          <Button
            variant="secondary"
            small
            aria-label={isShown ? 'Hide API key' : 'Show API key'}
            onClick={() => setShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} />
            {isShown ? 'Hide' : 'Show'}
          </Button>
          <CopyButton small text={apiKey} label="Copy API key" said="Copied!">
            Copy
          </CopyButton>
        </Line>
        {brandingConfig.logoUrl !== undefined && (
          <Line label="Logo URL" value={brandingConfig.logoUrl}>
            <CopyButton small text={brandingConfig.logoUrl} label="Copy logo URL" said="Copied!">
              Copy
            </CopyButton>
          </Line>
        )}
      </div>
    </Sheet>
  );
}

function Line({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="credential">
      <dl>
        <dt className="small muted">{label}</dt>
        <dd className="code">{value}</dd>
      </dl>
      <div className="row">{children}</div>
    </div>
  );
}
