// One contender from cold: how long until its first answer; with `import`, how long loading a module takes and nothing else.
const begun = performance.now();
const [, , what, name, origin] = process.argv;
if (what === 'import') await import(name);
else {
  const { contenders } = await import('./gatewayContenders.mjs');
  const { call } = await contenders[name](origin);
  await call(0);
}
process.send(performance.now() - begun);
process.disconnect();
setTimeout(() => process.exit(0), 50);
