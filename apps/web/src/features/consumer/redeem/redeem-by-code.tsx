import { parseVoucherCode } from '@zawadi/contract/voucher-code';
import { ArrowLeft, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { codeIn, EMPTY_BOXES } from '../../../ui/code-boxes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { VoucherCodeField } from '../../../ui/voucher-code-field.tsx';
import { GiftOfCode } from './gift-of-code.tsx';
import { useTypedCode } from './use-typed-code.ts';

/** Redeem Gift Card: a typed code shows its gift, and only the next press adds it to the wallet. */
export function RedeemByCode({ onBack }: { onBack: () => void }) {
  const [boxes, setBoxes] = useState(EMPTY_BOXES);
  const [problem, setProblem] = useState<string>();
  const typed = useTypedCode();
  const again = () => {
    setBoxes(EMPTY_BOXES);
    typed.forget();
  };
  const show = () => {
    const code = parseVoucherCode(codeIn(boxes));
    setProblem(code === undefined ? problemOf(codeIn(boxes)) : undefined);
    if (code !== undefined) typed.show(code);
  };
  if (typed.gift !== undefined) return <GiftOfCode {...typed.gift} onAgain={again} />;
  return (
    <>
      <PageTitle title={say('Redeem Gift Card')}>
        {say('Type a code and add its value to your wallet.')}
      </PageTitle>
      <form
        className="stack-5 max-w-160"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!typed.isBusy) show();
        }}
      >
        <div className="sheet pad">
          <VoucherCodeField
            label={say('Gift code')}
            boxes={boxes}
            onBoxes={(changed) => {
              setBoxes(changed);
              setProblem(undefined);
              typed.forget();
            }}
            error={problem ?? typed.problem}
          />
        </div>
        <Alert icon={ShieldAlert}>
          {say('Nothing happens to the gift yet: you see it first. Never read a code out to a caller.')}
        </Alert>
        <div className="actions">
          <Button variant="secondary" onClick={onBack}>
            <Icon of={ArrowLeft} />
            {say('Back')}
          </Button>
          <Button type="submit" className="push" isBusy={typed.isBusy} busyLabel={say('Looking...')}>
            {say('Show the gift')}
          </Button>
        </div>
      </form>
    </>
  );
}

function problemOf(code: string): string {
  return code.length < 16
    ? say('Please type all 16 characters of the code')
    : say('This is not quite the code. Please compare it once more.');
}
