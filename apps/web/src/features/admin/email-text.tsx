/** An address that breaks before its @ where it is too long for its place, and not inside a word. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}
