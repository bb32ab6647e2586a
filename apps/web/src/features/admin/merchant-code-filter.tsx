import { TypedFilter } from './typed-filter.tsx';

type MerchantCodeFilterProps = { merchantCode: string | undefined; onTyped: (merchantCode: string) => void };

/** Narrows a list to one merchant. */
export function MerchantCodeFilter({ merchantCode = '', onTyped }: MerchantCodeFilterProps) {
  return (
    <TypedFilter
      label="Merchant code"
      placeholder="DUKA001"
      className="whole-on-phones"
      value={merchantCode}
      onTyped={onTyped}
    />
  );
}
