export default function ThanksPage() {
  return (
    <main>
      <h1>Thank you</h1>
      <p>Your kettle is on its way.</p>
    </main>
  );
}
