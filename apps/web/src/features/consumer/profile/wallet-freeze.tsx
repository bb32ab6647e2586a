import type { WalletFreeze as Freeze } from '@zawadi/contract/users';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { timeInSentence } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { SecurityRow } from '../../account-security/security-row.tsx';
import { useUser } from '../../session/session.tsx';
import type * as Dialogs from './wallet-freeze-dialogs.tsx';

type Question = keyof typeof Dialogs;

/** The owner's own freeze: on with one question, off only with the second contact or after a day. */
export function WalletFreeze() {
  const { walletFreeze } = useUser();
  const [asked, setAsked] = useState<(typeof Dialogs)[Question]>();
  const ask = async (question: Question) => {
    try {
      // The dialogs are fetched by those who need them.
      const dialogs = await import('./wallet-freeze-dialogs.tsx');
      setAsked(() => dialogs[question]);
    } catch (error) {
      toast.error(sentenceOf(error));
    }
  };
  const Asked = asked;
  return (
    <Sheet title={say('Your wallet')}>
      <SecurityRow
        title={say('Freeze my wallet')}
        badge={walletFreeze !== null && <StatusBadge status="Frozen" />}
        help={helpOf(walletFreeze)}
      >
        {questionsOf(walletFreeze).map((question) => (
          <Button key={question} variant="secondary" small onClick={() => void ask(question)}>
            {labelOf(question)}
          </Button>
        ))}
      </SecurityRow>
      {Asked !== undefined && <Asked onClose={() => setAsked(undefined)} />}
    </Sheet>
  );
}

function questionsOf(freeze: Freeze | null): Question[] {
  if (freeze === null) return ['FreezeWallet'];
  if (freeze.by === 'lost-contacts') return [];
  return ['OpenWallet', freeze.opensAt === null ? 'OpenLater' : 'KeepFrozen'];
}

function labelOf(question: Question): string {
  if (question === 'FreezeWallet') return say('Freeze my wallet');
  if (question === 'OpenWallet') return say('Open now');
  return question === 'OpenLater' ? say('Open in 24 hours') : say('Keep it frozen');
}

function helpOf(freeze: Freeze | null): string {
  if (freeze === null) return say('Stops money from leaving, when something looks wrong');
  if (freeze.by === 'lost-contacts') {
    return say('Our support is replacing your contacts, and no money leaves it.');
  }
  if (freeze.opensAt === null) return say('No money leaves it. Gifts still come in.');
  return say('No money leaves it. It opens {time}.', { time: timeInSentence(new Date(freeze.opensAt)) });
}
