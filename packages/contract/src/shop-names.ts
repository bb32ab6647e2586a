type Named = { businessName: string; place?: string | undefined };

/** Returns a shop's name for customers, such as `Naivas, Westlands`. `place` is given if the merchant has several. */
export function nameOfShop({ businessName, place }: Named): string {
  return place === undefined ? businessName : `${businessName}, ${place}`;
}
