import type { WalletFreeze } from '@zawadi/contract/users';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { timeInSentence } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import type * as Dialogs from './wallet-freeze-dialogs.tsx';

type Question = keyof typeof Dialogs;

type FreezeQuestionsProps = {
  freeze: WalletFreeze | null;
  /** Whether the first button is the screen's main action. */
  isMain?: boolean;
};

/** Buttons that freeze or unfreeze the consumer's wallet, with their confirm dialogs. */
export function FreezeQuestions({ freeze, isMain = false }: FreezeQuestionsProps) {
  const [asked, setAsked] = useState<(typeof Dialogs)[Question]>();
  const ask = async (question: Question) => {
    try {
      // Loaded only for people who use them.
      const dialogs = await import('./wallet-freeze-dialogs.tsx');
      setAsked(() => dialogs[question]);
    } catch (error) {
      toast.error(sentenceOf(error));
    }
  };
  const Asked = asked;
  return (
    <>
      {questionsOf(freeze).map((question, index) => (
        <Button
          key={question}
          variant={isMain && index === 0 ? 'primary' : 'secondary'}
          small={!isMain}
          onClick={() => void ask(question)}
        >
          {labelOf(question)}
        </Button>
      ))}
      {Asked !== undefined && <Asked onClose={() => setAsked(undefined)} />}
    </>
  );
}

function questionsOf(freeze: WalletFreeze | null): Question[] {
  if (freeze === null) return ['FreezeWallet'];
  if (freeze.by === 'lost-contacts') return [];
  return ['OpenWallet', freeze.opensAt === null ? 'OpenLater' : 'KeepFrozen'];
}

function labelOf(question: Question): string {
  if (question === 'FreezeWallet') return say('Freeze my wallet');
  if (question === 'OpenWallet') return say('Open wallet');
  return question === 'OpenLater' ? say('Open in 24 hours') : say('Keep it frozen');
}

/** Explains why no money can leave the wallet, and until when. */
export function freezeSentence(freeze: WalletFreeze): string {
  if (freeze.by === 'lost-contacts') {
    return say(
      'Our support is replacing your contacts, and no money leaves it. Not you? Press the link in our SMS or email.',
    );
  }
  if (freeze.opensAt === null) return say('No money leaves it. Gifts still come in.');
  return say('No money leaves it. It opens {time}.', { time: timeInSentence(new Date(freeze.opensAt)) });
}
