import { TextField } from '../../../ui/field.tsx';

type ReceiptFieldProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (receipt: string) => void;
};

/** A receipt that an administrator copies from M-PESA's statement. */
export function ReceiptField({ onChange, ...field }: ReceiptFieldProps) {
  return (
    <TextField
      {...field}
      help="Ten letters and digits, from the M-PESA statement"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={32}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
