import { clsx } from 'clsx';
import { Loader } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type ButtonLook = {
  /**
   * `primary`: at most one per view. `accent`: only for gifts. `danger`: only in the dialog that explains the action.
   */
  variant?: 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger';
  wide?: boolean;
  small?: boolean;
};

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While busy, the button keeps its width, shows `busyLabel` and ignores clicks. */
    isBusy?: boolean;
    busyLabel?: string;
    children: ReactNode;
  };

export function Button({
  variant,
  wide,
  small,
  isBusy = false,
  busyLabel,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(buttonClass({ variant, wide, small }), className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        // Ignore the second click of a double click, which comes before the busy state has rendered.
        if (isBusy || event.detail > 1) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <>
          <span className="btn-face" aria-hidden={isBusy || undefined} data-hidden={isBusy || undefined}>
            {children}
          </span>
          <span className="btn-face" aria-hidden={!isBusy || undefined} data-hidden={!isBusy || undefined}>
            <Icon of={Loader} className="spin" />
            {busyLabel}
          </span>
        </>
      )}
    </button>
  );
}

/** Returns a button's class for a link: `<Link className={buttonClass({ variant: 'accent' })}>`. */
export function buttonClass({ variant = 'primary', wide = false, small = false }: ButtonLook = {}): string {
  return clsx('btn', variant, wide && 'wide', small && 'sm');
}

/** A square button with only an icon; screen readers read the label. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" {...rest} className={clsx('icon-btn', className)} aria-label={label}>
      {children}
    </button>
  );
}
