import { type RequestListener, request as send } from 'node:http';

/** Seen where the plug was pulled before the customer had come back: in the dialog's frame. */
const AWAY = `<!doctype html><meta charset="utf-8"><title>502</title><style>body { font: 1rem/1.5 system-ui, sans-serif; color: #667; margin: 3rem; text-align: center }</style>
<p>502. The shop’s server is away.`;

/** Hands requests on to a server on this machine, as the load balancer before a shop's server does: 502 while it is away. */
export function forwardTo(port: () => number | null): RequestListener {
  return (request, response) => {
    const away = () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'cache-control': 'no-store', 'content-type': 'text/html' }).end(AWAY);
    };
    const to = port();
    if (to === null) return away();
    const { method, url, headers } = request;
    const forwarded = send({ host: '127.0.0.1', port: to, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // Of a stream of events the first may come much later than its head.
      response.flushHeaders();
      answer.on('error', away).pipe(response);
    });
    forwarded.on('error', away);
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  };
}
