/** Shows an email address. A long address wraps only before its @. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}
