import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { ChevronDown } from 'lucide-react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { endpointExamples } from './endpoint-examples.ts';
import type { EndpointExample } from './endpoint-examples.ts';

/** The calls that most tills need, each with a line to try it. */
export function EndpointList({ access }: { access: ApiAccess }) {
  return (
    <Sheet title="Common endpoints">
      <ul className="endpoints">
        {endpointExamples(access).map((example) => (
          <li key={example.path}>
            <Endpoint {...example} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Endpoint({ method, path, does, curl }: EndpointExample) {
  return (
    <details>
      <summary>
        <span>
          <span className="endpoint-path">
            <b>{method}</b> {path}
          </span>
          <span className="tiny muted">{does}</span>
        </span>
        <Icon of={ChevronDown} />
      </summary>
      <div className="stack-2">
        <pre className="snippet">{curl}</pre>
        <div>
          <CopyButton text={curl} small label={`Copy the example of ${method} ${path}`} said="Copied!">
            Copy
          </CopyButton>
        </div>
      </div>
    </details>
  );
}
