import type { JSX } from 'preact';

/** Posts the customer back to the shop, by itself where there is a script. */
export function LeavingForm({ redirectTo }: { redirectTo: string }): JSX.Element {
  return (
    <div class="sheet single">
      <main class="work notice">
        <h1>Back to the shop</h1>
        <form method="post" action={redirectTo} data-send>
          <button type="submit" class="pay">
            Go on
          </button>
        </form>
      </main>
    </div>
  );
}

/** The bank's page stays, and the shop's return page stands in it. */
export function NestedReturn({ redirectTo }: { redirectTo: string }): JSX.Element {
  return (
    <div class="sheet single">
      <main class="work notice">
        <h1>The bank has your answer</h1>
        <p>You can go back to the shop.</p>
        <iframe src={redirectTo} title="The shop" />
      </main>
    </div>
  );
}
