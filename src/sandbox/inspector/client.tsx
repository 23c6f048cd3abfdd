/* The inspector's script, in the developer's browser: bundled with its imports into one inline text (`?script`). */
import { render } from 'preact';
import { controlApi } from './client/controlApi.ts';
import { Inspector } from './client/Inspector.tsx';
import { createModel } from './client/model.ts';

const host = document.getElementById('app');
if (host !== null) {
  const base = `${location.pathname.replace(/\/$/, '')}/`;
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  // A secret has no place in the history, nor in an address that gets copied.
  if (token !== null) history.replaceState(null, '', location.pathname);
  const model = createModel({
    api: controlApi({ base, fetch: (input, init) => fetch(input, init) }),
    openEvents: (path) => new EventSource(path),
    now: () => Date.now(),
  });
  host.replaceChildren();
  render(<Inspector model={model} />, host);
  void model.start(token);
}
