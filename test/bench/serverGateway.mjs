// The gateway of the server's bench: makes every page at once, checks nothing.
import { createServer } from 'node:http';

const answer = JSON.stringify({
  pspid: 850907,
  token: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  redirectUrl: 'https://gateway.example/page?token=2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  status: 'PENDING',
  isSuccess: true,
  errorMessage: null,
});
const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) };
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, head).end(answer));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
