import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

/** Where calls go: the real thing, and the place to try things out. */
export function TestEnvironment({ access: { baseUrl, testEnvironmentUrl } }: { access: ApiAccess }) {
  return (
    <Sheet title="Addresses" isPadded>
      <div className="stack">
        <Address label="Base URL" url={baseUrl} help="Every path below begins with it." />
        {testEnvironmentUrl !== undefined && (
          <Address
            label="Base URL of the test environment"
            url={testEnvironmentUrl}
            help="Try things out there first: it moves no real money."
          />
        )}
      </div>
    </Sheet>
  );
}

function Address({ label, url, help }: { label: string; url: string; help: string }) {
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <div className="with-copy">
          <input {...wiring} className="input" type="text" readOnly value={url} />
          <CopyButton small text={url} label={`Copy ${label}`} said="Copied!">
            Copy
          </CopyButton>
        </div>
      )}
    </Field>
  );
}
