/** An email address that breaks before its @ where it is too long, and not inside a word. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}
