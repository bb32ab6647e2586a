import { TextField } from '../../../ui/field.tsx';

type ReceiptFieldProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (receipt: string) => void;
};

/** Field for a receipt number that an administrator copies from the M-PESA statement. */
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
