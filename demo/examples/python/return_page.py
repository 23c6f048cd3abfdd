"""The page that the hosted page sends the customer to. It tells the shop's page that the customer is back, and carries no outcome."""

import html
import json
from string import Template

PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Your payment</title>
<p role="status" id="status">One moment: we are asking how your payment went.</p>
<p><a href="$shop" target="_top">Back to the shop</a></p>
<script type="application/json" id="page">$page</script>
<script nonce="$nonce">
const { session, hint, statusUrl, origins } = JSON.parse(document.getElementById('page').textContent);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
history.replaceState(null, '', location.pathname);

/** Sends the message to every window above, each time with an exact origin, until the shop's page acknowledges it. */
async function announce() {
  const windows = [];
  for (let at = window; at !== at.parent; at = at.parent) windows.push(at.parent);
  if (window.opener) windows.push(window.opener);
  let acknowledged = false;
  addEventListener('message', ({ isTrusted, origin, data }) => {
    if (!isTrusted || !origins.includes(origin)) return;
    acknowledged ||= data?.ns === 'hpp-checkout' && data.type === 'ack' && data.session === session;
  });
  for (const wait of [250, 250, 500, 1000, 500]) {
    for (const target of windows) {
      for (const origin of origins) target.postMessage({ ns: 'hpp-checkout', v: 1, type: 'returned', session, hint }, origin);
    }
    await sleep(windows.length === 0 ? 0 : wait);
    if (acknowledged) return true;
  }
  return false;
}

/** No shop's page has answered: this page stands alone, and polls the status by itself. */
async function pollStatus() {
  const status = document.getElementById('status');
  const texts = { completed: 'Paid. Thank you!', failed: 'The payment did not go through.', expired: 'The payment page has expired.' };
  for (;;) {
    const reply = await fetch(statusUrl, { cache: 'no-store' }).then((response) => response.json(), () => ({}));
    if (texts[reply.status]) return void (status.textContent = texts[reply.status]);
    await sleep(reply.retryAfterMs ?? 2000);
  }
}
announce().then((acknowledged) => acknowledged || pollStatus());
</script>
""")


def return_page(session_id: str, hint: str, status_url: str, shop_origin: str, nonce: str) -> str:
    page = {
        "session": session_id,
        "hint": hint if hint in ("success", "failure") else "unknown",
        "statusUrl": status_url,
        "origins": [shop_origin],
    }
    return PAGE.substitute(
        page=json.dumps(page).replace("<", "\\u003c"), nonce=nonce, shop=html.escape(shop_origin, quote=True)
    )


def policy(nonce: str, frame_ancestors: list[str]) -> str:
    """No X-Frame-Options beside it: the shop frames the hosted page, and the hosted page this one."""
    return (
        f"default-src 'none'; script-src 'nonce-{nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {' '.join(frame_ancestors)}"
    )
