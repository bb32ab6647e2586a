import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { say, type Phrase } from '../../../i18n/say.ts';
import { useMerchant } from '../../session/session.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import type { Overview } from './use-overview.ts';

type Done = Overview['firstSteps'];
type Step = { name: keyof Done; title: Phrase; note?: Phrase } & (
  | { to: LinkProps['to']; link: Phrase }
  | { to?: never }
);

const STEPS: readonly Step[] = [
  { name: 'hasOwnPassword', title: 'Choose your own password' },
  {
    name: 'hasPayoutChannel',
    title: 'Choose where your money goes',
    note: 'An M-PESA number, a till, a pay bill or a bank account.',
    to: '/merchant/dashboard/settings',
    link: 'Set the pay-out channel',
  },
  {
    name: 'hasKraPin',
    title: 'Give your KRA PIN',
    note: 'Our invoices for the fees show it, so that you can claim the VAT.',
    to: '/merchant/dashboard/settlements/invoices',
    link: 'Give the KRA PIN',
  },
  {
    name: 'hasRedeemed',
    title: 'Redeem your first voucher',
    to: '/merchant/dashboard/redeem',
    link: 'Redeem a voucher',
  },
  {
    name: 'hasStaff',
    title: 'Give your people their own sign-ins',
    note: 'Cashiers redeem and see their own sales of today. Managers can do nearly everything.',
    to: '/merchant/dashboard/settings',
    link: 'Add staff',
  },
];

/** A new owner's first steps. The card disappears once all steps are done. */
export function FirstSteps({ done }: { done: Done }) {
  const { staffRole } = useMerchant();
  const next = STEPS.find(({ name }) => !done[name]);
  if (next === undefined || staffRole !== 'owner') return null;
  const count = STEPS.filter(({ name }) => done[name]).length;
  return (
    <Sheet
      title={say('First steps')}
      action={
        <span className="small muted num">{say('{count} of {all} done', { count, all: STEPS.length })}</span>
      }
      isPadded
    >
      <Timeline
        items={STEPS.map((step) => ({
          key: step.name,
          state: stateOf(step, { done, next }),
          title: say(step.title),
          note: done[step.name] ? undefined : <Note step={step} />,
        }))}
      />
    </Sheet>
  );
}

function stateOf(step: Step, { done, next }: { done: Done; next: Step }): 'done' | 'now' | 'ahead' {
  if (done[step.name]) return 'done';
  return step === next ? 'now' : 'ahead';
}

function Note({ step }: { step: Step }) {
  const note = step.note === undefined ? undefined : say(step.note);
  if (step.to === undefined) return note;
  return (
    <>
      {note}{' '}
      <Link to={step.to} className="nowrap">
        {say(step.link)}
      </Link>
    </>
  );
}
