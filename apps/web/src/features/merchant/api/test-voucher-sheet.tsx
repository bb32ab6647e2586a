import { useMutation } from '@tanstack/react-query';
import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { makeTestVoucher } from '@zawadi/contract/merchant-api-test-voucher';
import { Ticket } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

/** For the sandbox: makes a test voucher, and shows the command that forwards events to a developer's machine. */
export function TestVoucherSheet({ baseUrl }: Pick<ApiAccess, 'baseUrl'>) {
  const making = useMutation({
    mutationFn: () => call(makeTestVoucher, { body: {} }),
    onError: (error) => toast.error(sentenceOf(error, say('The test voucher could not be made.'))),
  });
  const { data: made } = making;
  return (
    <Sheet title={say('Try it out')} isPadded>
      <div className="stack">
        <p className="muted">
          {say(
            'No real money moves here. A test voucher costs you nothing, and you redeem it like a customer’s voucher.',
          )}
        </p>
        {made !== undefined && (
          <Field
            label={say('Code of the test voucher')}
            help={
              <RichText
                text="Worth {amount}. Redeem it by API or <link>at the till</link>."
                amount={<Money amountShillings={made.amount} />}
                link={<Link to="/merchant/dashboard/redeem" />}
              />
            }
          >
            {(wiring) => <input {...wiring} className="input num" type="text" readOnly value={made.code} />}
          </Field>
        )}
        <div className="actions">
          {made !== undefined && (
            <CopyButton
              text={made.code}
              label={say('Copy the code of the test voucher')}
              said={say('Copied!')}
            >
              {say('Copy code')}
            </CopyButton>
          )}
          <Button
            variant="secondary"
            isBusy={making.isPending}
            busyLabel={say('Making...')}
            onClick={() => making.mutate()}
          >
            <Icon of={Ticket} />
            {made === undefined ? say('Make a test voucher') : say('Make another one')}
          </Button>
        </div>
        <Listening baseUrl={baseUrl} />
      </div>
    </Sheet>
  );
}

function Listening({ baseUrl }: { baseUrl: string }) {
  const line = listenLine(baseUrl);
  return (
    <div className="stack-2">
      <p className="muted">{say('Events on your own machine, without a public address:')}</p>
      <pre className="snippet">{line}</pre>
      <div>
        <CopyButton
          text={line}
          small
          label={say('Copy the command that listens to events')}
          said={say('Copied!')}
        >
          {say('Copy')}
        </CopyButton>
      </div>
    </div>
  );
}

/** Makes the forwarding command. The shell must set `ZAWADI_API_KEY` and `ZAWADI_API_SECRET`. */
function listenLine(baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return [
    `ZAWADI_URL=${baseUrl}`,
    `  npx --package=${origin}/developers/zawadi-sdk.tgz`,
    '  zawadi listen --forward-to localhost:3000',
  ].join(' \\\n');
}
