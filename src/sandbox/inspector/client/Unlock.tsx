import type { JSX } from 'preact';
import type { Model } from './model.ts';

/** Asks for the control token of a sandbox that is open to the network. It is kept in this page only. */
export function Unlock({ model }: { model: Model }): JSX.Element {
  return (
    <main>
      <form
        class="unlock"
        onSubmit={(event) => {
          event.preventDefault();
          const token = new FormData(event.currentTarget).get('token');
          void model.start(typeof token === 'string' && token !== '' ? token : null);
        }}
      >
        <label>
          Control token
          <input name="token" type="password" autoComplete="off" required />
        </label>
        <button type="submit">Unlock</button>
      </form>
    </main>
  );
}
