export { createSandbox } from './createSandbox.ts';
export type { SandboxEvent } from './events.ts';
export type { Sandbox } from './sandbox.ts';
export type { SandboxCredentials, SandboxOptions } from './settings.ts';
