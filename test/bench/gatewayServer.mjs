// The other side of the bench: answers every call alike, counts connections, checks nothing.
import { createServer } from 'node:http';

let connections = 0;
const answer = JSON.stringify({
  pspid: 850907,
  token: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  redirectUrl: 'https://gateway.example/page?token=2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  status: 'PENDING',
  isSuccess: true,
  errorMessage: null,
  id: 'cs_test_1',
  object: 'checkout.session',
});
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url === '/connections') response.end(String(connections));
    else if (request.url === '/reset') {
      connections = 0;
      response.setHeader('Connection', 'close').end('ok');
    } else response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.on('connection', () => connections++);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
