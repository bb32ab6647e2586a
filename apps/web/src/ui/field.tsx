import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { say, translated } from '../i18n/say.ts';
import { unbroken } from '../i18n/unbroken.tsx';
import { Icon } from './icon.tsx';

export type FieldText = {
  label: string;
  help?: ReactNode;
  /** Shown instead of the help. */
  error?: string | undefined;
  isOptional?: boolean;
};

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldProps = FieldText & { id?: string; className?: string; children: (wiring: Wiring) => ReactNode };

/** Frame of a form field: label above, help or error below. `children` passes the ids (`wiring`) to the control. */
export function Field({ label, help, error, isOptional = false, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const noteId = `${controlId}-note`;
  const hasNote = error !== undefined || help !== undefined;
  return (
    <div className={clsx('field', error !== undefined && 'bad', className)}>
      <label htmlFor={controlId}>
        {label} {isOptional && <span className="opt">{say('(optional)')}</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hasNote && <FieldNote id={noteId} help={help} error={error} />}
    </div>
  );
}

/** Line below a control: its error, or else its help. */
export function FieldNote({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  if (error === undefined) {
    return (
      <div className="help" id={id}>
        {unbroken(help)}
      </div>
    );
  }
  return (
    <p className="error" id={id} role="alert">
      <Icon of={CircleAlert} />
      {unbroken(translated(error))}
    </p>
  );
}

export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function TextField({
  label,
  help,
  error,
  isOptional,
  id,
  className,
  ...input
}: FieldText & InputProps) {
  return (
    <Field {...{ label, help, error, isOptional, id, className }}>
      {(wiring) => <input type="text" {...input} {...wiring} className="input" />}
    </Field>
  );
}

/** Field for a Kenyan mobile number in any usual format; the contract's `msisdn` normalises it. */
export function PhoneField(props: FieldText & InputProps) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" placeholder="254 7XX XXX XXX" {...props} />;
}

type TextAreaProps = FieldText &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, help, error, isOptional, id, className, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, help, error, isOptional, id, className }}>
      {(wiring) => <textarea {...area} {...wiring} className="input" />}
    </Field>
  );
}
